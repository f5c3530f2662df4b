/**
 * report_once: what a detector says again while its fault is unsettled is no second fault: the row is left out, and INSERT goes on with the rest.
 *
 * No unique index: it would end the whole INSERT of a detector with an error for one double. So of two transactions that say the same at
 * the same moment both are kept; they meet in one repair.
 */
create or replace function emend.report_once() returns trigger language plpgsql as $$
begin
  if emend.reported_before(new.tenant_id, new.memory_id, new.detector, new.reported_by, new.failed_answer_id, new.policy, new.state) is not null then
    return null;
  end if;
  return new;
end $$;
comment on function emend.report_once() is 'Leaves out what a detector says again while its fault is unsettled.';

create or replace trigger a_detector_says_it_once before insert on emend.fault
  for each row when (not emend.is_restoring())
  execute function emend.report_once();
comment on trigger a_detector_says_it_once on emend.fault is 'Row by row, doubles within one INSERT included; rows of a backup are all kept.';
