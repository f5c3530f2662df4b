/**
 * reported_before: the fault in which a detector says already what it is about to say.
 *
 * The same detector, by the same role of the database, of the same memory, in a fault that nobody has settled: open, held or under repair. A
 * report that names another answer to repair, or another arm, says something else. So does one that is sure where the first was held for a
 * person: it is repaired at once.
 *
 * p_answer, p_policy  of the new report; null = whatever the first has
 * returns  the number of that fault, the oldest of several; null = this is news
 */
create or replace function emend.reported_before(
    p_tenant integer, p_memory text, p_detector text, p_reporter text, p_answer text, p_policy text, p_state emend.fault_state)
  returns bigint language plpgsql volatile as $$
begin
  return (
    select min(f.fault_id) from emend.fault f
     where f.tenant_id = p_tenant and f.memory_id = p_memory and f.detector = p_detector and f.reported_by = p_reporter
       and f.state in ('open', 'held', 'claimed') and (f.state <> 'held' or p_state = 'held')
       and (p_answer is null or f.failed_answer_id = p_answer) and (p_policy is null or f.policy = p_policy));
end $$;
comment on function emend.reported_before(integer, text, text, text, text, text, emend.fault_state) is
  'The unsettled fault in which a detector says already what it is about to say; null = this is news.';
