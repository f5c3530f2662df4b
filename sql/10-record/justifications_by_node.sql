/**
 * justifications_by_node: the alternatives of one item, as lists of node ids.
 *
 * p_item  place of the item; p_items, p_roles, p_nodes, p_orders: references of the call, where role j is a justification and its order
 *         tells the alternative
 */
create or replace function emend.justifications_by_node(p_item integer, p_items integer[], p_roles text[], p_nodes bigint[], p_orders integer[])
  returns jsonb language plpgsql immutable as $$
begin
  return (select jsonb_agg(l.list order by l.o)
            from (select q.o, jsonb_agg(q.node_id) as list from unnest(p_items, p_roles, p_nodes, p_orders) as q(item, role, node_id, o)
                   where q.role = 'j' and q.item = p_item group by q.o) l);
end $$;
comment on function emend.justifications_by_node(integer, integer[], text[], bigint[], integer[]) is 'The alternatives of one item, as lists of node ids.';
