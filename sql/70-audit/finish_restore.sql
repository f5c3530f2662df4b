/**
 * finish_restore: what a restored tenant needs to go on: words to search by, which a worker cuts, and numbers and a clock that go on
 * after the last ones of the backup.
 *
 * raises  not_empty outside of a restore
 */
create or replace function emend.finish_restore() returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant constant integer := emend.need_tenant();
  v_number record;
  v_last bigint;
begin
  if not exists (select from emend.restoration r where r.tenant_id = v_tenant and r.written_in = pg_current_xact_id()) then
    perform emend.refuse('not_empty', 'this is for the end of a restore');
  end if;
  insert into emend.memory_search (tenant_id, memory_id, user_id, agent_id, segments)
  select v_tenant, m.memory_id, n.user_id, m.agent_id, m.content
    from emend.memory m join emend.node n on n.tenant_id = v_tenant and n.node_id = m.memory_id
   where m.tenant_id = v_tenant and not exists (select from emend.erased_node e where e.tenant_id = v_tenant and e.node_id = m.memory_id);
  for v_number in
    select pg_get_serial_sequence(format('emend.%I', c.relname), a.attname) as sequence, c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' and exists (select from emend.backup_tables() t where t.name = c.relname)
    union all
    select 'emend.node_id_seq', x.table, x.column
      from (values ('node', 'node_id'), ('tombstone', 'buried_t'), ('tombstone', 'checked_t'), ('fault', 'reported_t'), ('repair', 'graph_version')) as x("table", "column")
  loop
    execute format('select max(%I) from emend.%I where tenant_id = $1', v_number.column, v_number.table) using v_tenant into v_last;
    perform emend.reach_number(v_number.sequence, v_last);
  end loop;
  raise log 'emend: % restored tenant %', session_user, v_tenant;
end $$;
comment on function emend.finish_restore() is 'What a restored tenant needs to go on: words to search by, and numbers that go on after the last ones.';
