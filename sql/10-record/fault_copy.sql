/**
 * fault_copy: what COPY writes faults to.
 *
 * Postgres refuses COPY into a table with row security, for every role that row security binds; into a view with an INSTEAD OF
 * trigger it is allowed. A row becomes an INSERT into emend.fault under the writer's own rights: same checks, same containment.
 * Repairs are opened from the fault rows afterwards, one per connected group, however the rows came in.
 *
 * example  copy emend.fault_copy (memory_id, type, detector, evidence) from stdin
 */
create or replace view emend.fault_copy with (security_invoker = true) as
  select f.memory_id, f.type, f.detector, f.evidence, f.confidence, f.failed_answer_id, f.policy, f.state from emend.fault f;
comment on view emend.fault_copy is 'Target for COPY: each row becomes a row of emend.fault, which COPY itself may not write to.';
comment on column emend.fault_copy.memory_id is 'External id of the faulty memory.';
comment on column emend.fault_copy.type is 'What the detector believes is wrong; unspecified when left out.';
comment on column emend.fault_copy.detector is 'Who diagnosed it; the database role when left out.';
comment on column emend.fault_copy.evidence is 'Free text for people.';
comment on column emend.fault_copy.confidence is 'The detector''s own, 0 to 1.';
comment on column emend.fault_copy.failed_answer_id is 'External id of the answer to repair.';
comment on column emend.fault_copy.policy is 'Arm for the repair: paper or facts.';
comment on column emend.fault_copy.state is 'held to wait for a person; open when left out.';
