/**
 * release_resurrected: when a tombstone is lifted, what was quarantined only because it said the buried text again is active again.
 *
 * A repair that is undone leaves nothing behind that its tombstones did; and what the user has said anew need not stay away.
 */
create or replace function emend.release_resurrected() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_group record;
begin
  for v_group in
    select l.tenant_id, l.repair_id, l.fault_id, array_agg(distinct j.node_id) as ids
      from lifted l
      join emend.journal j on j.tenant_id = l.tenant_id and j.repair_id = l.repair_id and j.fault_id = l.fault_id
       and j.actor = 'emend' and j.to_status = 'quarantined' and j.rule is null
      join emend.memory_state s on s.tenant_id = j.tenant_id and s.memory_id = j.node_id and s.status = 'quarantined'
     where l.lifted_at is not null
       and not exists (select from emend.plan_row p where p.tenant_id = j.tenant_id and p.node_id = j.node_id and p.disposition in ('delete', 'quarantine'))
     group by l.tenant_id, l.repair_id, l.fault_id
  loop
    perform emend.set_memory_status(v_group.tenant_id, v_group.ids, 'active', v_group.repair_id, v_group.fault_id, null,
                                    'what it said again is not buried any more', null, 'emend');
  end loop;
  return null;
end $$;
comment on function emend.release_resurrected() is 'Reactivates what was quarantined for saying a buried text again, once its tombstone is lifted.';

create or replace trigger a_lifted_tombstone_frees_what_it_held after update on emend.tombstone
  referencing new table as lifted for each statement execute function emend.release_resurrected();
comment on trigger a_lifted_tombstone_frees_what_it_held on emend.tombstone is 'Statement-level; most updates lift nothing and cost one look.';
