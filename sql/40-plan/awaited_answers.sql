/**
 * awaited_answers: which of these are answers that somebody waits for: any fault that stands names it, or a repair that stands or was taken
 * over has made it again on request. One that a repair has made counts as the one that it stands for.
 *
 * p_nodes  internal ids, of any kind
 * returns  internal ids in order
 */
create or replace function emend.awaited_answers(p_tenant integer, p_nodes bigint[]) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    with recursive up(of_id, at_id) as (
      select n.node_id, n.node_id from unnest(p_nodes) as x(id)
       cross join lateral (select y.node_id from emend.node y where y.tenant_id = p_tenant and y.node_id = x.id and y.kind = 'final_answer' offset 0) n
      union
      select u.of_id, r.old_node_id from up u
       cross join lateral (select w.old_node_id from emend.replacement w where w.tenant_id = p_tenant and w.new_node_id = u.at_id offset 0) r)
    select distinct u.of_id from up u
     cross join lateral (select y.external_id from emend.node y where y.tenant_id = p_tenant and y.node_id = u.at_id offset 0) n
     where exists (select from emend.fault f where f.tenant_id = p_tenant and f.failed_answer_id = n.external_id and f.state <> 'withdrawn')
        or exists (select from emend.replay_step y
                     join emend.repair r on r.tenant_id = p_tenant and r.repair_id = y.repair_id and r.options ? 'regenerates'
                    where y.tenant_id = p_tenant and y.step_id = u.at_id and (r.options ->> 'regenerates')::bigint = u.at_id
                      and (r.state <> 'undone' or exists (select from emend.repair m
                                                           where m.tenant_id = p_tenant and m.merged_repairs <> '{}' and r.repair_id = any (m.merged_repairs) and m.state <> 'undone')))
     order by 1;
end $$;
comment on function emend.awaited_answers(integer, bigint[]) is 'Which of these are answers that somebody waits for.';
