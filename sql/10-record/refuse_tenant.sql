/**
 * refuse_tenant: say what is wrong with the setting emend.tenant_id. Declared stable, because current_tenant_id is inlined only then.
 *
 * p_setting  what it is set to
 * raises     no_tenant, always
 */
create or replace function emend.refuse_tenant(p_setting text) returns integer
  language plpgsql stable parallel safe as $$
begin
  raise exception 'emend.tenant_id is set to %, which is no number of a tenant', quote_literal(left(p_setting, 60))
    using errcode = 'P0001', detail = 'emend:no_tenant {}', hint = 'Choose a tenant by name: select emend.use_tenant(''name'').';
end $$;
comment on function emend.refuse_tenant(text) is 'Says what is wrong with the setting emend.tenant_id.';
