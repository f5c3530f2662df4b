/**
 * open_queue: let members of emend_service work on the queue, which belongs to the owner of the tables.
 *
 * graphile-worker turns row security on for its tables and makes no policy, so that its owner alone sees jobs. Called after its
 * own migrations, which may have made tables anew; by anybody else than the owner of the queue it changes nothing.
 */
create or replace function emend.open_queue() returns void
  language plpgsql set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_table record;
begin
  if not exists (select from pg_namespace n where n.nspname = 'graphile_worker' and n.nspowner = (select r.oid from pg_roles r where r.rolname = current_user)) then
    return;
  end if;
  grant usage on schema graphile_worker to emend_service;
  grant usage on all sequences in schema graphile_worker to emend_service;
  grant execute on all functions in schema graphile_worker to emend_service;
  grant select on all tables in schema graphile_worker to emend_service;
  for v_table in
    select c.relname as name, exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'emend_service') as is_open
      from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity order by c.relname
  loop
    execute format('grant insert, update, delete on graphile_worker.%I to emend_service', v_table.name);
    if not v_table.is_open then
      execute format('create policy emend_service on graphile_worker.%I to emend_service using (true) with check (true)', v_table.name);
    end if;
  end loop;
end $$;
comment on function emend.open_queue() is 'Let members of emend_service work on the queue, which belongs to the owner of the tables.';
revoke all on function emend.open_queue() from public;
