/**
 * current_tenant_id: the tenant of this transaction, from the setting emend.tenant_id.
 *
 * Stands in every policy, so it is one expression that Postgres inlines, and tells a number of at most nine digits from other texts without a
 * regular expression: that one took three times as long a row. The body is text, because policies hold on to this function and its
 * refusal is loaded anew.
 *
 * returns  null when none is chosen, so that row security shows nothing
 * raises   no_tenant when the setting is no number of a tenant
 */
create or replace function emend.current_tenant_id() returns integer
  language sql stable parallel safe as $$
  select case when translate(current_setting('emend.tenant_id', true), '0123456789', '') || substr(current_setting('emend.tenant_id', true), 10) <> ''
              then emend.refuse_tenant(current_setting('emend.tenant_id', true))
              else nullif(current_setting('emend.tenant_id', true), '')::integer end
$$;
comment on function emend.current_tenant_id() is
  'The tenant of this transaction, from the setting emend.tenant_id; null when none is chosen, so that row security shows nothing.';
