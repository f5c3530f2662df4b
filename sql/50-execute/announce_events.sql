/**
 * announce_events: tell listeners on channel emend what happened, ids only. A statement that writes more than a hundred
 * events of one type is told in one notification with a count.
 */
create or replace function emend.announce_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  perform pg_notify('emend', json_strip_nulls(json_build_object(
      'tenant_id', e.tenant_id, 'event_id', e.event_id, 'type', e.type,
      'node_id', e.node_id, 'repair_id', e.repair_id, 'fault_id', e.fault_id))::text)
     from (select n.*, count(*) over (partition by n.tenant_id, n.type) as of_type from written n) e
    where e.of_type <= 100;
  perform pg_notify('emend', json_build_object('tenant_id', e.tenant_id, 'type', e.type, 'count', count(*), 'event_id', max(e.event_id))::text)
     from written e group by e.tenant_id, e.type having count(*) > 100;
  return null;
end $$;
comment on function emend.announce_events() is 'Notifies channel emend of new events, ids only.';

create or replace trigger events_are_announced after insert on emend.event
  referencing new table as written for each statement execute function emend.announce_events();
comment on trigger events_are_announced on emend.event is 'One statement, one look; listeners get ids.';
