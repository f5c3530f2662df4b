/**
 * check_recorded_before: items whose ids are known must be the same items.
 *
 * p_nodes  node of each item, null for new ones
 * raises   erased where one of them was; duplicate_id where kind, content or the memories that a step made differ
 */
create or replace function emend.check_recorded_before(p_tenant integer, p_items jsonb, p_nodes bigint[], p_kinds emend.node_kind[])
  returns void language plpgsql as $$
declare
  v_id text;
begin
  select n.external_id into v_id from emend.erased_node e join emend.node n on n.tenant_id = p_tenant and n.node_id = e.node_id
   where e.tenant_id = p_tenant and e.node_id = any (p_nodes) order by e.node_id limit 1;
  if found then
    perform emend.refuse('erased', format('the id %L was erased, and does not come back', v_id), jsonb_build_object('id', v_id));
  end if;
  select x.id into v_id
    from rows from (jsonb_to_recordset(p_items) as (id text, content text, generated_memory_ids text[]), unnest(p_nodes), unnest(p_kinds))
         with ordinality as x(id, content, generated, node_id, kind, n)
    join emend.node n on n.tenant_id = p_tenant and n.node_id = x.node_id
    left join emend.input i on i.tenant_id = p_tenant and i.input_id = x.node_id
    left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = x.node_id
    left join emend.step s on s.tenant_id = p_tenant and s.step_id = x.node_id
   where n.kind <> x.kind or coalesce(i.content, m.content, s.content) is distinct from x.content
      or exists (select from unnest(x.generated) as g(id)
                  where not exists (select from emend.node o where o.tenant_id = p_tenant and o.external_id = g.id
                                       and o.node_id = any (s.generated_ids)))
   order by x.n limit 1;
  if found then
    perform emend.refuse('duplicate_id', format('the id %L was recorded before, with other content', v_id), jsonb_build_object('id', v_id),
                         'What is recorded is sealed: give the new item an id of its own.');
  end if;
end $$;
comment on function emend.check_recorded_before(integer, jsonb, bigint[], emend.node_kind[]) is
  'Refuse items whose ids are known with other content.';
