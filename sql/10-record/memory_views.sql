/**
 * memory_views: memories by external ids, with where they stand, why, and what stands for them now.
 *
 * Runs with the caller's rights: an agent sees what it may read, an auditor everything. Text that was withdrawn is blanked by the caller.
 *
 * p_ids       these; null = any          p_user, p_agent, p_session   of these; null = any
 * p_statuses  of these; null = any       p_readable  active and not withheld only
 * p_after     younger than this one      p_limit     how many at most
 * returns     oldest first; columns are named as in TypeScript
 * raises      not_found when p_after names no memory
 */
create or replace function emend.memory_views(
    p_tenant integer, p_ids text[], p_user text, p_agent text, p_session text, p_statuses text[], p_readable boolean, p_after text, p_limit integer)
  returns table (
    id text, content text, status emend.memory_status, "isWithheld" boolean, reason text, source emend.memory_source, "userId" text, "agentId" text,
    "sessionId" text, "producingStepId" text, "derivedFrom" text[], supersedes text[], "replacedBy" text[], "recordedAt" timestamptz, "changedAt" timestamptz)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
declare
  v_after bigint := 0;
begin
  if p_after is not null then
    select n.node_id into v_after from emend.node n where n.tenant_id = p_tenant and n.external_id = p_after and n.kind = 'memory';
    if not found then
      perform emend.refuse('not_found', format('there is no memory %L in this tenant', p_after), jsonb_build_object('id', p_after));
    end if;
  end if;
  return query
  with picked as (
    select n.node_id, n.external_id, n.user_id, n.session_id, n.recorded_at, s.status, s.is_withheld, s.changed_at
      from emend.node n
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = n.node_id
     where n.tenant_id = p_tenant and n.kind = 'memory' and n.node_id > v_after
       and (p_ids is null or n.external_id = any (p_ids))
       and (p_user is null or n.user_id = p_user)
       and (p_session is null or n.session_id in (select e.session_id from emend.session e where e.tenant_id = p_tenant and e.external_id = p_session))
       and (p_agent is null or exists (select from emend.memory m where m.tenant_id = p_tenant and m.memory_id = n.node_id and m.agent_id = p_agent))
       and (p_statuses is null or s.status = any (p_statuses::emend.memory_status[]))
       and (not p_readable or (s.status = 'active' and not s.is_withheld))
     order by n.node_id limit p_limit
  )
  select p.external_id, m.content, p.status, p.is_withheld,
         case when p.status = 'active' and not p.is_withheld then null else coalesce(j.reason, 'recorded as ' || p.status) end,
         m.source, p.user_id, m.agent_id,
         (select e.external_id from emend.session e where e.tenant_id = p_tenant and e.session_id = p.session_id),
         (select o.external_id from emend.node o where o.tenant_id = p_tenant and o.node_id = m.producing_step_id),
         array(select o.external_id from unnest(m.derived_from) with ordinality as d(id, place)
                 join emend.node o on o.tenant_id = p_tenant and o.node_id = d.id order by d.place),
         array(select o.external_id from unnest(m.supersedes) with ordinality as d(id, place)
                 join emend.node o on o.tenant_id = p_tenant and o.node_id = d.id order by d.place),
         array(select o.external_id from (
                 select e.target_id as id from emend.edge e where e.tenant_id = p_tenant and e.source_id = p.node_id and e.label = 'supersede'
                 union
                 select r.new_node_id from emend.replacement r where r.tenant_id = p_tenant and r.old_node_id = p.node_id) x
                 join emend.node o on o.tenant_id = p_tenant and o.node_id = x.id and o.kind = 'memory' order by x.id),
         p.recorded_at, p.changed_at
    from picked p
    join emend.memory m on m.tenant_id = p_tenant and m.memory_id = p.node_id
    left join lateral (
      select j.reason from emend.journal j where j.tenant_id = p_tenant and j.node_id = p.node_id and j.reason is not null
       order by j.journal_id desc limit 1) j on true
   order by p.node_id;
end $$;
comment on function emend.memory_views(integer, text[], text, text, text, text[], boolean, text, integer) is
  'Memories by external ids, with where they stand, why, and what stands for them now.';
