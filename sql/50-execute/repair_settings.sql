/**
 * repair_settings: what repairs of a tenant work with, besides what the program brings.
 *
 * returns  {"tenant": its name, "isIsolated", "review": at_once, above or always, "approveAbove", "model": {name, url, secret},
 *          "tools": [its registered tools, by name]}; null when row security hides the tenant
 */
create or replace function emend.repair_settings(p_tenant integer) returns jsonb
  language sql stable as $$
  select jsonb_build_object(
    'tenant', t.name, 'isIsolated', t.is_isolated, 'review', t.review, 'approveAbove', t.approve_above,
    'model', (select jsonb_build_object('name', m.name, 'url', m.url, 'secret', m.secret) from emend.tenant_model m where m.tenant_id = p_tenant),
    'tools', coalesce((
      select jsonb_agg(jsonb_build_object(
               'name', r.name, 'door', r.door, 'url', r.url, 'server', r.server, 'remoteName', r.remote_name, 'resetName', r.reset_name,
               'compensateName', r.compensate_name, 'description', r.description, 'effect', r.effect, 'parameters', r.parameters,
               'timeoutMs', r.timeout_ms, 'secret', r.secret) order by r.name)
        from emend.registered_tool r where r.tenant_id = p_tenant), '[]'))
    from emend.tenant t where t.tenant_id = p_tenant
$$;
comment on function emend.repair_settings(integer) is 'What repairs of a tenant work with: its name, which plans wait for a person, its model, and the tools that it has registered.';
