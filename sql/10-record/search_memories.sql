/**
 * search_memories: the memories that answer a question best.
 *
 * Active and not withheld ones only. Mode text goes by words, see ranked_by_words; vector by embeddings, see nearest_memories; fused by
 * both, whose ranks are fused. In every mode a memory that has no embedding yet is found by its words: by vector, those are fused in.
 *
 * Bounded, so that the cost does not follow the store: of the memories in scope the 1,000 youngest are looked at, and all older ones that have
 * something of the question that few memories have: a word, a pair of words, or all of them (telling_terms). An old memory that has
 * only words which one in a hundred memories has, none of them in a rare pair, is not found by words. Where a scope has fewer than 1,000
 * memories, or is a session, nothing is left out.
 *
 * The score of a word depends on question and memory alone, never on how common the word is in the store; and what is looked at depends on
 * older memories alone, whatever their status. So the same read finds the same when it is executed again over a repaired store,
 * save what left or came, and save where ranks were fused: then what else took part is returned too, and recorded with the read.
 *
 * A definer function, because the operators of text search cannot use an index under row security; so it repeats the tenant everywhere.
 *
 * p_words      words of the question that carry meaning, separated by blanks; cut as src/record/segment.ts does. The 1000 longest count
 * p_k          how many at most, 1 to 1000
 * p_user       only memories of this user and those without an owner; null = of everybody
 * p_agent      only memories that this agent wrote; null = any
 * p_session    only memories made in this session, by external id; null = any
 * p_before     only memories older than this tick of the clock, and embeddings; null = any
 * p_include    also these, whatever their age and status, where they fit question and scope; not for role emend_agent
 * p_exclude    never these
 * p_mode       vector and fused need the next two
 * p_model      whose embeddings are compared; p_embedding: where it places the question
 * raises       no_tenant, bad_item
 * returns      rows by score, then by memory_id. Score by text: 1 and more came by words, above a half by their beginnings, above 0.04 by
 *              trigrams; by vector: the cosine; where lists are fused: at most 2/61.
 *              considered, on the first row alone: what else took part in ranks that were fused or near
 */
create or replace function emend.search_memories(
    p_tenant integer, p_words text, p_k integer default 5, p_user text default null, p_agent text default null,
    p_session text default null, p_before bigint default null, p_include bigint[] default '{}', p_exclude bigint[] default '{}',
    p_mode emend.search_mode default 'text', p_model text default null, p_embedding real[] default null)
  returns table (memory_id bigint, id text, content text, score double precision, considered bigint[])
  language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_ids bigint[] := '{}';
  v_scores double precision[] := '{}';
  v_considered bigint[] := '{}';
  v_near record;
  v_words text[];
  v_session bigint;
  v_depth integer;  -- of each list that is fused: what is low in both may be high in one
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant searched is not the tenant of the transaction');
  elsif cardinality(p_include) > 0 and not emend.caller_is_trusted() and not pg_has_role(emend.caller(), 'emend_auditor', 'usage') then
    p_include := '{}';
  end if;
  if p_k is null or p_k not between 1 and 1000 then
    perform emend.refuse('bad_item', format('p_k is a number from 1 to 1000, not %s', coalesce(p_k::text, 'null')));
  elsif coalesce(p_mode, 'text') <> 'text' and (p_model is null or emend.unit_embedding(p_embedding) is null) then
    perform emend.refuse('bad_item', format('mode %s needs p_model, and p_embedding with a number that is not 0', p_mode));
  end if;
  p_include := coalesce(p_include, '{}');
  p_exclude := coalesce(p_exclude, '{}');
  if p_session is not null then
    v_session := coalesce((select e.session_id from emend.session e where e.tenant_id = p_tenant and e.external_id = p_session), -1);
  end if;
  v_words := array(
    select w.word from unnest(tsvector_to_array(to_tsvector('simple', left(coalesce(p_words, ''), 200000)))) as w(word)
     order by length(w.word) desc, w.word limit 1000);
  v_depth := case when coalesce(p_mode, 'text') = 'text' then p_k else least(1000, 2 * p_k + 10) end;

  if v_words <> '{}' then
    select w.found_ids, w.found_scores, w.considered into v_ids, v_scores, v_considered
      from emend.ranked_by_words(p_tenant, v_words, p_k, v_depth, p_user, p_agent, v_session, p_before, p_include, p_exclude) w;
  end if;
  if p_mode in ('vector', 'fused') then
    v_near := emend.nearest_memories(p_tenant, p_model, p_embedding, v_depth, p_user, p_agent, v_session, p_before, p_include, p_exclude);
    if p_mode = 'vector' then
      v_ids := array(
        select w.id from unnest(v_ids) with ordinality as w(id, place)
         where not exists (select from emend.memory_embedding e
                            where e.tenant_id = p_tenant and e.model = p_model and e.memory_id = w.id and length(e.signs) = cardinality(p_embedding)
                              and (p_before is null or e.embedded_t < p_before or e.memory_id = any (p_include)))
         order by w.place);
    end if;
    v_considered := v_considered || v_near.looked_at || v_ids;
    if v_ids = '{}' then
      v_ids := v_near.found_ids[:p_k];
      v_scores := v_near.found_scores[:p_k];
    else
      select f.ids, f.scores into v_ids, v_scores from emend.fuse_ranks(v_ids, v_near.found_ids, p_k) f;
    end if;
    v_considered := array(select distinct c.id from unnest(v_considered) as c(id) where c.id <> all (v_ids) order by c.id);
  end if;

  return query
  select f.memory_id, n.external_id, m.content, f.score, case when f.place = 1 then v_considered else '{}' end
    from unnest(v_ids, v_scores) with ordinality as f(memory_id, score, place)
   cross join lateral (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = f.memory_id offset 0) n
   cross join lateral (select m.content from emend.memory m where m.tenant_id = p_tenant and m.memory_id = f.memory_id offset 0) m
   order by f.place;
end $$;
comment on function emend.search_memories(
  integer, text, integer, text, text, text, bigint, bigint[], bigint[], emend.search_mode, text, real[]) is
  'Active memories that answer a question best: by words, then by trigrams, by embeddings, or by both; deterministic.';
