/** history_is_append_only: the trigger of guard_history on each table of history, once a statement, so that writers pay nothing. */
create or replace trigger history_is_append_only before update or delete or truncate on emend.journal
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.event
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.node
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.input
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.step
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.memory
  for each statement execute function emend.guard_history();
create or replace trigger history_is_append_only before update or delete or truncate on emend.edge
  for each statement execute function emend.guard_history();
comment on trigger history_is_append_only on emend.journal is 'Every transition stays.';
comment on trigger history_is_append_only on emend.event is 'What was announced stays announced.';
comment on trigger history_is_append_only on emend.node is 'Nodes go by erasure only.';
comment on trigger history_is_append_only on emend.input is 'What a user said stays as it was said.';
comment on trigger history_is_append_only on emend.step is 'What an agent did stays as it was recorded.';
comment on trigger history_is_append_only on emend.memory is 'A memory version stays as it was written; its status is elsewhere.';
comment on trigger history_is_append_only on emend.edge is 'Why one thing depended on another stays.';
