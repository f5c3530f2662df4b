/** repair_report: what each repair decided about each node, by which rule and why, and what became of it. */
create or replace view emend.repair_report with (security_invoker = true) as
  select p.tenant_id, p.repair_id, r.state as repair_state, r.policy, n.external_id as node, p.node_kind as kind, p.disposition, p.rule,
         p.reason, p.is_affected, p.is_supported, p.is_invalid, p.is_stale_answer, p.replay_position,
         rs.state as replay_state, new.external_id as replaced_by, rs.is_changed, p.status_before, ms.status as status_now, p.proof, p.node_id
    from emend.plan_row p
    join emend.repair r on r.tenant_id = p.tenant_id and r.repair_id = p.repair_id
    join emend.node n on n.tenant_id = p.tenant_id and n.node_id = p.node_id
    left join emend.replay_step rs on rs.tenant_id = p.tenant_id and rs.repair_id = p.repair_id and rs.step_id = p.node_id
    left join emend.node new on new.tenant_id = rs.tenant_id and new.node_id = rs.new_step_id
    left join emend.memory_state ms on ms.tenant_id = p.tenant_id and ms.memory_id = p.node_id;
comment on view emend.repair_report is 'What each repair decided about each node, by which rule and why, and what became of it.';
comment on column emend.repair_report.tenant_id is 'Owner of the row.';
comment on column emend.repair_report.repair_id is 'The repair.';
comment on column emend.repair_report.repair_state is 'The last boundary it passed.';
comment on column emend.repair_report.policy is 'Arm: facts or paper.';
comment on column emend.repair_report.node is 'The memory or step.';
comment on column emend.repair_report.kind is 'Its kind.';
comment on column emend.repair_report.disposition is 'What the plan does with it.';
comment on column emend.repair_report.rule is 'The rule that decided, R1 to R14.';
comment on column emend.repair_report.reason is 'Why, in words.';
comment on column emend.repair_report.is_affected is 'It may carry content of a fault.';
comment on column emend.repair_report.is_supported is 'It stands on evidence outside the faults.';
comment on column emend.repair_report.is_invalid is 'The step''s output may no longer be cited.';
comment on column emend.repair_report.is_stale_answer is 'An invalid answer that this repair does not regenerate.';
comment on column emend.repair_report.replay_position is 'Order of replay, from 1.';
comment on column emend.repair_report.replay_state is 'How far its replay is.';
comment on column emend.repair_report.replaced_by is 'The step that its replay made.';
comment on column emend.repair_report.is_changed is 'Whether the new step says something else.';
comment on column emend.repair_report.status_before is 'Status of a memory before the repair.';
comment on column emend.repair_report.status_now is 'Status of a memory now.';
comment on column emend.repair_report.proof is 'Why it stands or falls, for machines; emend explain prints it for people.';
comment on column emend.repair_report.node_id is 'Its clock.';
