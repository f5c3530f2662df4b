/**
 * buried_matches: standing tombstones that buried one of these facts, for memories of one owner.
 *
 * p_user     owner of the memory; null is of everybody
 * p_memory   the memory: only what was buried before it counts
 * p_digests  digests of its bound facts
 * returns    tombstones with the digests in common, oldest first
 */
create or replace function emend.buried_matches(p_tenant integer, p_user text, p_memory bigint, p_digests bytea[])
  returns table (tombstone_id bigint, memory_id bigint, fault_id bigint, repair_id bigint, buried_t bigint, digests bytea[])
  language plpgsql stable as $$
begin
  return query
    select t.tombstone_id, t.memory_id, t.fault_id, t.repair_id, t.buried_t,
           array(select d from unnest(t.fact_digests) d where d in (select unnest(p_digests)))
      from emend.tombstone t
     where t.tenant_id = p_tenant and t.lifted_at is null and t.fact_digests && p_digests and t.buried_t < p_memory
       and (t.user_id is null or p_user is null or t.user_id = p_user)
     order by t.tombstone_id;
end $$;
comment on function emend.buried_matches(integer, text, bigint, bytea[]) is 'Standing tombstones that buried one of these facts.';
