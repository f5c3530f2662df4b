/**
 * emend_auditor: reads everything of its tenant, the journal included, and writes nothing. Functions that run with the
 * caller's own rights cannot write for it either, so it may call them all; definer functions are not for it.
 */
revoke all on all tables in schema emend from emend_auditor;
revoke all on all functions in schema emend from emend_auditor;
grant usage on schema emend to emend_auditor;
do $$
declare v_object text;
begin
  for v_object in select c.oid::regclass::text from pg_class c
                   where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname not in ('memory_search', 'memory_embedding', 'api_key') loop
    execute format('grant select on %s to emend_auditor', v_object);
  end loop;
  for v_object in select p.oid::regprocedure::text from pg_proc p
                   where p.pronamespace = 'emend'::regnamespace and not p.prosecdef and p.prorettype <> 'trigger'::regtype
                     and p.proname not in ('grant_present', 'open_queue') loop
    execute format('grant execute on function %s to emend_auditor', v_object);
  end loop;
end $$;
select emend.grant_present('emend_auditor', 'execute', array['use_tenant', 'resolve_tenant', 'login_works_for', 'bound_tenant_id', 'search_memories', 'phantom_reads', 'have_embeddings']);
select emend.grant_present('emend_auditor',
  'select (tenant_id, key_id, role, user_id, name, created_at, expires_at, revoked_at, last_used_at)', array['api_key']);
