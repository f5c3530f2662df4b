/**
 * await_approval: may a repair do this, or does it wait until a person has approved it?
 *
 * Approved is what was seen: what only shrinks or is equal goes ahead, and what does more than was approved is asked for with the difference.
 * The asking is a row, an event and what the repair says that it waits for. In the caller's transaction, which has the repair locked.
 *
 * p_hash     hash of the rows of its plan
 * p_effects  what it would do, as in plan_effects
 * p_limit    as in remember_limit
 * returns    granted; waits; refused = a person has refused exactly this
 */
create or replace function emend.await_approval(p_tenant integer, p_repair bigint, p_hash text, p_effects jsonb, p_limit integer) returns text
  language plpgsql as $$
declare
  v_limit integer;
  v_affected integer := (p_effects ->> 'affected')::integer;
  v_approved emend.approval;
  v_baseline jsonb;
  v_growth jsonb;
  v_hash text := encode(sha256(convert_to(p_hash || ' ' || p_effects::text, 'UTF8')), 'hex');
  v_last emend.approval;
  v_event bigint;
begin
  v_limit := emend.remember_limit(p_tenant, p_repair, p_limit);
  if v_limit is null or v_affected <= v_limit then
    return 'granted';
  end if;
  select a.* into v_approved from emend.approval a
   where a.tenant_id = p_tenant and a.repair_id = p_repair and a.is_approved order by a.approval_id desc limit 1;
  if v_approved.approval_id is not null then
    v_baseline := v_approved.effects;
  elsif exists (select from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair and r.state not in ('open', 'planned')) then
    v_baseline := emend.committed_effects(p_tenant, p_repair, null); -- what was done before anybody had to approve it
  end if;
  v_growth := emend.growth(v_baseline, p_effects);
  if v_baseline is not null and v_growth is null then
    return 'granted';
  end if;
  select a.* into v_last from emend.approval a where a.tenant_id = p_tenant and a.repair_id = p_repair order by a.approval_id desc limit 1;
  if v_last.hash = v_hash and not v_last.is_approved then
    return 'refused';
  end if;
  if v_last.hash = v_hash and v_last.is_approved is null
     and exists (select from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair and r.waiting_for = 'approval') then
    return 'waits'; -- and was announced
  end if;
  insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:waiting', p_repair) returning event_id into v_event;
  insert into emend.approval (tenant_id, repair_id, state, plan_hash, effects, growth, hash, event_id)
  select p_tenant, p_repair, r.state, p_hash, p_effects, v_growth, v_hash, v_event
    from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  update emend.repair r
     set waiting_for = 'approval',
         waiting_reason = case when v_growth is not null
           then format('it does more than %s: %s', coalesce(v_approved.decided_by || ' approved', 'it had done'), emend.growth_text(emend.named_effects(p_tenant, v_growth)))
           else format('its plan affects %s nodes, %s', v_affected, case v_limit when 0 then 'and every plan is approved by a person here' else format('more than %s', v_limit) end) end
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  return 'waits';
end $$;
comment on function emend.await_approval(integer, bigint, text, jsonb, integer) is
  'Whether a repair may do this, or waits until a person has approved it: granted, waits or refused.';
