-- What is looked up by repair: its report, its violations and the end of its tenant went through all that others had done.

create index replacement_by_repair on emend.replacement (tenant_id, repair_id);
create index tool_call_by_repair on emend.tool_call (tenant_id, repair_id);
