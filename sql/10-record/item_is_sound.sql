/**
 * item_is_sound: whether one item to record has the right keys, types and sizes.
 *
 * One boolean expression that Postgres inlines, because it runs for every item; emend.refuse_item finds out what is wrong
 * with the one that is not sound. Ids inside lists are checked where they are resolved.
 */
create or replace function emend.item_is_sound(p_item jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(p_item) = 'object'
    and jsonb_typeof(p_item -> 'id') = 'string' and length(p_item ->> 'id') between 1 and 200
    and jsonb_typeof(p_item -> 'content') = 'string' and octet_length(p_item ->> 'content') <= 262144
    and coalesce(jsonb_typeof(p_item -> 'user') = 'string' and length(p_item ->> 'user') between 1 and 200, not p_item ? 'user')
    and coalesce(jsonb_typeof(p_item -> 'agent') = 'string' and length(p_item ->> 'agent') between 1 and 200, not p_item ? 'agent')
    and coalesce(jsonb_typeof(p_item -> 'late') = 'array', not p_item ? 'late')
    and case p_item ->> 'kind'
      when 'step' then
        p_item - '{kind,id,content,user,late,session,turn,agent,type,used_ids,basis,generated_memory_ids,consumed_memory_ids,justifications,facts,tool,query}'::text[] = '{}'
        and jsonb_typeof(p_item -> 'session') = 'string' and length(p_item ->> 'session') between 1 and 200
        and jsonb_typeof(p_item -> 'turn') = 'number' and (p_item ->> 'turn') ~ '^[1-9][0-9]{0,8}$'
        and p_item ->> 'type' in ('memory_read', 'claim', 'plan', 'tool_action', 'tool_observation', 'final_answer',
                                  'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')
        and coalesce(p_item ->> 'basis' in ('declared', 'observed', 'inferred'), not p_item ? 'basis')
        and coalesce(jsonb_typeof(p_item -> 'used_ids') = 'array' and jsonb_array_length(p_item -> 'used_ids') <= 1000, not p_item ? 'used_ids')
        and coalesce(jsonb_typeof(p_item -> 'generated_memory_ids') = 'array' and jsonb_array_length(p_item -> 'generated_memory_ids') <= 1000,
                     not p_item ? 'generated_memory_ids')
        and coalesce(jsonb_typeof(p_item -> 'consumed_memory_ids') = 'array' and jsonb_array_length(p_item -> 'consumed_memory_ids') <= 1000,
                     not p_item ? 'consumed_memory_ids')
        and (not p_item ?| '{tool,query,justifications,facts,late}' or emend.item_details_are_sound(p_item))
      when 'memory' then
        p_item - '{kind,id,content,user,late,agent,source,derived_from,supersedes,status,trust,facts,segments}'::text[] = '{}'
        and coalesce(p_item ->> 'source' in ('user_input', 'tool_observation', 'agent_summary', 'claim', 'injected_fault', 'imported'),
                     not p_item ? 'source')
        and coalesce(p_item ->> 'status' in ('active', 'superseded', 'deleted', 'quarantined'), not p_item ? 'status')
        and coalesce(jsonb_typeof(p_item -> 'derived_from') = 'array' and jsonb_array_length(p_item -> 'derived_from') <= 1000,
                     not p_item ? 'derived_from')
        and coalesce(jsonb_typeof(p_item -> 'supersedes') = 'array' and jsonb_array_length(p_item -> 'supersedes') <= 1000, not p_item ? 'supersedes')
        and coalesce(jsonb_typeof(p_item -> 'segments') = 'string' and octet_length(p_item ->> 'segments') <= 524288, not p_item ? 'segments')
        and coalesce(jsonb_typeof(p_item -> 'trust') = 'number' and (p_item ->> 'trust')::numeric between 0 and 1, not p_item ? 'trust')
        and (not p_item ?| '{facts,late}' or emend.item_details_are_sound(p_item))
      when 'input' then
        p_item - '{kind,id,content,user,late,session,turn}'::text[] = '{}'
        and jsonb_typeof(p_item -> 'session') = 'string' and length(p_item ->> 'session') between 1 and 200
        and jsonb_typeof(p_item -> 'turn') = 'number' and (p_item ->> 'turn') ~ '^[1-9][0-9]{0,8}$'
        and (not p_item ? 'late' or emend.item_details_are_sound(p_item))
      else false end;
comment on function emend.item_is_sound(jsonb) is 'Whether one item to record has the right keys, types and sizes.';
