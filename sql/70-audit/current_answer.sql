/**
 * current_answer: what stands as the answer of each turn: the youngest valid answer, else the youngest one with its
 * validity, so that a withheld or stale answer is seen as such.
 */
create or replace view emend.current_answer with (security_invoker = true) as
  select distinct on (n.tenant_id, n.session_id, n.turn)
         n.tenant_id, se.external_id as session, n.turn, n.external_id as answer,
         coalesce(st.validity::text, 'valid') as validity, coalesce(st.is_stale_answer, false) as is_stale,
         exists (select from emend.replacement r where r.tenant_id = n.tenant_id and r.new_node_id = n.node_id) as is_repaired,
         s.content, n.node_id as answer_id
    from emend.node n
    join emend.step s on s.tenant_id = n.tenant_id and s.step_id = n.node_id
    join emend.session se on se.tenant_id = n.tenant_id and se.session_id = n.session_id
    left join emend.step_state st on st.tenant_id = n.tenant_id and st.step_id = n.node_id
   where n.kind = 'final_answer'
   order by n.tenant_id, n.session_id, n.turn, (st.validity is null) desc, n.node_id desc;
comment on view emend.current_answer is 'What stands as the answer of each turn of each session.';
comment on column emend.current_answer.tenant_id is 'Owner of the row.';
comment on column emend.current_answer.session is 'The session.';
comment on column emend.current_answer.turn is 'The turn, from 1.';
comment on column emend.current_answer.answer is 'The answer step.';
comment on column emend.current_answer.validity is 'valid; withheld or invalid when no valid one exists.';
comment on column emend.current_answer.is_stale is 'It is regenerated when somebody asks for it.';
comment on column emend.current_answer.is_repaired is 'A repair made it.';
comment on column emend.current_answer.content is 'The text.';
comment on column emend.current_answer.answer_id is 'Its clock.';
