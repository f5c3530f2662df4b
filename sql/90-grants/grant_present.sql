/**
 * grant_present: grant a privilege on those of the named objects that exist.
 *
 * The pages of the roles name objects of every stage. A name that is not there yet, or no longer, is passed over, so that
 * one page fits every version; a test compares the outcome with test/db/role-matrix.json.
 *
 * p_role       who gets it
 * p_privilege  execute on functions; select, insert, update, delete on tables and views, with columns where only those
 *              may be written: 'update (state)'
 * p_names      names in schema emend
 */
create or replace function emend.grant_present(p_role text, p_privilege text, p_names text[]) returns void
  language plpgsql set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_object text;
begin
  if p_privilege = 'execute' then
    for v_object in select p.oid::regprocedure::text from pg_proc p
                     where p.pronamespace = 'emend'::regnamespace and p.proname = any (p_names) loop
      execute format('grant execute on function %s to %I', v_object, p_role);
    end loop;
  else
    for v_object in select c.oid::regclass::text from pg_class c
                     where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname = any (p_names) loop
      execute format('grant %s on %s to %I', p_privilege, v_object, p_role);
    end loop;
  end if;
end $$;
comment on function emend.grant_present(text, text, text[]) is 'Grant a privilege on those of the named objects that exist.';
revoke all on function emend.grant_present(text, text, text[]) from public;
