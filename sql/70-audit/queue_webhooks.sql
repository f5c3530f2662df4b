/**
 * queue_webhooks: one message for each webhook that wants to be told of a new event, in the transaction in which it happened, and a nudge.
 *
 * The key of a message is webhook and event: whatever happens afterwards, there is one, and it has one id.
 */
create or replace function emend.queue_webhooks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant integer;
begin
  if emend.is_restoring() then -- what a backup tells was told when it happened
    return null;
  end if;
  for v_tenant in
    with queued as (
      insert into emend.webhook_message (tenant_id, webhook_id, event_id, type)
      select e.tenant_id, w.webhook_id, e.event_id, emend.webhook_type(e.type)
        from written e
        join emend.webhook w on w.tenant_id = e.tenant_id and w.disabled_at is null
       where emend.webhook_type(e.type) is not null and (w.types is null or emend.webhook_type(e.type) = any (w.types))
          on conflict do nothing returning tenant_id)
    select distinct q.tenant_id from queued q
  loop
    perform emend.nudge(v_tenant, 'emend_deliver');
  end loop;
  return null;
end $$;
comment on function emend.queue_webhooks() is 'Makes a message for each webhook that wants to be told of a new event, and nudges a worker.';

create or replace trigger events_reach_webhooks after insert on emend.event
  referencing new table as written for each statement execute function emend.queue_webhooks();
comment on trigger events_reach_webhooks on emend.event is 'One statement, one look.';
