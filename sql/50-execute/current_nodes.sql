/**
 * current_nodes: what stands for a node now. Itself while it may be cited, else what repairs put in its place, as far as
 * that may be cited, else nothing.
 *
 * A superseded memory is still evidence of its time. Withheld, deleted and quarantined memories and withheld or invalid
 * steps may not be cited.
 *
 * returns  (old_id, node_id), one row per old node and substitute, by old id and id
 */
create or replace function emend.current_nodes(p_tenant integer, p_nodes bigint[]) returns table (old_id bigint, node_id bigint)
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    with recursive walk(old_id, at_id, stands) as (
      select u.id, u.id, emend.may_cite(p_tenant, u.id) from (select distinct unnest(p_nodes) as id) u
      union
      select w.old_id, r.new_node_id, emend.may_cite(p_tenant, r.new_node_id)
        from walk w
       cross join lateral (select x.new_node_id from emend.replacement x where x.tenant_id = p_tenant and x.old_node_id = w.at_id offset 0) r
       where not w.stands)
    select w.old_id, w.at_id from walk w
     where w.stands order by w.old_id, w.at_id;
end $$;
comment on function emend.current_nodes(integer, bigint[]) is
  'What stands for a node now: itself while it may be cited, else its citable replacements.';
