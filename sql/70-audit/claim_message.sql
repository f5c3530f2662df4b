/**
 * claim_message: the oldest message of a webhook, where it is due: while it is sent, or waits to be sent again, those behind it wait too, so
 * that a receiver is told in order and asked one at a time. It counts as sent once more, and nobody else sends it for a while: who dies over
 * it leaves it to the next one, who sends it again under the same id.
 *
 * p_hold_ms  for how long
 * returns    the message, its receiver and what happened, in ids, with what a person is asked to approve (hash, effects, growth); no row when none is due
 */
create or replace function emend.claim_message(p_tenant integer, p_webhook bigint, p_hold_ms integer)
  returns table (event_id bigint, type text, attempt_count integer, url text, secret text, node text, repair_id bigint, fault_id bigint, at timestamptz, proposal jsonb)
  language plpgsql as $$
declare
  v_event bigint;
  v_due timestamptz;
begin
  select m.event_id, m.due_at into v_event, v_due from emend.webhook_message m
    join emend.webhook w on w.tenant_id = p_tenant and w.webhook_id = p_webhook and w.disabled_at is null
   where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.state = 'pending'
   order by m.event_id limit 1 for update of m;
  if v_event is null or v_due > clock_timestamp() then
    return;
  end if;
  return query
    with claimed as (
      update emend.webhook_message m
         set attempt_count = m.attempt_count + 1, due_at = clock_timestamp() + make_interval(secs => p_hold_ms / 1000.0)
       where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.event_id = v_event
      returning m.event_id, m.type, m.attempt_count)
    select c.event_id, c.type, c.attempt_count, w.url, w.secret, n.external_id, e.repair_id, e.fault_id, e.at,
           (select jsonb_build_object('hash', a.hash, 'effects', emend.named_effects(p_tenant, a.effects), 'growth', emend.named_effects(p_tenant, a.growth))
              from emend.approval a where a.tenant_id = p_tenant and a.event_id = e.event_id)
      from claimed c
      join emend.webhook w on w.tenant_id = p_tenant and w.webhook_id = p_webhook
      join emend.event e on e.tenant_id = p_tenant and e.event_id = c.event_id
      left join emend.node n on n.tenant_id = p_tenant and n.node_id = e.node_id;
end $$;
comment on function emend.claim_message(integer, bigint, integer) is
  'The oldest message of a webhook that is due, which nobody else sends for a while; no row when none is.';
