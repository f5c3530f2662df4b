/** memory_now: every memory version and where it stands. */
create or replace view emend.memory_now with (security_invoker = true) as
  select m.tenant_id, n.external_id as memory, n.user_id as owner, m.agent_id as agent, st.status, st.is_withheld,
         st.status = 'active' and not st.is_withheld as is_readable, m.content, m.source,
         p.external_id as produced_by, st.changed_at, m.memory_id
    from emend.memory m
    join emend.node n on n.tenant_id = m.tenant_id and n.node_id = m.memory_id
    join emend.memory_state st on st.tenant_id = m.tenant_id and st.memory_id = m.memory_id
    left join emend.node p on p.tenant_id = m.tenant_id and p.node_id = m.producing_step_id;
comment on view emend.memory_now is 'Every memory version by external id, with its status, owner and content.';
comment on column emend.memory_now.tenant_id is 'Owner of the row.';
comment on column emend.memory_now.memory is 'The memory.';
comment on column emend.memory_now.owner is 'The user it belongs to; null means nobody in particular.';
comment on column emend.memory_now.agent is 'The agent that wrote it.';
comment on column emend.memory_now.status is 'active, superseded, deleted or quarantined.';
comment on column emend.memory_now.is_withheld is 'Out of retrieval until a fault or repair is through.';
comment on column emend.memory_now.is_readable is 'Agents can read it: active and not withheld.';
comment on column emend.memory_now.content is 'What is remembered.';
comment on column emend.memory_now.source is 'Where the content came from.';
comment on column emend.memory_now.produced_by is 'The step that made it; null for a root memory.';
comment on column emend.memory_now.changed_at is 'Last change of its status.';
comment on column emend.memory_now.memory_id is 'Its clock.';
