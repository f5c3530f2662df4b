-- Approvals: what a person was shown of a plan that waited, and what was decided about exactly that.

create table emend.approval (
  tenant_id   integer not null,
  approval_id bigint generated always as identity,
  repair_id   bigint not null,
  state       emend.repair_state not null,
  plan_hash   text not null,
  effects     jsonb not null,
  growth      jsonb,
  hash        text not null,
  event_id    bigint,
  proposed_at timestamptz not null default now(),
  is_approved boolean,
  decided_by  text,
  decided_at  timestamptz,
  primary key (tenant_id, approval_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  constraint effects_are_an_object check (jsonb_typeof(effects) = 'object'),
  constraint who_decided_an_approval_is_known check ((is_approved is null) = (decided_by is null) and (is_approved is null) = (decided_at is null))
);
comment on table emend.approval is 'What a person was shown of a plan that waited, and what was decided about that. What grows beyond it is asked for anew.';
comment on column emend.approval.tenant_id is 'Owner of the row.';
comment on column emend.approval.approval_id is 'Order of asking; of a repair the last one that is approved counts.';
comment on column emend.approval.repair_id is 'The repair that waited.';
comment on column emend.approval.state is 'The boundary that it had passed then: open = its plan waited; past it, it had grown while it was carried out.';
comment on column emend.approval.plan_hash is 'Hash of the rows of the plan.';
comment on column emend.approval.effects is
  'What it does, in internal ids: affected (how many nodes), delete, quarantine (memories), invalidate (steps), change (steps that write memories anew), call (steps that call a tool with an effect).';
comment on column emend.approval.growth is 'What of it is more than was approved before, in the same form; null where nothing was.';
comment on column emend.approval.hash is 'sha256 of plan_hash and effects: names what was shown.';
comment on column emend.approval.event_id is 'The event that announced it.';
comment on column emend.approval.proposed_at is 'Since when it waits.';
comment on column emend.approval.is_approved is 'true = approved, false = refused, null = nobody has decided, or something else was asked meanwhile.';
comment on column emend.approval.decided_by is 'Who decided.';
comment on column emend.approval.decided_at is 'When.';
create index approval_by_repair on emend.approval (tenant_id, repair_id, approval_id);
create index approval_by_event on emend.approval (tenant_id, event_id);
alter table emend.approval enable row level security;
alter table emend.approval force row level security;
create policy own_tenant on emend.approval using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());

alter table emend.repair add column approve_above integer;
comment on column emend.repair.approve_above is
  'Affected nodes that it could have without approval when it was planned and applied; null = any number.';
