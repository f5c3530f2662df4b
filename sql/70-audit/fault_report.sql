/** fault_report: every fault and how far it is. */
create or replace view emend.fault_report with (security_invoker = true) as
  select f.tenant_id, f.fault_id, f.memory_id as memory, f.state, f.type, f.detector, f.evidence, f.confidence, f.failed_answer_id as failed_answer,
         f.repair_id, r.state as repair_state, r.waiting_for, r.error_code, r.error_detail,
         ms.status as memory_status, ms.is_withheld, f.reported_by, f.reported_at, r.finished_at
    from emend.fault f
    join emend.node n on n.tenant_id = f.tenant_id and n.external_id = f.memory_id
    left join emend.memory_state ms on ms.tenant_id = n.tenant_id and ms.memory_id = n.node_id
    left join emend.repair r on r.tenant_id = f.tenant_id and r.repair_id = f.repair_id;
comment on view emend.fault_report is 'Every fault: who said so, its repair and how far it is, and where the memory stands.';
comment on column emend.fault_report.tenant_id is 'Owner of the row.';
comment on column emend.fault_report.fault_id is 'Number of the fault.';
comment on column emend.fault_report.memory is 'The faulty memory.';
comment on column emend.fault_report.state is 'open, claimed, done, failed, needs_person or withdrawn.';
comment on column emend.fault_report.type is 'What the detector believes is wrong.';
comment on column emend.fault_report.detector is 'Who diagnosed it.';
comment on column emend.fault_report.evidence is 'Free text of the detector.';
comment on column emend.fault_report.confidence is 'The detector''s own, 0 to 1.';
comment on column emend.fault_report.failed_answer is 'The answer to repair, if the detector named one.';
comment on column emend.fault_report.repair_id is 'The repair that has it.';
comment on column emend.fault_report.repair_state is 'The last boundary that the repair passed.';
comment on column emend.fault_report.waiting_for is 'approval or tool: a person decides; overlap: an older repair goes first.';
comment on column emend.fault_report.error_code is 'Why the repair stopped.';
comment on column emend.fault_report.error_detail is 'What the error said.';
comment on column emend.fault_report.memory_status is 'Where the memory stands now.';
comment on column emend.fault_report.is_withheld is 'Whether it is out of retrieval for the time being.';
comment on column emend.fault_report.reported_by is 'Database role that inserted it.';
comment on column emend.fault_report.reported_at is 'When.';
comment on column emend.fault_report.finished_at is 'When its repair reached an end.';
