/**
 * earlier_reply: what the model has said to a repair that this one has taken over, when it was asked the same for the same step.
 *
 * p_hash   hash of what it is to be asked
 * returns  the reply; null when it has to be asked
 */
create or replace function emend.earlier_reply(p_tenant integer, p_repair bigint, p_step bigint, p_hash text) returns jsonb
  language plpgsql stable as $$
begin
  return (select y.detail #> '{asked,reply}' from emend.merged_before(p_tenant, p_repair) as m(id)
            join emend.replay_step y on y.tenant_id = p_tenant and y.repair_id = m.id and y.step_id = p_step
           where y.detail #>> '{asked,hash}' = p_hash
           order by y.finished_at desc limit 1);
end $$;
comment on function emend.earlier_reply(integer, bigint, bigint, text) is
  'What the model has said to a repair that this one has taken over, when it was asked the same for the same step.';
