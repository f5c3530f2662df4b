-- Detectors of our own, each off until a tenant enables it, and faults that wait for a person.

alter type emend.fault_type add value 'contradiction';
alter type emend.fault_type add value 'resurrected';

alter type emend.fault_state add value 'held' after 'open';
comment on type emend.fault_state is
  'open = nobody has it yet; held = its memory is out of retrieval, and a person says whether it is repaired; claimed = a repair has it; done, failed, needs_person and withdrawn are where a fault rests.';

create table emend.enabled_detector (
  tenant_id  integer not null default emend.current_tenant_id() references emend.tenant,
  detector   text not null,
  is_holding boolean not null default false,
  enabled_at timestamptz not null default now(),
  primary key (tenant_id, detector),
  constraint a_detector_is_named_in_lower_case check (detector ~ '^[a-z][a-z_]{0,62}$')
);
comment on table emend.enabled_detector is 'Detectors that workers run for a tenant; without a row a detector is off.';
comment on column emend.enabled_detector.tenant_id is 'Owner of the row; the tenant of the transaction unless named.';
comment on column emend.enabled_detector.detector is 'Name, as emend detect list says it.';
comment on column emend.enabled_detector.is_holding is 'What it reports waits for a person.';
comment on column emend.enabled_detector.enabled_at is 'Since when.';

alter table emend.enabled_detector enable row level security;
alter table emend.enabled_detector force row level security;
create policy own_tenant on emend.enabled_detector
  using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());

alter table emend.fault add column released_at timestamptz;
comment on column emend.fault.released_at is 'When a person released it, if it was held.';

-- Two runs at once report a memory once. Detectors of others may name themselves as they like, but for this prefix.
create unique index a_detector_of_ours_reports_a_memory_once on emend.fault (tenant_id, memory_id, type) where left(detector, 6) = 'emend/';

-- A detector says that a fault is open, or held for a person; where it goes from there is not for it to say. A policy reaches all members of
-- a role, the owner of the table too, who is exempt. (As text, because a value may not be used in the transaction that adds it.)
create policy detectors_open_or_hold on emend.fault as restrictive for insert to emend_detector
  with check (state::text in ('open', 'held')
              or current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'emend.fault'::regclass));
