/**
 * emend_service: logins of the program itself, which serve every tenant: workers and servers, and the owner of the tables. Being a
 * member is what frees a login from being bound to tenants; what it may do comes from the other roles, which it is a member of as well
 * and takes for each transaction. The role's own right is to see whether the database fits the program.
 */
revoke all on all tables in schema emend from emend_service;
revoke all on all functions in schema emend from emend_service;
grant usage on schema emend to emend_service;
select emend.grant_present('emend_service', 'select', array['schema_migration', 'sql_object']);
