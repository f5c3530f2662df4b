/**
 * next_task: which task of the queue takes a repair on from the boundary that it passed last.
 *
 * returns  null where a repair has ended
 */
create or replace function emend.next_task(p_state emend.repair_state) returns text
  language sql immutable
  return case p_state when 'open' then 'emend_plan' when 'planned' then 'emend_apply' when 'applied' then 'emend_replay_step'
                      when 'replayed' then 'emend_finish' when 'finished' then 'emend_verify' end;
comment on function emend.next_task(emend.repair_state) is 'Which task of the queue takes a repair on; null where it has ended.';
