/**
 * fresh_inputs: inputs of the owner, younger than a tick, that a memory rests on: by its producing step, what that step cites,
 * and what it was derived from.
 *
 * p_memory  the memory
 * p_after   tick of the clock
 * returns   texts of the inputs, oldest first
 */
create or replace function emend.fresh_inputs(p_tenant integer, p_memory bigint, p_after bigint) returns setof text
  language plpgsql stable set jit = off as $$
begin
  return query
    with recursive behind(id) as (
      select p_memory
      union
      select e.source_id from behind
       cross join lateral (
         select x.source_id from emend.edge x
          where x.tenant_id = p_tenant and x.target_id = behind.id and x.source_id > p_after
            and x.label in ('support', 'cite', 'derive', 'produce') offset 0) e)
    select i.content
      from behind b
      join emend.node n on n.tenant_id = p_tenant and n.node_id = b.id and n.kind = 'input'
      join emend.node m on m.tenant_id = p_tenant and m.node_id = p_memory
      join emend.input i on i.tenant_id = p_tenant and i.input_id = b.id
     where n.user_id is not distinct from m.user_id or m.user_id is null
     order by b.id;
end $$;
comment on function emend.fresh_inputs(integer, bigint, bigint) is 'Inputs of the owner, younger than a tick, that a memory rests on.';
