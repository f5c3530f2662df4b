/** What schema emend consists of, one line an object, read from the catalog. The same on every supported Postgres. */
import pg from 'pg'

/** Not compared: row types and array types come with their tables, and constraints of not-null are rows since Postgres 18. */
const listing = `
  select line from (
    select 'type ' || t.typname || ' (' || string_agg(e.enumlabel, ', ' order by e.enumsortorder) || ')' as line
      from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'emend'::regnamespace group by t.typname
    union all
    select 'table ' || c.relname || ' (' || string_agg(
             a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
             || case when a.attnotnull then ' not null' else '' end
             || case when a.attidentity = 'a' then ' identity always' when a.attidentity = 'd' then ' identity' else '' end
             || case when a.attgenerated = 's' then ' generated ' || pg_get_expr(d.adbin, d.adrelid)
                     when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end, ', ' order by a.attnum)
           || ')' || case when c.relrowsecurity and c.relforcerowsecurity then ' row security forced' else '' end
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' group by c.oid, c.relname
    union all
    select 'view ' || c.relname || ' (' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
           || ')' || coalesce(' with ' || array_to_string(c.reloptions, ', '), '')
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'v' group by c.oid, c.relname, c.reloptions
    union all
    select 'index ' || indexname || ' ' || regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ON ', '\\1on ')
      from pg_indexes where schemaname = 'emend'
    union all
    select 'constraint ' || c.relname || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = 'emend'::regnamespace and k.contype <> 'n'
    union all
    select 'sequence ' || c.relname from pg_class c where c.relnamespace = 'emend'::regnamespace and c.relkind = 'S'
    union all
    select 'function ' || p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid)
           || case when p.prosecdef then ' security definer' else '' end
           || coalesce(' set ' || array_to_string(p.proconfig, ', '), '')
      from pg_proc p where p.pronamespace = 'emend'::regnamespace
    union all
    select 'trigger ' || c.relname || '.' || t.tgname || ' ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \\S+ ', '')
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'emend'::regnamespace and not t.tgisinternal
    union all
    select 'policy ' || tablename || '.' || policyname || ' ' || lower(permissive) || ' ' || lower(cmd) || ' to '
           || array_to_string(array(select case r when session_user then 'owner' else r end from unnest(roles) as r), ', ')
           || ' using ' || coalesce(qual, '-') || ' check ' || coalesce(with_check, '-')
      from pg_policies where schemaname = 'emend'
  ) as lines(line) order by line collate "C"`

/** One line an object, sorted by its bytes. No schema is searched, so that every name comes with its schema. */
export async function catalogListing(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path = ''`)
    const { rows } = await client.query<{ line: string }>(listing)
    return rows.map(({ line }) => line.replaceAll(/\s+/g, ' '))
  } finally {
    await client.end()
  }
}
