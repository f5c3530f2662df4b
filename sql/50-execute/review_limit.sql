/**
 * review_limit: how many nodes a repair may affect without a person's approval.
 *
 * Until a plan is applied, what the tenant has set counts, else what the worker was configured with when it was planned (remember_limit). While it is
 * carried out, the looser of what counted then and what counts now: who comes under review stops nothing half-way. Once it is done, what counts now.
 * What withdraws erased data goes without asking, and so does an answer that somebody asked to have made again: it removes nothing.
 *
 * p_state  as if it were in this state
 * returns  0 = every plan needs approval; null = none does
 */
create or replace function emend.review_limit(p_tenant integer, p_repair bigint, p_state emend.repair_state default null) returns integer
  language plpgsql stable as $$
begin
  return (
    select case when r.options ? 'regenerates' or exists (select from emend.erasure e where e.tenant_id = p_tenant and e.repair_id = p_repair) then null
                when t.review is null then r.approve_above
                when coalesce(p_state, r.state) in ('applied', 'replayed', 'finished') and (r.approve_above is null or now.above is null) then null
                when coalesce(p_state, r.state) in ('applied', 'replayed', 'finished') then greatest(r.approve_above, now.above)
                else now.above end
      from emend.repair r
      join emend.tenant t on t.tenant_id = p_tenant
     cross join lateral (select case t.review when 'always' then 0 when 'above' then t.approve_above end as above) now
     where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.review_limit(integer, bigint, emend.repair_state) is 'How many nodes a repair may affect without approval; null = any number.';
