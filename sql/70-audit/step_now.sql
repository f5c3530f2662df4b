/** step_now: every step and whether its output may still be cited. */
create or replace view emend.step_now with (security_invoker = true) as
  select s.tenant_id, n.external_id as step, n.kind as type, se.external_id as session, n.turn, n.user_id as "user", s.agent_id as agent,
         coalesce(st.validity::text, 'valid') as validity, coalesce(st.is_stale_answer, false) as is_stale_answer, st.repair_id as decided_by_repair,
         (select old.external_id from emend.replacement r
            join emend.node old on old.tenant_id = r.tenant_id and old.node_id = r.old_node_id
           where r.tenant_id = s.tenant_id and r.new_node_id = s.step_id order by r.old_node_id desc limit 1) as replaces,
         (select new.external_id from emend.replacement r
            join emend.node new on new.tenant_id = r.tenant_id and new.node_id = r.new_node_id
           where r.tenant_id = s.tenant_id and r.old_node_id = s.step_id order by r.new_node_id desc limit 1) as replaced_by,
         s.content, s.tool_name, s.tool_args, s.call_id, s.query_text, s.used_basis,
         (select array_agg(u.external_id order by l.position) from unnest(s.used_ids) with ordinality l (id, position)
            join emend.node u on u.tenant_id = s.tenant_id and u.node_id = l.id) as used,
         s.step_id, coalesce(s.query_mode::text, case when s.query_text is not null then 'text' end) as query_mode, s.query_scores
    from emend.step s
    join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id
    left join emend.session se on se.tenant_id = n.tenant_id and se.session_id = n.session_id
    left join emend.step_state st on st.tenant_id = s.tenant_id and st.step_id = s.step_id;
comment on view emend.step_now is 'Every step by external id, with its validity and what replaced it.';
comment on column emend.step_now.tenant_id is 'Owner of the row.';
comment on column emend.step_now.step is 'The step.';
comment on column emend.step_now.type is 'Its type.';
comment on column emend.step_now.session is 'The session.';
comment on column emend.step_now.turn is 'The turn, from 1.';
comment on column emend.step_now."user" is 'The user of the session.';
comment on column emend.step_now.agent is 'The agent that took it.';
comment on column emend.step_now.validity is 'valid; withheld = waits for a repair; invalid = may not be cited.';
comment on column emend.step_now.is_stale_answer is 'An invalid answer that is regenerated when somebody asks for it.';
comment on column emend.step_now.decided_by_repair is 'The repair that withheld or invalidated it.';
comment on column emend.step_now.replaces is 'The older step whose place it took.';
comment on column emend.step_now.replaced_by is 'The newer step that took its place.';
comment on column emend.step_now.content is 'What it says.';
comment on column emend.step_now.tool_name is 'Tool of an action or observation.';
comment on column emend.step_now.tool_args is 'Arguments of an action.';
comment on column emend.step_now.call_id is 'The caller''s id of the tool call.';
comment on column emend.step_now.query_text is 'What a read asked for.';
comment on column emend.step_now.used_basis is 'inferred when the agent named no evidence.';
comment on column emend.step_now.used is 'Evidence in the recorded order.';
comment on column emend.step_now.step_id is 'Its clock.';
comment on column emend.step_now.query_mode is 'How a read looked for it: text, vector or fused.';
comment on column emend.step_now.query_scores is 'Score of each result of a read, in the order of used.';
