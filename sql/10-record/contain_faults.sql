/**
 * contain_faults: in the transaction that commits a fault, its memory leaves retrieval and a repair is nudged.
 *
 * A statement trigger over the new rows: a thousand faults in one INSERT or COPY cost one pass and one nudge. (Postgres lets COPY into a
 * table with row security only roles that bypass it; others COPY into a temporary table and INSERT from there.) Node rows of the memories,
 * and of the answers that the faults name, are locked FOR UPDATE in id order before anything is looked at: record calls hold them FOR
 * KEY SHARE, so whoever cites one of them has committed by now or will see that it is withheld. (The foreign keys of the table are
 * checked at commit, because their own share locks would come first and deadlock two detectors on one memory.)
 *
 * raises  no_tenant, unknown_id, not_a_memory
 */
create or replace function emend.contain_faults() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, emend, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
  v_tenant integer := emend.need_tenant();
  v_nodes bigint[];
  v_bad record;
begin
  select array_agg(distinct n.node_id) into v_nodes
    from (select f.memory_id as id from new_fault f union select f.failed_answer_id from new_fault f where f.failed_answer_id is not null) c
   cross join lateral (select n.node_id from emend.node n where n.tenant_id = v_tenant and n.external_id = c.id offset 0) n;
  perform from emend.node n where n.tenant_id = v_tenant and n.node_id = any (v_nodes) order by n.node_id for update;

  select f.memory_id, n.kind into v_bad
    from new_fault f
    left join lateral (select n.kind from emend.node n where n.tenant_id = v_tenant and n.external_id = f.memory_id offset 0) n on true
   where n.kind is distinct from 'memory' order by f.fault_id limit 1;
  if found then
    if v_bad.kind is null then
      perform emend.refuse('unknown_id', format('a fault names %L, which is not recorded in this tenant', v_bad.memory_id),
                           jsonb_build_object('id', v_bad.memory_id));
    end if;
    perform emend.refuse('not_a_memory', format('a fault names %L, which is not a memory: %s', v_bad.memory_id, v_bad.kind),
                         jsonb_build_object('id', v_bad.memory_id));
  end if;

  with named as (
    select f.fault_id, n.node_id, f.detector
      from new_fault f
     cross join lateral (select n.node_id from emend.node n where n.tenant_id = v_tenant and n.external_id = f.memory_id offset 0) n
  ), before as (
    select s.memory_id, s.status, s.is_withheld from emend.memory_state s
     where s.tenant_id = v_tenant and s.memory_id in (select c.node_id from named c)
  ), withheld as (
    update emend.memory_state s set is_withheld = true, changed_at = now()
     where s.tenant_id = v_tenant and s.memory_id in (select b.memory_id from before b where not b.is_withheld)
  ), announced as (
    insert into emend.event (tenant_id, type, node_id, fault_id) select v_tenant, 'fault:opened', c.node_id, c.fault_id from named c order by c.fault_id
  )
  insert into emend.journal (tenant_id, node_id, fault_id, actor, action, from_status, to_status, reason)
  select v_tenant, c.node_id, c.fault_id, emend.caller(), 'withhold', case when b.is_withheld then 'withheld' else b.status::text end, 'withheld',
         'diagnosed by ' || c.detector
    from named c join before b on b.memory_id = c.node_id order by c.fault_id;

  if exists (select from new_fault) then
    perform emend.nudge(v_tenant);
  end if;
  return null;
end $$;
comment on function emend.contain_faults() is 'Takes diagnosed memories out of retrieval in the transaction of the fault, and nudges a repair.';

create or replace trigger a_fault_is_contained_at_once after insert on emend.fault
  referencing new table as new_fault for each statement execute function emend.contain_faults();
comment on trigger a_fault_is_contained_at_once on emend.fault is 'Statement-level: a thousand rows are one pass.';
