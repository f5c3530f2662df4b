/**
 * widenable_steps: the steps of a plan that have to do with answers: what a wider replay may take in because the store does not give them.
 *
 * A repair of several faults is as wide for an answer as a repair of those faults alone that have to do with it: whatever hangs together with
 * it among what is affected and what comes back, by edges in any direction and by what reads have gained, and what the replayed steps of
 * these use as it stands.
 *
 * p_answers  internal ids of answers that were replayed
 * returns    internal ids of steps of the plan, in no particular order; all where an answer is not affected
 */
create or replace function emend.widenable_steps(p_tenant integer, p_repair bigint, p_answers bigint[]) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_ids     bigint[];  -- affected, or brought back
  v_back    bigint[];  -- brought back: hangs together with what had retired it and the reads that gain it, not with who uses it
  v_found   bigint[];
  v_context bigint[];
  v_more    bigint[];
begin
  v_ids := array(select p.node_id from emend.plan_row p
                  where p.tenant_id = p_tenant and p.repair_id = p_repair and (p.is_affected or p.disposition = 'reopen'));
  v_back := array(select p.node_id from emend.plan_row p
                   where p.tenant_id = p_tenant and p.repair_id = p_repair and not p.is_affected and p.disposition = 'reopen');
  if not p_answers <@ v_ids then
    return query select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_kind <> 'memory';
    return;
  end if;
  v_found := array(
    with recursive beside(id) as (
      select unnest(p_answers)
      union
      select o.id from beside b
       cross join lateral (
         select e.target_id as id from emend.edge e
          where e.tenant_id = p_tenant and e.source_id = b.id
            and case when b.id = any (v_back) then e.label in ('delete', 'update', 'consolidate', 'supersede') else e.label <> 'supersede' end
         union all
         select e.source_id from emend.edge e
          where e.tenant_id = p_tenant and e.target_id = b.id
            and case when e.source_id = any (v_back) then e.label in ('delete', 'update', 'consolidate', 'supersede') else e.label <> 'supersede' end
         union all
         select came.id::bigint from emend.plan_row p
          cross join lateral jsonb_array_elements_text(p.proof -> 'came') came(id)
          where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = b.id and p.proof ? 'came'
         union all
         select p.node_id from emend.plan_row p
          where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_kind = 'memory_read' and p.proof -> 'came' @> to_jsonb(b.id)
         offset 0) o
       where o.id = any (v_ids))
    select beside.id from beside);
  -- What the replayed ones of these use as it stands: what they cite, what launched that, and the reads of their turns.
  v_more := array(select p.node_id from emend.plan_row p
                   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = any (v_found) and p.disposition = 'replay');
  v_context := array(
    select r.node_id from unnest(v_more) as s(id)
     cross join lateral (select n.session_id, n.turn from emend.node n where n.tenant_id = p_tenant and n.node_id = s.id offset 0) t
     cross join lateral (select n.node_id from emend.node n
                          where n.tenant_id = p_tenant and n.session_id = t.session_id and n.turn = t.turn and n.kind = 'memory_read' offset 0) r);
  while cardinality(v_more) > 0 loop
    v_more := array(select distinct e.source_id from unnest(v_more) as s(id)
                     cross join lateral (select x.source_id from emend.edge x where x.tenant_id = p_tenant and x.target_id = s.id offset 0) e
                     where e.source_id <> all (v_context || v_found)
                       and exists (select from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = e.source_id
                                      and not p.is_affected and p.node_kind <> 'memory' offset 0));
    v_context := v_context || v_more;
  end loop;
  return query
    select p.node_id from emend.plan_row p
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_kind <> 'memory'
       and (p.node_id = any (v_found) or not p.is_affected and p.node_id = any (v_context));
end $$;
comment on function emend.widenable_steps(integer, bigint, bigint[]) is
  'The steps of a plan that have to do with answers: what a wider replay may take in.';
