/** model_usage: what each repair, and the agents beside them, asked of models. */
create or replace view emend.model_usage with (security_invoker = true) as
  select c.tenant_id, c.repair_id, c.purpose, c.stage, c.model, c.mode, count(*) as calls, count(c.error) as failed_calls,
         coalesce(sum(c.prompt_tokens), 0) as prompt_tokens, coalesce(sum(c.completion_tokens), 0) as completion_tokens,
         coalesce(sum(c.latency_ms), 0) as latency_ms, max(c.called_at) as last_called_at
    from emend.model_call c
   group by c.tenant_id, c.repair_id, c.purpose, c.stage, c.model, c.mode;
comment on view emend.model_usage is 'Calls and tokens per repair, purpose, stage and model; failed calls are counted too.';
comment on column emend.model_usage.tenant_id is 'Owner of the row.';
comment on column emend.model_usage.repair_id is 'The repair; null for agents'' own turns.';
comment on column emend.model_usage.purpose is 'agent, replay, probe, ask or embed.';
comment on column emend.model_usage.stage is 'claim, plan, answer, mutation, judge or embed.';
comment on column emend.model_usage.model is 'The model.';
comment on column emend.model_usage.mode is 'live, record or replay.';
comment on column emend.model_usage.calls is 'Calls, failed ones included.';
comment on column emend.model_usage.failed_calls is 'Calls without a usable answer.';
comment on column emend.model_usage.prompt_tokens is 'As the endpoint counted.';
comment on column emend.model_usage.completion_tokens is 'As the endpoint counted.';
comment on column emend.model_usage.latency_ms is 'Wall time of all calls together.';
comment on column emend.model_usage.last_called_at is 'The last call.';
