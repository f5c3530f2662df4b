/** journal_readable: every transition in words and external ids, oldest first by journal_id. */
create or replace view emend.journal_readable with (security_invoker = true) as
  select j.tenant_id, j.journal_id, j.written_at, j.actor, j.action, n.external_id as node, n.kind, j.from_status, j.to_status,
         j.rule, j.reason, j.repair_id, j.fault_id, f.memory_id as faulty_memory, j.plan_hash
    from emend.journal j
    left join emend.node n on n.tenant_id = j.tenant_id and n.node_id = j.node_id
    left join emend.fault f on f.tenant_id = j.tenant_id and f.fault_id = j.fault_id;
comment on view emend.journal_readable is 'Every transition: who, what, why, by external id.';
comment on column emend.journal_readable.tenant_id is 'Owner of the row.';
comment on column emend.journal_readable.journal_id is 'Order of writing.';
comment on column emend.journal_readable.written_at is 'Wall time.';
comment on column emend.journal_readable.actor is 'Who did it.';
comment on column emend.journal_readable.action is 'What was done, a verb.';
comment on column emend.journal_readable.node is 'The memory or step; null for a transition of the repair itself.';
comment on column emend.journal_readable.kind is 'Its kind.';
comment on column emend.journal_readable.from_status is 'Status before.';
comment on column emend.journal_readable.to_status is 'Status after.';
comment on column emend.journal_readable.rule is 'The rule that decided, R1 to R14.';
comment on column emend.journal_readable.reason is 'Why, in words.';
comment on column emend.journal_readable.repair_id is 'The repair behind it.';
comment on column emend.journal_readable.fault_id is 'The fault behind it.';
comment on column emend.journal_readable.faulty_memory is 'The memory that the fault names.';
comment on column emend.journal_readable.plan_hash is 'The plan that decided.';
