-- What became of a step in any repair is asked for each edge and each row of a plan.

create index replay_step_by_step on emend.replay_step (tenant_id, step_id);
