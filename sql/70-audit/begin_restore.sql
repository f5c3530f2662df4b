/**
 * begin_restore: let the rows of a backup into the tenant of this transaction, until the transaction ends. The tenant must be empty.
 *
 * p_settings  what tenant_settings said when the backup was made
 * p_actor     who asks
 * raises      not_empty naming a table that has rows; bad_backup for a setting that a tenant has not
 */
create or replace function emend.begin_restore(p_settings jsonb, p_actor text) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant constant integer := emend.need_tenant();
  v_table text;
  v_has_rows boolean;
  v_names text[] := array(select jsonb_object_keys(p_settings));
begin
  perform emend.lock_tenant(v_tenant);
  for v_table in select t.name from emend.backup_tables() t union all select 'restoration' loop
    execute format('select exists (select from emend.%I where tenant_id = $1)', v_table) using v_tenant into v_has_rows;
    if v_has_rows then
      perform emend.refuse('not_empty', format('the tenant has rows in %s already', v_table), jsonb_build_object('table', v_table));
    end if;
  end loop;
  insert into emend.restoration (tenant_id, actor) values (v_tenant, p_actor);
  if v_names <> '{}' then
    if not v_names <@ array(select jsonb_object_keys(emend.tenant_settings(v_tenant))) then
      perform emend.refuse('bad_backup', 'a tenant has no such setting', jsonb_build_object('settings', p_settings));
    end if;
    execute format('update emend.tenant t set (%s) = (select %s from jsonb_populate_record(null::emend.tenant, $1) as p) where t.tenant_id = $2',
                   (select string_agg(quote_ident(n), ', ' order by n) from unnest(v_names) as n),
                   (select string_agg(format('p.%I', n), ', ' order by n) from unnest(v_names) as n)) using p_settings, v_tenant;
  end if;
end $$;
comment on function emend.begin_restore(jsonb, text) is 'Lets the rows of a backup into the tenant of this transaction, which must be empty.';
