/**
 * webhook_type: what webhooks are told an event is; null = nothing.
 *
 * A fault that is held was opened too, and a repair whose store is not sufficient is done.
 */
create or replace function emend.webhook_type(p_type text) returns text
  language sql immutable parallel safe
  return case p_type
    when 'fault:opened' then 'fault.opened' when 'fault:held' then 'fault.opened'
    when 'repair:planned' then 'repair.planned' when 'repair:waiting' then 'repair.waiting' when 'tool:waiting' then 'repair.waiting'
    when 'repair:done' then 'repair.done' when 'repair:insufficient' then 'repair.done' when 'repair:failed' then 'repair.failed'
    when 'answer:stale' then 'answer.stale' when 'answer:corrected' then 'answer.corrected' end;
comment on function emend.webhook_type(text) is 'What webhooks are told an event is; null where they are told nothing.';
