/**
 * set_memory_statuses: the one place where statuses of memories change; every change gets its row in the journal.
 *
 * Rows already in the wanted state are left alone, so that a second call changes nothing. The caller holds the locks that its
 * purpose needs (node rows, in id order); this function locks the narrow rows as it writes them. A definer function, because no role
 * has the right to write a status itself: the setting that its trigger asks for could be set by anybody.
 *
 * What was erased is deleted, whatever is wanted.
 *
 * p_tenant     owner
 * p_ids        memories
 * p_statuses   new status of each
 * p_rules      rule of each, or null
 * p_reasons    reason of each, or null
 * p_repair_id  repair that decided, or null
 * p_fault_id   fault behind it, or null
 * p_plan_hash  plan that decided, or null
 * p_actor      who; the caller's role when null
 * p_release    also end the withholding of these memories
 * returns      how many rows changed
 */
create or replace function emend.set_memory_statuses(
    p_tenant integer, p_ids bigint[], p_statuses emend.memory_status[], p_rules text[] default null, p_reasons text[] default null,
    p_repair_id bigint default null, p_fault_id bigint default null, p_plan_hash text default null, p_actor text default null,
    p_release boolean default true)
  returns integer language plpgsql security definer
  set search_path = pg_catalog, emend, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_count integer;
begin
  perform set_config('emend.status_change', 'on', true);
  with wanted as (
    select w.id, w.status, w.rule, w.reason
      from unnest(p_ids, p_statuses, p_rules, p_reasons) as w(id, status, rule, reason) order by w.id
  ), held as (
    select s.memory_id, s.status as status_before, s.is_withheld as was_withheld, w.status, w.rule, w.reason
      from wanted w
     cross join lateral (select m.memory_id, m.status, m.is_withheld from emend.memory_state m
                          where m.tenant_id = p_tenant and m.memory_id = w.id for update) s
     where (s.status <> w.status or (s.is_withheld and p_release))
       and (w.status in ('deleted', s.status) or not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = w.id))
  ), changed as (
    update emend.memory_state m
       set status = h.status, is_withheld = m.is_withheld and not p_release, changed_at = now()
      from held h where m.tenant_id = p_tenant and m.memory_id = h.memory_id
    returning m.memory_id
  )
  insert into emend.journal (tenant_id, node_id, repair_id, fault_id, actor, action, from_status, to_status, rule, reason, plan_hash)
  select p_tenant, h.memory_id, p_repair_id, p_fault_id, coalesce(p_actor, emend.caller()),
         case when h.status_before = h.status then 'release' else 'set_status' end,
         case when h.was_withheld and p_release then 'withheld' else h.status_before::text end, h.status::text, h.rule, h.reason, p_plan_hash
    from changed c join held h on h.memory_id = c.memory_id order by h.memory_id;
  get diagnostics v_count = row_count;
  perform set_config('emend.status_change', '', true);
  return v_count;
end $$;
comment on function emend.set_memory_statuses(integer, bigint[], emend.memory_status[], text[], text[], bigint, bigint, text, text, boolean) is
  'Change statuses of memories, each with its rule and reason, and journal every change. Nothing else may.';
