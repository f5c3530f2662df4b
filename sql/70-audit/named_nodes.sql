/**
 * named_nodes: external ids of nodes, in the order given, as a JSON list.
 *
 * p_tenant   whose nodes
 * p_ids      internal ids
 * returns    a list, empty for an empty array
 */
create or replace function emend.named_nodes(p_tenant integer, p_ids bigint[]) returns jsonb
  language plpgsql stable
as $$
begin
  return coalesce((select jsonb_agg(n.external_id order by l.place)
                     from unnest(p_ids) with ordinality l (id, place)
                     join emend.node n on n.tenant_id = p_tenant and n.node_id = l.id), '[]');
end $$;
comment on function emend.named_nodes(integer, bigint[]) is 'External ids of nodes, in order, as a JSON list.';
