/**
 * check_tombstones: what a repair has deleted does not come back, unless the user says it anew.
 *
 * A memory that equals a standing tombstone of its owner, or of everybody, is refused. It gets through when the step that makes it uses
 * an input that its owner wrote after the burial; the tombstone is lifted then.
 *
 * p_items      the items; only memories that are to be active are looked at
 * p_nodes, p_kinds, p_new, p_owners   columns of the items
 * p_makers     place in the call of the step that makes each memory, or null
 * p_ref_*      references of the call: place of the item, role, node
 * raises       tombstoned, with the first of them as id and all as ids
 */
create or replace function emend.check_tombstones(
    p_tenant integer, p_items jsonb, p_nodes bigint[], p_kinds emend.node_kind[], p_new boolean[], p_owners text[], p_makers integer[],
    p_ref_items integer[], p_ref_roles text[], p_ref_nodes bigint[])
  returns void language plpgsql as $$
declare
  v_buried record;
  v_lifted bigint[] := '{}';
  v_refused jsonb := '[]';
begin
  for v_buried in
    select x.id, t.tombstone_id, t.fault_id, t.repair_id,
           exists (select from unnest(p_ref_items, p_ref_roles, p_ref_nodes) as r(item, role, node_id)
                    where r.item = x.maker and r.role in ('u', 'i') and r.node_id > t.buried_t
                      and (exists (select from unnest(p_nodes, p_kinds, p_owners) as a(node_id, kind, owner)
                                    where a.node_id = r.node_id and a.kind = 'input' and a.owner is not distinct from x.owner)
                           or exists (select from emend.node n where n.tenant_id = p_tenant and n.node_id = r.node_id
                                         and n.kind = 'input' and n.user_id is not distinct from x.owner))) as is_said_anew
      from rows from (jsonb_to_recordset(p_items) as (id text, content text, status text),
                      unnest(p_nodes), unnest(p_kinds), unnest(p_new), unnest(p_owners), unnest(p_makers))
           with ordinality as x(id, content, status, node_id, kind, is_new, owner, maker, n)
      join emend.tombstone t on t.tenant_id = p_tenant and t.content_digest = emend.content_digest(x.content) and t.lifted_at is null
                            and (t.user_id is null or t.user_id = x.owner)
     where x.is_new and x.kind = 'memory' and coalesce(x.status, 'active') = 'active'
     order by x.n
  loop
    if v_buried.is_said_anew then
      v_lifted := v_lifted || v_buried.tombstone_id;
    else
      v_refused := v_refused || jsonb_strip_nulls(jsonb_build_object('id', v_buried.id, 'repair', v_buried.repair_id, 'fault', v_buried.fault_id));
    end if;
  end loop;
  if v_refused <> '[]' then
    perform emend.refuse('tombstoned', format('%L says again what %s has deleted', v_refused -> 0 ->> 'id',
                           coalesce('repair ' || (v_refused -> 0 ->> 'repair'), 'fault ' || (v_refused -> 0 ->> 'fault'), 'a repair')),
                         (v_refused -> 0) || jsonb_build_object('ids', jsonb_path_query_array(v_refused, '$[*].id')));
  end if;
  update emend.tombstone t set lifted_at = now() where t.tenant_id = p_tenant and t.tombstone_id = any (v_lifted);
end $$;
comment on function emend.check_tombstones(integer, jsonb, bigint[], emend.node_kind[], boolean[], text[], integer[], integer[], text[], bigint[]) is
  'Refuse memories that a repair has deleted, unless the user says them anew.';
