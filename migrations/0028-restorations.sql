-- Restorations: that a tenant was filled from a backup. The row is also what lets the rows of the backup in, for the transaction that wrote it.

create table emend.restoration (
  tenant_id   integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  actor       text not null,
  written_in  xid8 not null default pg_current_xact_id(),
  restored_at timestamptz not null default now(),
  primary key (tenant_id)
);
comment on table emend.restoration is 'That a tenant was filled from a backup, while it was empty: once, and never again.';
comment on column emend.restoration.tenant_id is 'Owner of the row.';
comment on column emend.restoration.actor is 'Who asked.';
comment on column emend.restoration.written_in is 'The transaction that fills it; in no other one may rows of a backup be written.';
comment on column emend.restoration.restored_at is 'When.';

alter table emend.restoration enable row level security;
alter table emend.restoration force row level security;
create policy own_tenant on emend.restoration using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());
