/** violations_unfinished_replay: a step of a repair that is done, but that was never brought to a result. Empty when healthy. */
create or replace view emend.violations_unfinished_replay with (security_invoker = true) as
  select y.tenant_id, y.repair_id, y.step_id as node_id, n.external_id as node,
         format('step %s of repair %s is %s although the repair is done', n.external_id, y.repair_id, y.state) as detail
    from emend.repair r
    join emend.replay_step y on y.tenant_id = r.tenant_id and y.repair_id = r.repair_id
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = y.tenant_id and x.node_id = y.step_id offset 0) n
   where r.state in ('finished', 'done') and y.state in ('pending', 'intended', 'waiting');
comment on view emend.violations_unfinished_replay is 'Replayed steps without a result in repairs that are done. Empty when healthy.';
comment on column emend.violations_unfinished_replay.tenant_id is 'Owner of the row.';
comment on column emend.violations_unfinished_replay.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_unfinished_replay.node_id is 'Clock of the node.';
comment on column emend.violations_unfinished_replay.node is 'The node.';
comment on column emend.violations_unfinished_replay.detail is 'What is wrong, in words.';
