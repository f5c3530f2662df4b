/**
 * erase_nodes: empty nodes, and every row that quotes them. What stays of a row is ids, hashes, kinds, states and times.
 *
 * Part of erase_user and erase_derived, whose rights it needs: nobody else may write these tables. Rows that hang on a memory, step or
 * input and go with it (on delete cascade) are removed whichever table they are of, but for states and replays: index rows and embeddings.
 *
 * p_derived  they were made from what is erased, and belong to somebody else
 * p_actor    for the journal
 * p_parts    telling parts of them: rows that quote one are emptied, whatever they are about
 */
create or replace function emend.erase_nodes(p_tenant integer, p_erasure bigint, p_nodes bigint[], p_derived boolean, p_actor text, p_parts text[] default '{}') returns void
  language plpgsql set jit = off as $$
declare
  v_repairs bigint[];
  v_repair bigint := (select e.repair_id from emend.erasure e where e.tenant_id = p_tenant and e.erasure_id = p_erasure);
  v_names text[];
  v_texts text[];
  v_table record;
  v_count bigint;
begin
  if p_nodes = '{}' then
    return;
  end if;
  insert into emend.erased_node (tenant_id, node_id, erasure_id, is_derived)
  select p_tenant, x.id, p_erasure, p_derived from unnest(p_nodes) as x(id) on conflict do nothing;
  v_repairs := array(select r.id from emend.repairs_about(p_tenant, p_nodes) as r(id) where r.id is distinct from v_repair);
  v_names := array(select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = any (p_nodes));
  v_texts := array(
    select i.content from emend.input i where i.tenant_id = p_tenant and i.input_id = any (p_nodes) and i.content <> ''
    union select s.content from emend.step s where s.tenant_id = p_tenant and s.step_id = any (p_nodes) and s.content <> ''
    union select s.query_text from emend.step s where s.tenant_id = p_tenant and s.step_id = any (p_nodes) and s.query_text <> ''
    union select m.content from emend.memory m where m.tenant_id = p_tenant and m.memory_id = any (p_nodes) and m.content <> '');
  perform emend.erase_quotes(p_tenant, p_erasure, p_nodes, v_repairs, v_names, v_texts, p_parts);
  perform emend.erase_reasons(p_tenant, p_erasure, p_nodes, v_repairs, v_names, p_parts);

  for v_table in
    select c.conrelid::regclass::text as name, k.attname as key
      from pg_constraint c
      join pg_attribute k on k.attrelid = c.conrelid and k.attnum = any (c.conkey) and k.attname <> 'tenant_id'
     where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid in ('emend.input'::regclass, 'emend.step'::regclass, 'emend.memory'::regclass, 'emend.memory_search'::regclass)
       and c.conrelid not in ('emend.memory_state'::regclass, 'emend.step_state'::regclass, 'emend.replay_step'::regclass)
     order by c.confrelid = 'emend.memory_search'::regclass desc, 1  -- what hangs on words first, so that it is counted
  loop
    execute format('delete from %s where tenant_id = $1 and %I = any ($2)', v_table.name, v_table.key) using p_tenant, p_nodes;
    get diagnostics v_count = row_count;
    perform emend.count_erased(p_tenant, p_erasure, regexp_replace(v_table.name, '^.*\.', ''), v_count);
  end loop;

  update emend.input i set content = '' where i.tenant_id = p_tenant and i.input_id = any (p_nodes);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'input', v_count);
  update emend.step s set content = '', facts = null, tool_args = null, query_text = null, query_k = null, query_scope = null,
         query_mode = null, query_scores = null, query_model = null, query_embedding = null, query_considered = null
   where s.tenant_id = p_tenant and s.step_id = any (p_nodes);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'step', v_count);
  update emend.memory m set content = '', facts = null, trust_score = null where m.tenant_id = p_tenant and m.memory_id = any (p_nodes);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'memory', v_count);

  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, reason)
  select p_tenant, x.id, v_repair, p_actor, 'erase', 'erased' from unnest(p_nodes) as x(id) order by x.id;
end $$;
comment on function emend.erase_nodes(integer, bigint, bigint[], boolean, text, text[]) is
  'Part of erase_user: empties nodes, and every row that quotes them; ids and hashes stay.';
