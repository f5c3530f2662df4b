/**
 * shares_evidence: whether two memories go back to one and the same input, memory or step.
 *
 * returns  true when what lies behind the one, by evidence and production, meets what lies behind the other
 */
create or replace function emend.shares_evidence(p_tenant integer, p_one bigint, p_other bigint) returns boolean
  language plpgsql stable set jit = off as $$
begin
  return exists (
    with recursive behind(which, id) as (
      select which, id from (values (1, p_one), (2, p_other)) as start(which, id)
      union
      select behind.which, e.source_id from behind
       cross join lateral (
         select x.source_id from emend.edge x
          where x.tenant_id = p_tenant and x.target_id = behind.id
            and x.label in ('support', 'cite', 'derive', 'produce', 'update', 'consolidate') offset 0) e)
    select from behind a join behind b on b.id = a.id and a.which = 1 and b.which = 2);
end $$;
comment on function emend.shares_evidence(integer, bigint, bigint) is 'Whether two memories go back to one and the same input, memory or step.';
