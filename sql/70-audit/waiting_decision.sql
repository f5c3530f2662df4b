/** waiting_decision: what a person has to decide: plans above the limit, and tool calls that cannot be taken back. */
create or replace view emend.waiting_decision with (security_invoker = true) as
  select r.tenant_id, r.repair_id, r.waiting_for, n.external_id as step, c.tool_name, c.effect, c.args, c.state as call_state, c.tool_call_id,
         coalesce(c.started_at, a.proposed_at, r.planned_at, r.opened_at) as since, r.waiting_reason as reason
    from emend.repair r
    left join emend.tool_call c on c.tenant_id = r.tenant_id and c.repair_id = r.repair_id and c.state in ('waiting', 'lost') and r.waiting_for = 'tool'
    left join lateral (select x.proposed_at from emend.approval x where x.tenant_id = r.tenant_id and x.repair_id = r.repair_id and r.waiting_for = 'approval'
                        order by x.approval_id desc limit 1) a on true
    left join emend.node n on n.tenant_id = c.tenant_id and n.node_id = c.step_id
   where r.waiting_for in ('approval', 'tool') and r.state not in ('failed', 'undone');
comment on view emend.waiting_decision is 'What a person has to decide with emend approve or emend skip.';
comment on column emend.waiting_decision.tenant_id is 'Owner of the row.';
comment on column emend.waiting_decision.repair_id is 'The repair that stands still.';
comment on column emend.waiting_decision.waiting_for is 'approval of the plan, or a tool call.';
comment on column emend.waiting_decision.step is 'The action that would be run again.';
comment on column emend.waiting_decision.tool_name is 'The tool.';
comment on column emend.waiting_decision.effect is 'Its declared class.';
comment on column emend.waiting_decision.args is 'Arguments of the call.';
comment on column emend.waiting_decision.call_state is 'waiting = not called; lost = a crash hid whether it was.';
comment on column emend.waiting_decision.tool_call_id is 'Number of the call.';
comment on column emend.waiting_decision.since is 'Since when.';
comment on column emend.waiting_decision.reason is 'Why it waits: of a plan that was approved before, what it does more.';
