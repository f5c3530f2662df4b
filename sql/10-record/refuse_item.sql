/**
 * refuse_item: say what is wrong with an item that is not sound.
 *
 * p_item      the item
 * p_position  its place in the call, from 1
 * raises      too_large or bad_item, naming id, place and key
 */
create or replace function emend.refuse_item(p_item jsonb, p_position bigint) returns void
  language plpgsql as $$
declare
  v_place text := format('items[%s]', p_position - 1);
  v_where jsonb := jsonb_build_object('id', left(p_item ->> 'id', 200), 'item', p_position - 1);
  v_known text[];
  v_plain jsonb;
  v_key text;
begin
  if jsonb_typeof(p_item) <> 'object' or coalesce(p_item ->> 'kind', '') not in ('input', 'memory', 'step') then
    perform emend.refuse('bad_item', v_place || '.kind: an item is an object of kind input, memory or step', v_where);
  end if;
  v_known := case p_item ->> 'kind'
    when 'step' then '{kind,id,content,user,late,session,turn,agent,type,used_ids,basis,generated_memory_ids,consumed_memory_ids,justifications,facts,tool,query}'::text[]
    when 'memory' then '{kind,id,content,user,late,agent,source,derived_from,supersedes,status,trust,facts,segments}'::text[]
    else '{kind,id,content,user,late,session,turn}'::text[] end;
  select k into v_key from jsonb_object_keys(p_item) k where k <> all (v_known) order by k limit 1;
  if found then
    perform emend.refuse('bad_item', format('%s: a %s has no key %L', v_place, p_item ->> 'kind', v_key), v_where || jsonb_build_object('key', v_key));
  end if;
  foreach v_key in array array['id', 'content', 'session', 'turn', 'type'] loop
    if v_key = any (v_known) and not p_item ? v_key then
      perform emend.refuse('bad_item', format('%s: %s is missing', v_place, v_key), v_where || jsonb_build_object('key', v_key));
    end if;
  end loop;
  foreach v_key in array array['id', 'session', 'user', 'agent'] loop
    if jsonb_typeof(p_item -> v_key) = 'string' and length(p_item ->> v_key) > 200 then
      perform emend.refuse('too_large', format('%s.%s has more than 200 characters', v_place, v_key), v_where || jsonb_build_object('key', v_key));
    end if;
  end loop;
  if octet_length(p_item ->> 'content') > 262144 then
    perform emend.refuse('too_large', format('%s.content of %L has more than 256 kB', v_place, left(p_item ->> 'id', 200)), v_where);
  elsif octet_length(p_item ->> 'segments') > 524288 then
    perform emend.refuse('too_large', format('%s.segments of %L has more than 512 kB', v_place, left(p_item ->> 'id', 200)), v_where);
  end if;
  foreach v_key in array array['used_ids', 'generated_memory_ids', 'consumed_memory_ids', 'derived_from', 'supersedes', 'facts', 'justifications', 'late'] loop
    if jsonb_typeof(p_item -> v_key) = 'array' and jsonb_array_length(p_item -> v_key) > 1000 then
      perform emend.refuse('too_large', format('%s.%s has more than 1000 entries', v_place, v_key), v_where || jsonb_build_object('key', v_key));
    end if;
  end loop;
  foreach v_key in array array['facts', 'justifications', 'late', 'query'] loop
    if octet_length((p_item -> v_key)::text) > 262144 then
      perform emend.refuse('too_large', format('%s.%s has more than 256 kB', v_place, v_key), v_where || jsonb_build_object('key', v_key));
    end if;
  end loop;
  if jsonb_typeof(p_item #> '{query,scope}') = 'object'
     and exists (select from jsonb_each_text(p_item #> '{query,scope}') s where length(s.value) > 200) then
    perform emend.refuse('too_large', format('%s.query.scope has more than 200 characters', v_place), v_where || '{"key": "query"}');
  elsif jsonb_typeof(p_item -> 'tool') = 'object' and (length(p_item #>> '{tool,name}') > 200 or length(p_item #>> '{tool,call_id}') > 200) then
    perform emend.refuse('too_large', format('%s.tool has a name or call_id of more than 200 characters', v_place), v_where || '{"key": "tool"}');
  end if;
  if jsonb_typeof(p_item -> 'tool') = 'object' and not emend.json_is_shallow(p_item #> '{tool,args}') then
    perform emend.refuse('too_large', format('%s.tool.args is deeper than 64 levels or longer than 256 kB', v_place), v_where || '{"key": "tool"}');
  end if;
  -- a plain item of the kind, with one key of the real one at a time
  v_plain := case p_item ->> 'kind' when 'memory' then '{"kind": "memory", "id": "x", "content": ""}'
                                    when 'input' then '{"kind": "input", "id": "x", "content": "", "session": "x", "turn": 1}'
                                    else '{"kind": "step", "id": "x", "content": "", "session": "x", "turn": 1, "type": "claim"}' end;
  select k into v_key from unnest(v_known) with ordinality as u(k, n)
   where p_item ? k and p_item -> k <> 'null' and emend.item_is_sound(v_plain || jsonb_build_object(k, p_item -> k)) is not true
   order by n limit 1;
  if not found then  -- a null where a value is needed
    select k into v_key from unnest(v_known) with ordinality as u(k, n) where p_item -> k = 'null' and v_plain ? k order by n limit 1;
  end if;
  perform emend.refuse('bad_item', format('%s.%s is not as agreed: %s', v_place, coalesce(v_key, 'kind'), left((p_item -> v_key)::text, 200)),
                       v_where || jsonb_build_object('key', v_key));
end $$;
comment on function emend.refuse_item(jsonb, bigint) is 'Raise what is wrong with an item that is not sound, naming id, place and key.';
