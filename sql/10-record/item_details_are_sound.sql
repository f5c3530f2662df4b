/**
 * item_details_are_sound: the parts of an item that few items have: facts, justifications, tool, query, late edges.
 */
create or replace function emend.item_details_are_sound(p_item jsonb) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  v_tool jsonb := p_item -> 'tool';
  v_query jsonb := p_item -> 'query';
begin
  if octet_length((p_item -> 'facts')::text) > 262144 or octet_length((p_item -> 'justifications')::text) > 262144
     or octet_length((p_item -> 'late')::text) > 262144 then
    return false;
  elsif v_tool is not null and v_tool <> 'null' and (
       jsonb_typeof(v_tool) <> 'object' or v_tool - '{name,args,call_id}'::text[] <> '{}'
       or jsonb_typeof(v_tool -> 'name') is distinct from 'string' or length(v_tool ->> 'name') not between 1 and 200
       or jsonb_typeof(v_tool -> 'call_id') <> 'string' or length(v_tool ->> 'call_id') > 200
       or not emend.json_is_shallow(v_tool -> 'args')) then
    return false;
  end if;
  if v_query is not null and v_query <> 'null' then
    if jsonb_typeof(v_query) <> 'object' or v_query - '{text,k,scope,mode,scores,model,embedding,considered}'::text[] <> '{}'
       or jsonb_typeof(v_query -> 'text') is distinct from 'string' or octet_length(v_query ->> 'text') > 262144
       or (v_query ? 'k' and (jsonb_typeof(v_query -> 'k') <> 'number' or (v_query ->> 'k') !~ '^(1000|[1-9][0-9]{0,2})$'))
       or (v_query ? 'mode' and coalesce(v_query ->> 'mode', '') not in ('text', 'vector', 'fused'))
       or (v_query ? 'model' and (jsonb_typeof(v_query -> 'model') <> 'string' or length(v_query ->> 'model') not between 1 and 200))
       or (v_query ? 'embedding' and not v_query ? 'model')
       or not emend.numbers_are_sound(v_query -> 'scores', 1000) or not emend.numbers_are_sound(v_query -> 'embedding', 16000)
       or not emend.numbers_are_sound(v_query -> 'considered', 4000) then
      return false;
    elsif v_query ? 'scope' then
      if jsonb_typeof(v_query -> 'scope') <> 'object' or (v_query -> 'scope') - '{user,agent,session}'::text[] <> '{}'
         or exists (select from jsonb_each(v_query -> 'scope') s where jsonb_typeof(s.value) <> 'string' or length(s.value #>> '{}') > 200) then
        return false;
      end if;
    end if;
  end if;
  if jsonb_typeof(p_item -> 'late') <> 'null' then
    if jsonb_typeof(p_item -> 'late') <> 'array' then
      return false;
    elsif jsonb_array_length(p_item -> 'late') > 1000
          or exists (select from jsonb_array_elements(p_item -> 'late') l where jsonb_typeof(l) <> 'object' or l - '{from,label}'::text[] <> '{}') then
      return false;
    end if;
  end if;
  if jsonb_typeof(p_item -> 'justifications') <> 'null' then
    if jsonb_typeof(p_item -> 'justifications') <> 'array' then
      return false;
    elsif jsonb_array_length(p_item -> 'justifications') > 1000 or exists (select from jsonb_array_elements(p_item -> 'justifications') j
                   where jsonb_typeof(j) <> 'array' or j = '[]' or jsonb_array_length(j) > 1000) then
      return false;
    end if;
  end if;
  if coalesce(jsonb_typeof(p_item -> 'facts') = 'null', true) then
    return true;
  end if;
  return jsonb_typeof(p_item -> 'facts') = 'array' and jsonb_array_length(p_item -> 'facts') <= 1000
     and not exists (
       select from jsonb_array_elements(case jsonb_typeof(p_item -> 'facts') when 'array' then p_item -> 'facts' else '[]' end) f
        where case when jsonb_typeof(f) <> 'object' then true
                   else not f ?& '{entity,attribute,value}' or f - '{entity,attribute,value}'::text[] <> '{}'
                        or jsonb_typeof(f -> 'value') <> 'string'
                        or jsonb_typeof(f -> 'entity') not in ('string', 'null')
                        or jsonb_typeof(f -> 'attribute') not in ('string', 'null') end);
end $$;
comment on function emend.item_details_are_sound(jsonb) is 'Whether facts, justifications, tool and query of an item have the agreed shape.';
