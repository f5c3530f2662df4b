/**
 * consequence: irreversible calls that were made for a reason which a repair has withdrawn. They are done in the world, so a person
 * should know of them; what they returned stays true.
 */
create or replace view emend.consequence with (security_invoker = true) as
  select distinct p.tenant_id, p.repair_id, n.external_id as action, s.tool_name, s.content as call
    from emend.plan_row p
    join emend.repair r on r.tenant_id = p.tenant_id and r.repair_id = p.repair_id and r.state in ('applied', 'replayed', 'finished', 'done')
   cross join lateral jsonb_array_elements_text(p.proof -> 'of') as a(id)
    join emend.plan_row x on x.tenant_id = p.tenant_id and x.repair_id = p.repair_id and x.node_id = a.id::bigint and x.is_invalid
    join emend.node n on n.tenant_id = p.tenant_id and n.node_id = x.node_id
    join emend.step s on s.tenant_id = p.tenant_id and s.step_id = x.node_id
   where p.proof ->> 'kind' = 'consequence';
comment on view emend.consequence is 'Irreversible calls that were made for a reason which a repair has withdrawn.';
comment on column emend.consequence.tenant_id is 'Owner of the row.';
comment on column emend.consequence.repair_id is 'The repair that withdrew the reason.';
comment on column emend.consequence.action is 'The action.';
comment on column emend.consequence.tool_name is 'The tool.';
comment on column emend.consequence.call is 'The call as it was recorded.';
