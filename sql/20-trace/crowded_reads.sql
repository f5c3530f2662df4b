/**
 * crowded_reads: reads whose ranks had a place for a memory that is to leave, although it is none of their results (arm facts).
 *
 * Where ranks were fused, or only the nearest were measured, a memory that is not returned still decides which others are. Reads record whom they
 * considered; one that was asked by embeddings and has recorded nobody, as after an import, is listed in doubt. Only executing them again
 * shows whether they change (reexecute_reads).
 *
 * p_from      reads younger than this tick
 * p_leaving   memories that the repair takes out
 * p_affected  A0: its reads are executed again anyway
 * returns     internal ids, in no particular order
 */
create or replace function emend.crowded_reads(p_tenant integer, p_from bigint, p_leaving bigint[], p_affected bigint[])
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if p_leaving = '{}' then
    return;
  end if;
  return query
  select s.step_id
    from emend.step s
   where s.tenant_id = p_tenant and s.step_id > p_from and (s.query_considered is not null or s.query_mode <> 'text')
     and coalesce(s.query_considered && p_leaving, true)
     and s.query_text is not null
     and s.step_id not in (select unnest(p_affected));
end $$;
comment on function emend.crowded_reads(integer, bigint, bigint[], bigint[]) is
  'Reads whose ranks had a place for a memory that is to leave, although it is none of their results.';
