/**
 * contain_faults: in the transaction that commits a fault, its memory leaves retrieval and a repair is nudged.
 *
 * A held fault contains as well: what waits for a person is the repair, which is not nudged.
 *
 * A statement trigger over the new rows: a thousand faults in one INSERT cost one pass and one nudge. (COPY writes to emend.fault_copy.)
 * Node rows of the memories, and of the answers that the faults name, are locked FOR UPDATE in id order before anything is looked at: record calls hold them FOR
 * KEY SHARE, so whoever cites one of them has committed by now or will see that it is withheld. (The foreign keys of the table are
 * checked at commit, because their own share locks would come first and deadlock two detectors on one memory.)
 *
 * raises  no_tenant, unknown_id, not_a_memory
 */
create or replace function emend.contain_faults() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, emend, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
  v_tenant integer := emend.need_tenant();
  v_faults bigint[];
  v_ids text[];
  v_nodes bigint[];
  v_kinds emend.node_kind[];
  v_detectors text[];
  v_answers bigint[];
  v_held boolean[];
  v_bad integer;
  v_lost text;
begin
  select array_agg(f.fault_id), array_agg(f.memory_id), array_agg(n.node_id), array_agg(n.kind), array_agg(f.detector), array_agg(a.node_id), array_agg(f.state = 'held'),
         min(f.failed_answer_id) filter (where a.node_id is null)
    into v_faults, v_ids, v_nodes, v_kinds, v_detectors, v_answers, v_held, v_lost
    from new_fault f
    left join lateral (select n.node_id, n.kind from emend.node n where n.tenant_id = v_tenant and n.external_id = f.memory_id offset 0) n on true
    left join lateral (select n.node_id from emend.node n where n.tenant_id = v_tenant and n.external_id = f.failed_answer_id offset 0) a on true;
  if v_faults is null then
    return null;
  end if;
  if v_lost is not null then
    perform emend.refuse('unknown_id', format('a fault names the answer %L, which is not recorded in this tenant', v_lost), jsonb_build_object('id', v_lost));
  end if;
  perform from emend.node n where n.tenant_id = v_tenant and n.node_id = any (v_nodes || v_answers) order by n.node_id for update;

  select min(f.n) into v_bad from unnest(v_kinds) with ordinality as f(kind, n) where f.kind is distinct from 'memory';
  if v_kinds[v_bad] is not null then
    perform emend.refuse('not_a_memory', format('a fault names %L, which is not a memory: %s', v_ids[v_bad], v_kinds[v_bad]), jsonb_build_object('id', v_ids[v_bad]));
  elsif v_bad is not null then
    perform emend.refuse('unknown_id', format('a fault names %L, which is not recorded in this tenant', v_ids[v_bad]), jsonb_build_object('id', v_ids[v_bad]));
  end if;

  with named as (
    select f.fault_id, f.node_id, f.detector, f.is_held, s.status, s.is_withheld
      from unnest(v_faults, v_nodes, v_detectors, v_held) as f(fault_id, node_id, detector, is_held)
     cross join lateral (select s.status, s.is_withheld from emend.memory_state s where s.tenant_id = v_tenant and s.memory_id = f.node_id offset 0) s
  ), withheld as (
    update emend.memory_state s set is_withheld = true, changed_at = now()
     where s.tenant_id = v_tenant and s.memory_id = any (v_nodes) and not s.is_withheld
  ), announced as (
    insert into emend.event (tenant_id, type, node_id, fault_id) select v_tenant, case when c.is_held then 'fault:held' else 'fault:opened' end, c.node_id, c.fault_id from named c
  )
  insert into emend.journal (tenant_id, node_id, fault_id, actor, action, from_status, to_status, reason)
  select v_tenant, c.node_id, c.fault_id, emend.caller(), 'withhold', case when c.is_withheld then 'withheld' else c.status::text end, 'withheld',
         'diagnosed by ' || c.detector || case when c.is_held then ', held for a person' else '' end
    from named c;
  if false = any (v_held) then
    perform emend.nudge(v_tenant);
  end if;
  return null;
end $$;
comment on function emend.contain_faults() is 'Takes diagnosed memories out of retrieval in the transaction of the fault, and nudges a repair.';

create or replace trigger a_fault_is_contained_at_once after insert on emend.fault
  referencing new table as new_fault for each statement
  when (not emend.is_restoring())
  execute function emend.contain_faults();
comment on trigger a_fault_is_contained_at_once on emend.fault is 'Statement-level: a thousand rows are one pass.';
