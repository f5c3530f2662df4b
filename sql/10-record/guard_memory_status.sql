/**
 * guard_memory_status: refuse a change of status that did not come through set_memory_statuses and so has no journal row.
 */
create or replace function emend.guard_memory_status() returns trigger
  language plpgsql as $$
begin
  raise exception 'the status of memory % was changed past emend.set_memory_status', new.memory_id
    using errcode = '55000', hint = 'Call emend.set_memory_status, which writes the journal too.';
end $$;
comment on function emend.guard_memory_status() is 'Refuses a change of status that has no journal row.';

create or replace trigger a_status_changes_through_its_function before update of status on emend.memory_state
  for each row when (old.status is distinct from new.status and coalesce(current_setting('emend.status_change', true), '') <> 'on')
  execute function emend.guard_memory_status();
comment on trigger a_status_changes_through_its_function on emend.memory_state is 'The condition is the whole check: rows that pass it call nothing.';
