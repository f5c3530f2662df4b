/** approved_effects: what a person approved last of a repair, as in plan_effects; null where nobody did. */
create or replace function emend.approved_effects(p_tenant integer, p_repair bigint) returns jsonb
  language plpgsql stable as $$
begin
  return (select a.effects from emend.approval a
           where a.tenant_id = p_tenant and a.repair_id = p_repair and a.is_approved order by a.approval_id desc limit 1);
end $$;
comment on function emend.approved_effects(integer, bigint) is 'What a person approved last of a repair; null where nobody did.';
