/**
 * sweep: nudge again whatever stands still, in every tenant.
 *
 * The queue may lose every job: fault and repair rows are the truth. Nudged are open faults without a repair, unfinished
 * repairs that nobody holds and that wait for nobody, repairs behind an older one that may have ended unseen, late records,
 * memories whose words are not cut yet, memories without an embedding, and memories that nobody has held against the tombstones. What has a waiting job
 * already is left alone. One worker sweeps at a time. Definer: it looks into one tenant after the other, as row security
 * demands, about 0.1 ms each, and its caller sees numbers only.
 *
 * p_grace_ms  leave faults alone that are younger: their own nudge is still under way
 * p_embedder  the model whose embeddings workers make; null = none
 * returns     how many nudges were given; 0 when another worker sweeps
 */
create or replace function emend.sweep(p_grace_ms integer default 0, p_embedder text default null) returns integer
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_before text := current_setting('emend.tenant_id', true);
  v_count integer := 0;
  v_tenant integer;
  v_task record;
begin
  if not pg_try_advisory_xact_lock(712350003) then
    return 0;
  end if;
  for v_tenant in select t.tenant_id from emend.tenant t where not t.is_isolated order by t.tenant_id loop
    perform set_config('emend.tenant_id', v_tenant::text, true);
    for v_task in
      select 'emend_open' as task, null::bigint as repair_id, 0 as delay_ms
       where exists (select from emend.fault f
                      where f.tenant_id = v_tenant and f.state = 'open' and f.reported_at <= now() - make_interval(secs => p_grace_ms / 1000.0))
          or exists (select from emend.late_nodes(v_tenant))
      union all
      select emend.next_task(r.state), r.repair_id, case when r.waiting_for is null then 0 else 30000 end
        from emend.repair r
       where r.tenant_id = v_tenant and r.state not in ('done', 'failed', 'undone')
         and (r.waiting_for is null or r.waiting_for = 'overlap')
         and (r.leased_until is null or r.leased_until <= clock_timestamp())
      union all
      select 'emend_segment', null, 0
       where exists (select from emend.memory_search s where s.tenant_id = v_tenant and not s.is_segmented)
          or exists (select from emend.unchecked_memories(v_tenant, 1))
      union all
      select 'emend_embed', null, 0
       where p_embedder is not null and exists (select from emend.take_unembedded(v_tenant, p_embedder, 1))
    loop
      continue when exists (
        select from graphile_worker.jobs j
         where j.key = concat_ws(':', v_task.task, v_tenant, v_task.repair_id) and j.locked_at is null and j.attempts < j.max_attempts);
      perform emend.nudge(v_tenant, v_task.task, v_task.repair_id, v_task.delay_ms);
      v_count := v_count + 1;
    end loop;
  end loop;
  perform set_config('emend.tenant_id', coalesce(v_before, ''), true);
  return v_count;
end $$;
comment on function emend.sweep(integer, text) is 'Nudges again whatever stands still, in every tenant; returns how many nudges it gave.';
