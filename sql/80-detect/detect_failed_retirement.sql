/**
 * detect_failed_retirement: memories that a delete, update or consolidation declared retired, and that were not.
 *
 * Two signs: the memory is active and readable although a standing step consumed it; or a standing read that is younger than that step
 * returned it, and something has retired it since (what it said meanwhile has gone on). A step named by a late edge retired nothing, an
 * edge that was inferred from a context declares nothing, and a step that a repair withdrew no longer stands.
 *
 * returns  one row a memory, oldest first
 */
create or replace function emend.detect_failed_retirement(p_tenant integer)
  returns table (memory_id bigint, evidence text, confidence real)
  language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
  select distinct on (e.source_id) e.source_id,
         format('%s %s consumed it (turn %s), and it %s', replace(e.label::text, 'consolidate', 'consolidation'), n.external_id, n.turn,
                case when s.status = 'active' then 'is still active' else format('was still read afterwards, by %s', r.external_id) end),
         case when s.status = 'active' then 1.0 else 0.9 end::real
    from emend.edge e
    join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = e.source_id and s.status in ('active', 'superseded') and not s.is_withheld
    join emend.node n on n.tenant_id = p_tenant and n.node_id = e.target_id
    left join lateral (
      select y.node_id, y.external_id
        from emend.edge x
        join emend.node y on y.tenant_id = p_tenant and y.node_id = x.target_id
       where x.tenant_id = p_tenant and x.source_id = e.source_id and x.target_kind = 'memory_read' and x.target_id > e.target_id
         and (y.session_id, y.turn) is distinct from (n.session_id, n.turn)
         and not exists (select from emend.step_state z where z.tenant_id = p_tenant and z.step_id = x.target_id)
       order by y.node_id limit 1) r on true
   where e.tenant_id = p_tenant and e.label in ('delete', 'update', 'consolidate') and not e.is_late and e.basis <> 'inferred'
     and (s.status = 'active' or r.node_id is not null)
     and not exists (select from emend.step_state z where z.tenant_id = p_tenant and z.step_id = e.target_id)
   order by e.source_id, e.target_id;
end $$;
comment on function emend.detect_failed_retirement(integer) is 'Memories that a step declared retired and that stayed in the store.';
