/**
 * begin_restore: let the rows of a backup into the tenant of this transaction, until the transaction ends. The tenant must be empty.
 *
 * p_policy  arm of the tenant, from the backup
 * p_actor   who asks
 * raises    not_empty naming a table that has rows
 */
create or replace function emend.begin_restore(p_policy text, p_actor text) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant constant integer := emend.need_tenant();
  v_table text;
  v_has_rows boolean;
begin
  perform emend.lock_tenant(v_tenant);
  for v_table in select t.name from emend.backup_tables() t union all select 'restoration' loop
    execute format('select exists (select from emend.%I where tenant_id = $1)', v_table) using v_tenant into v_has_rows;
    if v_has_rows then
      perform emend.refuse('not_empty', format('the tenant has rows in %s already', v_table), jsonb_build_object('table', v_table));
    end if;
  end loop;
  insert into emend.restoration (tenant_id, actor) values (v_tenant, p_actor);
  update emend.tenant t set policy = p_policy where t.tenant_id = v_tenant;
end $$;
comment on function emend.begin_restore(text, text) is 'Lets the rows of a backup into the tenant of this transaction, which must be empty.';
