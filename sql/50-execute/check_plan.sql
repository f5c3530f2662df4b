/**
 * check_plan: what no plan may violate, checked by the database when a plan is committed.
 *
 * Disjoint dispositions, ids of the tenant and positions of replayed steps are keys and constraints of plan_row. Here:
 * every fault of the repair is deleted, and positions count from 1 without a gap. Index-driven, whatever the planner believes of a tenant
 * that it has never seen.
 */
create or replace function emend.check_plan() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_memory text;
  v_gaps boolean;
begin
  select f.memory_id into v_memory
    from emend.fault f
   cross join lateral (
     select x.node_id from emend.node x where x.tenant_id = new.tenant_id and x.external_id = f.memory_id offset 0) n
   where f.tenant_id = new.tenant_id and f.repair_id = new.repair_id and f.state <> 'withdrawn'
     and not exists (select from emend.plan_row p
                      where p.tenant_id = new.tenant_id and p.repair_id = new.repair_id and p.node_id = n.node_id and p.disposition = 'delete')
   limit 1;
  if v_memory is not null then
    raise exception 'the plan of repair % keeps the diagnosed memory %', new.repair_id, v_memory
      using errcode = '23514', hint = 'Every diagnosed memory is deleted (R1).';
  end if;
  select count(*) filter (where p.replay_position is not null) <> coalesce(max(p.replay_position), 0)
         or count(distinct p.replay_position) <> coalesce(max(p.replay_position), 0)
    into v_gaps
    from emend.plan_row p where p.tenant_id = new.tenant_id and p.repair_id = new.repair_id;
  if v_gaps then
    raise exception 'the replay positions of repair % do not count from 1', new.repair_id using errcode = '23514';
  end if;
  return null;
end $$;
comment on function emend.check_plan() is 'Refuses a plan that keeps a diagnosed memory or whose replay positions have gaps.';

drop trigger if exists a_plan_is_sound on emend.repair;
create constraint trigger a_plan_is_sound after update of state on emend.repair
  deferrable initially deferred for each row when (new.state = 'planned' and old.state = 'open') execute function emend.check_plan();
comment on trigger a_plan_is_sound on emend.repair is 'Checks the whole plan when its transaction commits.';
