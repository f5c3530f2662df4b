/**
 * emend_agent: the programs that are watched. They record through functions, which check what they say, and read what is
 * active. Steps and inputs are not theirs to read by raw SQL: a claim may quote a memory that was withdrawn since.
 */
revoke all on all tables in schema emend from emend_agent;
revoke all on all functions in schema emend from emend_agent;
grant usage on schema emend to emend_agent;
select emend.grant_present('emend_agent', 'select', array[
  'tenant', 'session', 'node', 'memory', 'memory_state']);
select emend.grant_present('emend_agent', 'execute', array[
  'use_tenant', 'current_tenant_id', 'need_tenant', 'resolve_tenant', 'login_works_for', 'bound_tenant_id', 'caller', 'caller_is_trusted', 'refuse',
  'refuse_tenant', 'content_digest',
  'record_steps', 'search_memories']);
