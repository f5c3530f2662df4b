/**
 * backup_query: the query that gives the rows of one table as a backup has them: a JSON object a row, in the order of the key.
 *
 * A column that is null is left out, so that a null inside of JSON stays what it is. Text, for a cursor: what is large is read piece by
 * piece, under the caller's rights.
 *
 * p_table  a name of backup_tables
 * raises   not_found
 */
create or replace function emend.backup_query(p_tenant integer, p_table text) returns text
  language plpgsql stable as $$
declare
  v_table record;
begin
  select * into v_table from emend.backup_tables() t where t.name = p_table;
  if not found then
    perform emend.refuse('not_found', format('a backup holds no table %L', p_table), jsonb_build_object('table', p_table));
  end if;
  return format(
    'select (to_jsonb(t) - (array[%s] || array_remove(array[%s]::text[], null)))::text as line from emend.%I t where t.tenant_id = %s order by %s',
    (select string_agg(quote_literal(a.attname), ', ') from pg_attribute a
      where a.attrelid = format('emend.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (v_table.columns)),
    (select string_agg(format('case when t.%I is null then %L end', c.name, c.name), ', ') from unnest(v_table.columns) as c(name)),
    p_table, p_tenant, (select string_agg(format('t.%I', k.name), ', ' order by k.place) from unnest(v_table.sorted_by) with ordinality as k(name, place)));
end $$;
comment on function emend.backup_query(integer, text) is 'The query that gives the rows of one table as a backup has them.';
