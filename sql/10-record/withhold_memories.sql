/**
 * withhold_memories: take memories out of retrieval until a repair is through, and journal each.
 *
 * A definer function, because no role has the right to change a state itself.
 *
 * p_ids        memories; those that are withheld already are left alone
 * p_rules, p_reasons  of each, for the journal; p_repair_id, p_plan_hash, p_actor: of all
 * returns      how many were withheld
 */
create or replace function emend.withhold_memories(
    p_tenant integer, p_ids bigint[], p_rules text[], p_reasons text[], p_repair_id bigint, p_plan_hash text default null, p_actor text default null)
  returns integer language plpgsql security definer
  set search_path = pg_catalog, emend, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_count integer;
begin
  with withheld as (
    update emend.memory_state s set is_withheld = true, changed_at = now()
     where s.tenant_id = p_tenant and s.memory_id = any (p_ids) and not s.is_withheld
    returning s.memory_id, s.status)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, rule, reason, plan_hash)
  select p_tenant, w.memory_id, p_repair_id, coalesce(p_actor, emend.caller()), 'withhold', w.status::text, 'withheld', i.rule, i.reason, p_plan_hash
    from unnest(p_ids, p_rules, p_reasons) as i(id, rule, reason)
    join withheld w on w.memory_id = i.id
   order by w.memory_id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function emend.withhold_memories(integer, bigint[], text[], text[], bigint, text, text) is
  'Take memories out of retrieval until a repair is through, with a row in the journal for each.';
