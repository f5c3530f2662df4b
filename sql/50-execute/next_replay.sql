/**
 * next_replay: the step that the replay of a repair goes on with. Original order; the extra calls of a plan come right after it, and what is
 * remembered of them right after the answer of their turn.
 *
 * returns  its row; null when every step has its result
 */
create or replace function emend.next_replay(p_tenant integer, p_repair bigint) returns emend.replay_step
  language plpgsql stable as $$
declare
  v_row emend.replay_step;
begin
  select s.* into v_row from emend.replay_step s
   where s.tenant_id = p_tenant and s.repair_id = p_repair
     and (s.state in ('pending', 'intended', 'waiting')
          or (s.state = 'done' and s.detail ->> 'remember' = 'pending')
          or (s.state in ('done', 'cut_off') and s.detail ? 'calls'
              and exists (select from jsonb_array_elements(s.detail -> 'calls') c(made) where c.made ->> 'action' is null and not c.made ? 'state')))
   order by s.position limit 1;
  return v_row;
end $$;
comment on function emend.next_replay(integer, bigint) is 'The step that the replay of a repair goes on with; null when every step has its result.';
