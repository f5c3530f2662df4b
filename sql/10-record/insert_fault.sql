/** insert_fault: one row that COPY wrote to emend.fault_copy becomes a fault; columns left out get the defaults of emend.fault. */
create or replace function emend.insert_fault() returns trigger language plpgsql as $$
begin
  insert into emend.fault (memory_id, type, detector, evidence, confidence, failed_answer_id, policy, state)
  values (new.memory_id, coalesce(new.type, 'unspecified'), coalesce(new.detector, current_user), new.evidence, new.confidence,
          new.failed_answer_id, new.policy, coalesce(new.state, 'open'));
  return new;
end $$;
comment on function emend.insert_fault() is 'Turns a row written to emend.fault_copy into a row of emend.fault.';

create or replace trigger a_copied_row_becomes_a_fault instead of insert on emend.fault_copy
  for each row execute function emend.insert_fault();
comment on trigger a_copied_row_becomes_a_fault on emend.fault_copy is 'COPY may not write to a table with row security, but to this view.';
