/**
 * names_in_use: which of the ids that say what they replace are taken: s5', s5'' and so on, up to eighteen primes.
 *
 * The names are made before they are looked for: under row security no index is used where another function than `=`, which may not leak,
 * stands in the condition.
 *
 * p_id     external id of what is replaced
 * returns  external ids, in no particular order
 */
create or replace function emend.names_in_use(p_tenant integer, p_id text) returns text[]
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_names text[] := array(select p_id || repeat('''', primes) from generate_series(1, 18) as primes);
begin
  return array(
    select n.external_id from unnest(v_names) as u(name)
     cross join lateral (select x.external_id from emend.node x where x.tenant_id = p_tenant and x.external_id = u.name offset 0) n);
end $$;
comment on function emend.names_in_use(integer, text) is
  'Which ids that say what they replace, by primes, are taken.';
