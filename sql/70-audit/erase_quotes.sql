/**
 * erase_quotes: empty what quotes nodes that are erased: recorded model calls, tool payloads, notes of replays, verifications and
 * answers of requests. Part of erase_nodes.
 *
 * A row quotes a node when it belongs to it, when it belongs to a repair that had to do with it, or when one of the texts in its JSON is
 * the text of the node; an answer of a request also where it names the id.
 *
 * p_repairs  repairs that had to do with one of the nodes
 * p_names    external ids of the nodes
 * p_texts    their texts; p_parts: telling parts of them, which one of the texts in a row has
 */
create or replace function emend.erase_quotes(
    p_tenant integer, p_erasure bigint, p_nodes bigint[], p_repairs bigint[], p_names text[], p_texts text[], p_parts text[]) returns void
  language plpgsql set jit = off as $$
declare
  v_count bigint;
begin
  with quoted as (
    select distinct l.id from (
      select c.model_call_id as id, t.text from emend.model_call c cross join lateral emend.texts_in(c.request) as t(text)
       where c.tenant_id = p_tenant and c.request <> '{}') l
      join unnest(p_texts) as x(text) on x.text = l.text)
  update emend.model_call c set request = '{}', response = null, error = case when c.error is not null then 'erased' end
   where c.tenant_id = p_tenant and c.request <> '{}'
     and (c.step_id = any (p_nodes) or c.repair_id = any (p_repairs) or c.model_call_id in (select q.id from quoted q)
          or emend.json_has_part(c.request, p_parts) or emend.json_has_part(c.response, p_parts) or emend.has_part(c.error, p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'model_call', v_count);

  with replayed as (
    select s.repair_id, s.step_id from emend.replay_step s
     where s.tenant_id = p_tenant and s.repair_id = any (p_repairs)
       and (s.step_id = any (p_nodes) or s.new_step_id = any (p_nodes)
            or exists (select from jsonb_array_elements_text(s.detail -> 'made') made(id) where made.id::bigint = any (p_nodes)))),
  quoted as (
    select distinct l.id from (
      select c.tool_call_id as id, t.text from emend.tool_call c
       cross join lateral (select * from emend.texts_in(c.args) union all select * from emend.texts_in(c.result)) as t(text)
       where c.tenant_id = p_tenant) l
      join unnest(p_texts) as x(text) on x.text = l.text)
  update emend.tool_call c set args = '{}', result = null
   where c.tenant_id = p_tenant and (c.args <> '{}' or c.result is not null)
     and (c.step_id = any (p_nodes) or (c.step_id is null and c.repair_id = any (p_repairs))
          or (c.repair_id, c.step_id) in (select r.repair_id, r.step_id from replayed r) or c.tool_call_id in (select q.id from quoted q)
          or emend.json_has_part(c.args, p_parts) or emend.json_has_part(c.result, p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'tool_call', v_count);

  -- Of a step that is erased, what is needed to know what stands where; of others what the executor still reads while it is at work.
  update emend.replay_step s
     set detail = case
           when s.step_id = any (p_nodes) or s.new_step_id = any (p_nodes)
                or exists (select from jsonb_array_elements_text(s.detail -> 'made') made(id) where made.id::bigint = any (p_nodes))
           then jsonb_strip_nulls(jsonb_build_object('made', s.detail -> 'made', 'found', s.detail -> 'found', 'restored', s.detail -> 'restored'))
           else s.detail - array['asked', 'spare', 'dropped', 'args', 'calls'] end
    from emend.repair r
   where s.tenant_id = p_tenant and s.detail is not null and r.tenant_id = p_tenant and r.repair_id = s.repair_id
     and (emend.json_has_part(s.detail, p_parts) or s.repair_id = any (p_repairs) and (r.state in ('done', 'failed', 'undone') or s.step_id = any (p_nodes) or s.new_step_id = any (p_nodes)
          or exists (select from jsonb_array_elements_text(s.detail -> 'made') made(id) where made.id::bigint = any (p_nodes))));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'replay_step', v_count);

  update emend.verification v set missing_facts = '[]', detail = jsonb_strip_nulls(jsonb_build_object('retrieved', v.detail -> 'retrieved'))
   where v.tenant_id = p_tenant
     and (v.repair_id = any (p_repairs) or emend.json_has_part(v.missing_facts, p_parts) or emend.json_has_part(v.detail - 'retrieved', p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'verification', v_count);

  with quoted as (
    select distinct l.key_id, l.idempotency_key from (
      select h.key_id, h.idempotency_key, t.text from emend.http_request h cross join lateral emend.texts_in(to_jsonb(h.answer)) as t(text)
       where h.tenant_id = p_tenant and h.answer is not null) l
      join unnest(p_texts || p_names) as x(text) on x.text = l.text
    union
    select h.key_id, h.idempotency_key from emend.http_request h
     where h.tenant_id = p_tenant and h.answer is not null and emend.json_has_part(to_jsonb(h.answer), p_parts))
  update emend.http_request h set answer = null from quoted q
   where h.tenant_id = p_tenant and h.key_id = q.key_id and h.idempotency_key = q.idempotency_key;
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'http_request', v_count);
end $$;
comment on function emend.erase_quotes(integer, bigint, bigint[], bigint[], text[], text[], text[]) is
  'Part of erase_user: empties calls, payloads, notes and answers that quote nodes which are erased.';
