-- A repair that overlaps earlier ones takes their faults over, and all of them are repaired as one (G11).

alter table emend.repair add column merged_repairs bigint[] not null default '{}';
comment on column emend.repair.merged_repairs is
  'Earlier repairs whose faults its plan has taken over; while it stands they are undone, and undoing it brings them back.';
create index repair_merged on emend.repair (tenant_id, repair_id) where merged_repairs <> '{}';
