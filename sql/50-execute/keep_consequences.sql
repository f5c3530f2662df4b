/**
 * keep_consequences: observations of an irreversible call that is not made again. Whatever its reason was, the call was
 * made, and what it returned stays true: it may be cited, and its row says why it stands.
 *
 * p_action        the action, which stays invalid
 * p_observations  what it returned
 */
create or replace function emend.keep_consequences(p_tenant integer, p_repair bigint, p_action bigint, p_observations bigint[]) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with again as (
    delete from emend.step_state s
     where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id in (select unnest(p_observations))
    returning s.step_id),
  kept as (
    update emend.plan_row p
       set disposition = 'preserve', rule = 'R13', is_invalid = false, is_supported = true,
           reason = 'the call was made and cannot be taken back', proof = jsonb_build_object('kind', 'consequence', 'of', jsonb_build_array(p_action))
      from again a
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = a.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, rule, reason, plan_hash)
  select p_tenant, a.step_id, p_repair, 'mark_consequence', 'invalid', 'valid', 'R13', 'records what an irreversible tool call did', r.plan_hash
    from again a join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p_repair
   order by a.step_id;
end $$;
comment on function emend.keep_consequences(integer, bigint, bigint, bigint[]) is
  'Observations of an irreversible call that is not made again stay true and may be cited.';
