-- Review: which plans of a tenant wait for a person, and what is withheld while one does.

alter table emend.tenant add column review text;
alter table emend.tenant add column approve_above integer;
alter table emend.tenant add constraint a_review_is_known check (review in ('at_once', 'above', 'always'));
alter table emend.tenant add constraint a_review_above_has_a_number check ((review is not distinct from 'above') = (approve_above is not null) and approve_above > 0);
comment on column emend.tenant.review is
  'Which plans wait for a person: at_once = none; above = those that affect more nodes than approve_above; always = each. null = as the worker is configured.';
comment on column emend.tenant.approve_above is 'Affected nodes of a plan that needs no approval, where review is above.';

alter table emend.repair add column waiting_reason text;
alter table emend.repair add column contained_ids bigint[] not null default '{}';
comment on column emend.repair.waiting_reason is 'Why it waits, for people; means nothing where waiting_for is null.';
comment on column emend.repair.contained_ids is
  'Memories that it withholds before it has a plan, because the plan that waits would withdraw them: containment never waits.';
