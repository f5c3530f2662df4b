/**
 * mergeable_repairs: earlier repairs that overlap with what a repair is about, and that it can take over (G11).
 *
 * A repair overlaps when one of the nodes is in its plan, was made by it, or was retrieved when its answer was verified; when something in
 * its plan has used one of them, a stale memory before it was to be retired too; when both replay steps of one turn, or one of them has to
 * do with a read and the other with what is replayed on it; when it wrote anew what is diagnosed now; and so does, with it, whatever later
 * repair changed the same nodes.
 *
 * Taken over are only repairs that are done, of the same arm and the same options (or that made a stale answer again), whose plan the
 * planner has made, and that neither made a memory which is diagnosed now nor called a tool with an effect (the world is not rolled back,
 * and nothing is done to it twice); and none that a later repair builds on which is not. What has to do with erased data takes nothing over
 * and is not taken over: it could not be planned again.
 *
 * p_repair    the repair at hand
 * p_policy    its arm
 * p_options   its ablations, where it has no row that says them
 * p_nodes     what it is about, internal ids; p_replayed: steps that it replays; p_answers: answers that it is to make
 *             again where they are invalid, which an earlier one may have left so
 * p_memories  what its faults name, internal ids
 * returns     their numbers, in no particular order; none in a tenant without repairs
 */
create or replace function emend.mergeable_repairs(
  p_tenant integer, p_repair bigint, p_policy text, p_options jsonb, p_nodes bigint[], p_replayed bigint[], p_answers bigint[], p_memories bigint[])
  returns setof bigint language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_found bigint[] := '{}';
  v_next  bigint[];
begin
  p_options := coalesce((select r.options from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair), p_options);
  if p_options ? 'given' or p_options ? 'erasure' or not exists (select from emend.repair r where r.tenant_id = p_tenant and r.state = 'done' and r.repair_id <> p_repair) then
    return;
  end if;
  p_nodes := p_nodes || array(select a.id from unnest(p_answers) as a(id) where not emend.may_cite(p_tenant, a.id));
  v_next := array(
    select p.repair_id
      from (select unnest(p_nodes) as id
            union
            select e.target_id from unnest(p_nodes) as m(id)
             cross join lateral (select y.target_id from emend.memory z
                                   join emend.edge y on y.tenant_id = p_tenant and y.source_id = z.memory_id
                                  where z.tenant_id = p_tenant and z.memory_id = m.id offset 0) e
            union
            select t.node_id from unnest(p_nodes || p_replayed) with ordinality as s(id, n)
             cross join lateral (
               select o.node_id from emend.node y
                 join emend.node o on o.tenant_id = p_tenant and o.session_id = y.session_id and o.turn = y.turn
                where y.tenant_id = p_tenant and y.node_id = s.id
                  and o.kind not in ('memory', 'input') and (s.n > cardinality(p_nodes) or y.kind = 'memory_read')
               offset 0) t) x
     cross join lateral (select y.repair_id from emend.plan_row y where y.tenant_id = p_tenant and y.node_id = x.id offset 0) p
    union
    select w.repair_id from unnest(p_nodes) as x(id)
     cross join lateral (select y.repair_id from emend.replacement y where y.tenant_id = p_tenant and y.new_node_id = x.id offset 0) w
    union
    select w.repair_id from unnest(p_memories) as x(id)
     cross join lateral (select y.content from emend.memory y where y.tenant_id = p_tenant and y.memory_id = x.id offset 0) d
     cross join lateral (select y.producing_step_id from emend.memory y
                          where y.tenant_id = p_tenant and md5(lower(y.content)) = md5(lower(d.content)) offset 0) m
     cross join lateral (select y.repair_id from emend.replacement y where y.tenant_id = p_tenant and y.new_node_id = m.producing_step_id offset 0) w
    union
    select v.repair_id from emend.verification v
     where v.tenant_id = p_tenant and v.detail -> 'retrieved' ?| array(
       select n.external_id from unnest(p_nodes) as x(id)
        cross join lateral (select y.external_id from emend.node y where y.tenant_id = p_tenant and y.node_id = x.id and y.kind = 'memory' offset 0) n));
  while cardinality(v_next) > 0 loop
    v_next := array(select r.repair_id from emend.repair r
                     where r.tenant_id = p_tenant and r.repair_id = any (v_next) and r.repair_id <> p_repair and r.repair_id <> all (v_found)
                       and r.state = 'done' and r.policy = p_policy and not r.options ? 'given'
                       and (r.options ? 'regenerates' or not exists (
                         select from unnest(array['supportCheck', 'planner', 'selectiveReplay']) as o(name)
                          where coalesce(r.options -> o.name, 'true') <> coalesce(p_options -> o.name, 'true')))
                       and not exists (select from emend.replay_step y, jsonb_array_elements_text(y.detail -> 'made') made(id)
                                        where y.tenant_id = p_tenant and y.repair_id = r.repair_id and made.id::bigint = any (p_memories))
                       and not exists (select from emend.tool_call c where c.tenant_id = p_tenant and c.repair_id = r.repair_id and c.effect <> 'pure')
                       and emend.erasure_of(p_tenant, r.repair_id) is null);
    v_found := v_found || v_next;
    v_next := array(select distinct a.id from unnest(v_next) as f(id) cross join lateral emend.repairs_after(p_tenant, f.id) as a(id));
  end loop;
  -- None that something builds on which cannot go with it.
  loop
    v_next := array(select f.id from unnest(v_found) as f(id)
                     where exists (select from emend.repairs_after(p_tenant, f.id) as a(id) where a.id <> all (v_found || p_repair)));
    exit when v_next = '{}';
    v_found := array(select f.id from unnest(v_found) as f(id) where f.id <> all (v_next));
  end loop;
  return query select unnest(v_found);
end $$;
comment on function emend.mergeable_repairs(integer, bigint, text, jsonb, bigint[], bigint[], bigint[], bigint[]) is
  'Earlier repairs that overlap with what a repair is about, and that it can take over.';
