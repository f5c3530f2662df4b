/**
 * settle_message: what came of sending a message.
 *
 * What was taken or given up is kept for thirty days. After a failure all that waits for the same receiver waits with it, so that one which is down is not asked once a message.
 *
 * p_error     null = it was taken; else why not, a code
 * p_delay_ms  until it is sent again; null = it is given up
 * p_is_gone   the receiver wants nothing more: the webhook is disabled, and what waits for it is given up
 */
create or replace function emend.settle_message(p_tenant integer, p_webhook bigint, p_event bigint, p_error text, p_delay_ms integer, p_is_gone boolean default false)
  returns void language plpgsql as $$
declare
  v_due timestamptz := clock_timestamp() + make_interval(secs => coalesce(p_delay_ms, 0) / 1000.0);
begin
  if p_error is null then
    update emend.webhook_message m set state = 'sent', last_error = null, finished_at = clock_timestamp()
     where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.event_id = p_event and m.state = 'pending';
    delete from emend.webhook_message m
     where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.event_id in (
       select x.event_id from emend.webhook_message x
        where x.tenant_id = p_tenant and x.webhook_id = p_webhook and x.finished_at < now() - interval '30 days' order by x.event_id limit 100);
  elsif p_is_gone then
    update emend.webhook w set disabled_at = clock_timestamp() where w.tenant_id = p_tenant and w.webhook_id = p_webhook and w.disabled_at is null;
    update emend.webhook_message m set state = 'given_up', last_error = left(p_error, 500), finished_at = clock_timestamp()
     where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.state = 'pending';
  else
    update emend.webhook_message m
       set last_error = left(p_error, 500), due_at = v_due, state = case when p_delay_ms is null then 'given_up' else 'pending' end,
           finished_at = case when p_delay_ms is null then clock_timestamp() end
     where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.event_id = p_event and m.state = 'pending';
    update emend.webhook_message m set due_at = v_due
     where m.tenant_id = p_tenant and m.webhook_id = p_webhook and m.state = 'pending' and m.due_at < v_due;
  end if;
end $$;
comment on function emend.settle_message(integer, bigint, bigint, text, integer, boolean) is 'What came of sending a message: taken, to be sent again, or given up.';
