/**
 * intend_step: boundary B4. What is about to be asked, before it is; a model call is counted here, made or not.
 *
 * p_key          idempotency key of the attempt; null for what a replayed step does besides: an extra call of a plan, whose own row tells, or what
 *                is remembered of it
 * p_prompt_hash  hash of what the model is asked; null when a tool is called
 * returns        model calls of the repair so far, this one included
 */
create or replace function emend.intend_step(p_tenant integer, p_repair bigint, p_step bigint, p_key text, p_prompt_hash text) returns integer
  language plpgsql as $$
declare
  v_calls integer := 0;
begin
  if p_prompt_hash is not null then
    update emend.repair r set model_calls = r.model_calls + 1 where r.tenant_id = p_tenant and r.repair_id = p_repair returning r.model_calls into v_calls;
  end if;
  update emend.replay_step s set state = 'intended', started_at = clock_timestamp(), intent_key = p_key, prompt_hash = p_prompt_hash
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step and p_key is not null;
  return v_calls;
end $$;
comment on function emend.intend_step(integer, bigint, bigint, text, text) is 'B4: writes down what is about to be asked, and counts a model call.';
