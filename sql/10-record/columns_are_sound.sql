/**
 * columns_are_sound: whether an item to record, taken apart into columns, has the right keys and sizes.
 *
 * The quick form of item_is_sound, which Postgres inlines into record_steps: it looks at columns that are there already. It takes a null
 * for a key that is left out, as Postgres does; nothing else that item_is_sound refuses.
 */
create or replace function emend.columns_are_sound(
    p_item jsonb, p_kind text, p_id text, p_type text, p_session text, p_turn integer, p_user text, p_agent text, p_content text, p_basis text,
    p_used jsonb, p_generated jsonb, p_consumed jsonb, p_derived jsonb, p_supersedes jsonb, p_late jsonb, p_facts jsonb, p_justified jsonb,
    p_tool jsonb, p_query jsonb, p_status text, p_source text, p_trust real, p_segments text)
  returns boolean language sql immutable parallel safe
  return p_id is not null and length(p_id) between 1 and 200 and jsonb_typeof(p_item -> 'id') = 'string'
    and p_content is not null and octet_length(p_content) <= 262144 and jsonb_typeof(p_item -> 'content') = 'string'
    and (p_user is null or length(p_user) between 1 and 200 and jsonb_typeof(p_item -> 'user') = 'string')
    and (p_agent is null or length(p_agent) between 1 and 200 and jsonb_typeof(p_item -> 'agent') = 'string')
    and (p_session is null or length(p_session) between 1 and 200 and jsonb_typeof(p_item -> 'session') = 'string')
    and (p_turn is null or p_turn between 1 and 999999999 and jsonb_typeof(p_item -> 'turn') = 'number')
    and (p_tool is null and p_query is null and p_facts is null and p_justified is null and p_late is null or emend.item_details_are_sound(p_item))
    and case p_kind
      when 'step' then
        p_item - '{kind,id,content,user,late,session,turn,agent,type,used_ids,basis,generated_memory_ids,consumed_memory_ids,justifications,facts,tool,query}'::text[] = '{}'
        and p_session is not null and p_turn is not null and p_type <> 'input' and p_type <> 'memory'
        and (p_basis is null or p_basis in ('declared', 'observed', 'inferred'))
        and (p_used is null or case jsonb_typeof(p_used) when 'array' then jsonb_array_length(p_used) <= 1000 else false end)
        and (p_generated is null or case jsonb_typeof(p_generated) when 'array' then jsonb_array_length(p_generated) <= 1000 else false end)
        and (p_consumed is null or case jsonb_typeof(p_consumed) when 'array' then jsonb_array_length(p_consumed) <= 1000 else false end)
      when 'memory' then
        p_item - '{kind,id,content,user,late,agent,source,derived_from,supersedes,status,trust,facts,segments}'::text[] = '{}'
        and (p_source is null or p_source in ('user_input', 'tool_observation', 'agent_summary', 'claim', 'injected_fault', 'imported'))
        and (p_status is null or p_status in ('active', 'superseded', 'deleted', 'quarantined'))
        and (p_trust is null or p_trust between 0 and 1 and jsonb_typeof(p_item -> 'trust') = 'number')
        and (p_segments is null or octet_length(p_segments) <= 524288 and jsonb_typeof(p_item -> 'segments') = 'string')
        and (p_derived is null or case jsonb_typeof(p_derived) when 'array' then jsonb_array_length(p_derived) <= 1000 else false end)
        and (p_supersedes is null or case jsonb_typeof(p_supersedes) when 'array' then jsonb_array_length(p_supersedes) <= 1000 else false end)
      when 'input' then
        p_item - '{kind,id,content,user,late,session,turn}'::text[] = '{}'
        and p_session is not null and p_turn is not null
      else false end;
comment on function emend.columns_are_sound(jsonb, text, text, text, text, integer, text, text, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, jsonb,
  jsonb, jsonb, jsonb, jsonb, text, text, real, text) is 'The quick form of item_is_sound, over columns.';
