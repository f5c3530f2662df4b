/** violations_unprotected_table: a table of schema emend with a tenant but without forced row security or a policy. Empty when healthy. */
create or replace view emend.violations_unprotected_table with (security_invoker = true) as
  select emend.current_tenant_id() as tenant_id, null::bigint as repair_id, null::bigint as node_id, null::text as node,
         format('table %s: row security is %s', c.oid::regclass,
                case when not c.relrowsecurity then 'off' when not c.relforcerowsecurity then 'not forced' else 'without a policy' end) as detail
    from pg_catalog.pg_class c
   where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'emend') and c.relkind in ('r', 'p')
     and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid));
comment on view emend.violations_unprotected_table is 'Tables of a tenant without forced row security. Empty when healthy.';
comment on column emend.violations_unprotected_table.tenant_id is 'Owner of the row.';
comment on column emend.violations_unprotected_table.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_unprotected_table.node_id is 'Clock of the node.';
comment on column emend.violations_unprotected_table.node is 'The node.';
comment on column emend.violations_unprotected_table.detail is 'What is wrong, in words.';
