/** emend_detector: whoever diagnoses. Reads what it judges, and inserts fault rows: that is all a detector does. */
revoke all on all tables in schema emend from emend_detector;
revoke all on all functions in schema emend from emend_detector;
grant usage on schema emend to emend_detector;
select emend.grant_present('emend_detector', 'select', array[
  'tenant', 'session', 'node', 'input', 'step', 'step_state', 'memory', 'memory_state', 'edge', 'replacement',
  'fault', 'tombstone', 'enabled_detector', 'graph_edge', 'memory_lineage', 'memory_now', 'step_now', 'current_answer', 'fault_report']);
select emend.grant_present('emend_detector',
  'insert (tenant_id, memory_id, type, detector, evidence, confidence, failed_answer_id, policy, state)', array['fault']);
select emend.grant_present('emend_detector', 'insert', array['fault_copy']);
select emend.grant_present('emend_detector', 'execute', array[
  'use_tenant', 'current_tenant_id', 'need_tenant', 'resolve_tenant', 'login_works_for', 'bound_tenant_id', 'refuse', 'refuse_tenant', 'content_digest',
  'search_memories', 'current_answer', 'is_restoring', 'reported_before',
  'clock',
  'detect_failed_retirement', 'detect_wrong_user', 'detect_resurrection', 'readable_statements', 'made_statements', 'unreported', 'report_findings']);
