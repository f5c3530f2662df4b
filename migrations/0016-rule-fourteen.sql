-- Arm facts has a rule of its own: a turn that called no tool because a fault told it already.

alter table emend.plan_row drop constraint a_rule_is_one_of_thirteen;
alter table emend.plan_row add constraint a_rule_is_one_of_fourteen check (rule ~ '^R([1-9]|1[0-4])$');
comment on column emend.plan_row.rule is 'R1 to R14: the rule that made the row.';
comment on column emend.journal.rule is 'R1 to R14, where a plan decided.';
