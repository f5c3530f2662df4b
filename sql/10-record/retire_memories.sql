/**
 * retire_memories: what a recorded step consumes, or a memory supersedes, is retired with it.
 *
 * Withheld memories stay withheld. What is already out of the store keeps its status. The journal names the repair whose replay is recorded
 * (record_result), so that nobody takes it for what an agent did.
 *
 * p_ids      memories
 * p_deleted  true where a delete consumed it, false where an update, consolidate or newer memory replaces it
 * p_by       id of what retires it, for the journal
 */
create or replace function emend.retire_memories(p_tenant integer, p_ids bigint[], p_deleted boolean[], p_by text[]) returns void
  language plpgsql as $$
declare
  v_ids bigint[];
  v_statuses emend.memory_status[];
  v_reasons text[];
begin
  select array_agg(r.id), array_agg(r.status), array_agg('retired by ' || r.by) into v_ids, v_statuses, v_reasons
    from (select a.id, a.by, case when a.is_deleted then 'deleted' else 'superseded' end::emend.memory_status as status
            from unnest(p_ids, p_deleted, p_by) as a(id, is_deleted, by)) r
   cross join lateral (select m.status from emend.memory_state m where m.tenant_id = p_tenant and m.memory_id = r.id offset 0) m
   where m.status = 'active' or (m.status = 'superseded' and r.status = 'deleted');
  if v_ids is not null then
    perform emend.set_memory_statuses(
      p_tenant, v_ids, v_statuses, null, v_reasons, p_release := false,
      p_repair_id := case when emend.caller_is_trusted() then nullif(current_setting('emend.replayed_by', true), '')::bigint end);
  end if;
end $$;
comment on function emend.retire_memories(integer, bigint[], boolean[], text[]) is
  'Retire what recorded steps consume and new memories supersede.';
