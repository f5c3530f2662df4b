/**
 * service_metrics: numbers about all tenants that are not isolated, for those who run the service. Sums only; definer, because it looks
 * into one tenant after the other.
 *
 * returns  name without the prefix emend_, labels as an object of texts, value. Of the repairs planned within the last day: quantiles of
 *          affected nodes, and steps replayed per affected step
 */
create or replace function emend.service_metrics() returns table (name text, labels jsonb, value double precision)
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp set jit = off as $$
#variable_conflict use_column
declare
  v_before text := current_setting('emend.tenant_id', true);
  v_tenant integer;
  v_faults jsonb := '{}';
  v_repairs jsonb := '{}';
  v_calls jsonb := '{}';
  v_oldest double precision := 0;
  v_sizes integer[] := '{}';
  v_steps bigint := 0;
  v_replayed bigint := 0;
begin
  for v_tenant in select t.tenant_id from emend.tenant t where not t.is_isolated loop
    perform set_config('emend.tenant_id', v_tenant::text, true);
    select emend.add_counts(v_faults, coalesce(jsonb_object_agg(c.state, c.n), '{}')) into v_faults
      from (select f.state, count(*) as n from emend.fault f where f.tenant_id = v_tenant group by f.state) c;
    select emend.add_counts(v_repairs, coalesce(jsonb_object_agg(c.state, c.n), '{}')) into v_repairs
      from (select r.state, count(*) as n from emend.repair r where r.tenant_id = v_tenant group by r.state) c;
    select emend.add_counts(v_calls, coalesce(jsonb_object_agg(c.key, c.n), '{}')) into v_calls
      from (select m.purpose || ' ' || k.kind as key, sum(k.n) as n
              from emend.model_usage m
             cross join lateral (values ('calls', m.calls), ('failed', m.failed_calls), ('prompt', m.prompt_tokens), ('completion', m.completion_tokens)) k(kind, n)
             where m.tenant_id = v_tenant group by m.purpose, k.kind) c;
    select greatest(v_oldest, extract(epoch from now() - min(w.since))) into v_oldest
      from (select f.reported_at as since from emend.fault f where f.tenant_id = v_tenant and f.state = 'open'
            union all
            select r.opened_at from emend.repair r
             where r.tenant_id = v_tenant and r.state not in ('done', 'failed', 'undone') and r.waiting_for is null) w;
    select v_sizes || coalesce(array_agg(p.nodes), '{}'), v_steps + coalesce(sum(p.steps), 0), v_replayed + coalesce(sum(p.replayed), 0)
      into v_sizes, v_steps, v_replayed
      from (select count(*) filter (where l.is_affected) as nodes,
                   count(*) filter (where l.is_affected and l.node_kind <> 'memory') as steps,
                   count(*) filter (where l.is_affected and l.replay_position is not null) as replayed
              from emend.repair r
              join emend.plan_row l on l.tenant_id = v_tenant and l.repair_id = r.repair_id
             where r.tenant_id = v_tenant and r.planned_at > now() - interval '1 day' group by r.repair_id) p;
  end loop;
  perform set_config('emend.tenant_id', coalesce(v_before, ''), true);

  return query select 'faults', jsonb_build_object('state', s::text), coalesce((v_faults ->> s::text)::double precision, 0) from unnest(enum_range(null::emend.fault_state)) s;
  return query select 'repairs', jsonb_build_object('state', s::text), coalesce((v_repairs ->> s::text)::double precision, 0) from unnest(enum_range(null::emend.repair_state)) s;
  return query select 'queue_oldest_seconds', '{}'::jsonb, coalesce(v_oldest, 0);
  return query
    select case when k.kind in ('calls', 'failed') then 'model_calls' else 'model_tokens' end,
           case when k.kind in ('calls', 'failed') then jsonb_build_object('purpose', p.purpose, 'outcome', case k.kind when 'failed' then 'failed' else 'any' end)
                else jsonb_build_object('purpose', p.purpose, 'kind', k.kind) end,
           coalesce((v_calls ->> (p.purpose || ' ' || k.kind))::double precision, 0)
      from unnest(array['agent', 'replay', 'probe', 'ask']) p(purpose), unnest(array['calls', 'failed', 'prompt', 'completion']) k(kind);
  return query
    select 'affected_nodes', jsonb_build_object('quantile', q::text),
           coalesce((select percentile_disc(q) within group (order by n) from unnest(v_sizes) n), 0)::double precision
      from unnest(array[0.5, 0.95, 1]::double precision[]) q;
  return query select 'replay_ratio', '{}'::jsonb, case when v_steps = 0 then 0 else v_replayed::double precision / v_steps end;
end $$;
comment on function emend.service_metrics() is 'Numbers about all tenants that are not isolated together: sums only, no names.';
