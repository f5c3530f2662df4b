/**
 * check_approval: no repair of a tenant under review passes a boundary with more than a person has approved.
 *
 * Checked when the transaction commits, whoever wrote it: the plan as it stands then, with what was taken in since it was committed. Tool calls are
 * checked as they are made (check_call). What is undone, and done again, is a person's own doing.
 */
create or replace function emend.check_approval() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_limit integer := emend.review_limit(new.tenant_id, new.repair_id, case when old.state in ('open', 'planned') then old.state else 'applied' end);
  v_effects jsonb;
  v_approved jsonb;
  v_growth jsonb;
begin
  if v_limit is null or emend.is_restoring() then
    return null;
  end if;
  v_effects := emend.committed_effects(new.tenant_id, new.repair_id, null);
  v_approved := emend.approved_effects(new.tenant_id, new.repair_id);
  if (v_effects ->> 'affected')::integer <= v_limit then
    return null;
  end if;
  v_growth := case when v_approved is null then v_effects else emend.growth(v_approved, v_effects) end;
  if v_growth is not null then
    raise exception 'repair % goes on without approval of all that it does', new.repair_id
      using errcode = '23514', hint = 'It waits until a person approves it: emend approve.';
  end if;
  return null;
end $$;
comment on function emend.check_approval() is 'Refuses a repair of a tenant under review that passes a boundary with more than a person has approved.';

drop trigger if exists what_is_reviewed_is_approved on emend.repair;
create constraint trigger what_is_reviewed_is_approved after update of state on emend.repair
  deferrable initially deferred for each row
  when (new.state in ('planned', 'applied', 'replayed', 'finished', 'done') and old.state <> new.state and old.state not in ('undone', 'failed'))
  execute function emend.check_approval();
comment on trigger what_is_reviewed_is_approved on emend.repair is 'Approved is what was seen, whoever moves the repair.';
