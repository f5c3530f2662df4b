/**
 * backup_tables: tables that a backup of a tenant holds, in an order in which they can be filled again.
 *
 * Every table with a tenant that the caller may read, but for keys and logins, which belong to a server and its database; answers of
 * requests, which are kept for a day; that the tenant was restored; and words of searches, which are cut anew. What has a reference comes
 * after what it refers to, unless that is checked at commit.
 *
 * returns  one row a table: its name, the columns that are stored, in order, and a key by which its rows are sorted
 */
create or replace function emend.backup_tables() returns table (name text, columns text[], sorted_by text[])
  language plpgsql stable as $$
begin
  return query
  with recursive kept as (
    select c.oid, c.relname::text as name from pg_class c
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
       and c.relname not in ('tenant', 'api_key', 'login', 'http_request', 'restoration', 'memory_search')
  ), ranked(oid, depth) as (
    select k.oid, 0 from kept k
    union
    select f.conrelid, r.depth + 1 from ranked r
      join pg_constraint f on f.contype = 'f' and f.confrelid = r.oid and f.conrelid <> r.oid and not f.condeferrable
     where r.depth < 50
  )
  select k.name,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'tenant_id' order by a.attname),
         array(select a.attname::text from (
                 select i.indkey, i.indnkeyatts from pg_index i where i.indrelid = k.oid and i.indisunique and i.indpred is null and i.indexprs is null
                  order by i.indisprimary desc, i.indexrelid limit 1) i
                cross join lateral unnest(i.indkey::smallint[]) with ordinality as c(number, place)
                 join pg_attribute a on a.attrelid = k.oid and a.attnum = c.number
                where c.place <= i.indnkeyatts order by c.place)
    from kept k join ranked r on r.oid = k.oid
   group by k.oid, k.name order by max(r.depth), k.name;
end $$;
comment on function emend.backup_tables() is 'Tables that a backup of a tenant holds, in an order in which they can be filled again.';
