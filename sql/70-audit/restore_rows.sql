/**
 * restore_rows: write rows of a backup, as they are, into the tenant of this transaction.
 *
 * Whoever the rows say they are of, they are of this tenant. Nothing happens because of them: a restored fault is contained already, or
 * was not. Only in the transaction of begin_restore, so that no row can be forged into a tenant that has a history.
 *
 * p_table    a name of backup_tables
 * p_columns  the columns that the backup has; others get their defaults
 * p_rows     JSON array of rows
 * returns    how many
 * raises     bad_backup for a table, column or row that the database does not take; not_empty outside of a restore
 */
create or replace function emend.restore_rows(p_table text, p_columns text[], p_rows jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant constant integer := emend.need_tenant();
  v_known text[];
  v_odd text;
  v_count bigint;
begin
  if not exists (select from emend.restoration r where r.tenant_id = v_tenant and r.written_in = pg_current_xact_id()) then
    perform emend.refuse('not_empty', 'rows of a backup are written while a tenant is restored, and at no other time');
  end if;
  select t.columns into v_known from emend.backup_tables() t where t.name = p_table;
  select c.name into v_odd from unnest(p_columns) as c(name) where c.name is null or c.name <> all (v_known) limit 1;
  if v_known is null or v_odd is not null or coalesce(cardinality(p_columns), 0) = 0 then
    perform emend.refuse('bad_backup', format('this database has no table %L with a column %L', p_table, coalesce(v_odd, '')), jsonb_build_object('table', p_table));
  end if;
  perform set_config('emend.restoring', 'on', true);
  execute format(
    'insert into emend.%I (tenant_id, %s) overriding system value
     select $1, %s from jsonb_array_elements($2) as x(r) cross join lateral jsonb_populate_record(null::emend.%I, x.r) as p',
    p_table, (select string_agg(quote_ident(c.name), ', ' order by c.place) from unnest(p_columns) with ordinality as c(name, place)),
    (select string_agg(case when a.atttypid = 'jsonb'::regtype then format('x.r -> %L', a.attname) else format('p.%I', a.attname) end, ', ' order by c.place)
       from unnest(p_columns) with ordinality as c(name, place)
       join pg_attribute a on a.attrelid = format('emend.%I', p_table)::regclass and a.attname = c.name), p_table) using v_tenant, p_rows;
  get diagnostics v_count = row_count;
  perform set_config('emend.restoring', '', true);
  return v_count;
end $$;
comment on function emend.restore_rows(text, text[], jsonb) is 'Writes rows of a backup, as they are, into the tenant of this transaction, while it is restored.';
