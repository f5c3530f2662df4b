/**
 * current_tenant_id: the tenant of this transaction, from the setting emend.tenant_id.
 *
 * Logins that are no members of emend_service have a tenant only where they are bound to it, whatever they set: so row security and every
 * definer function go by who logged in. In here that costs the program one look at a membership a scan; as a policy of its own it was a filter
 * on every row, and made the planner believe that half of the rows go.
 *
 * Stands in every policy, so it is one expression that Postgres inlines, and tells a number of at most nine digits from other texts without a
 * regular expression: that one took three times as long a row. The body is text, because policies hold on to this function and its
 * refusal is loaded anew.
 *
 * returns  null when none is chosen, or one that is not the login's, so that row security shows nothing
 * raises   no_tenant when the setting is no number of a tenant
 */
create or replace function emend.current_tenant_id() returns integer
  language sql stable parallel safe as $$
  select case when not pg_has_role(session_user, 'emend_service', 'member') then emend.bound_tenant_id()
              when translate(current_setting('emend.tenant_id', true), '0123456789', '') || substr(current_setting('emend.tenant_id', true), 10) <> ''
              then emend.refuse_tenant(current_setting('emend.tenant_id', true))
              else nullif(current_setting('emend.tenant_id', true), '')::integer end
$$;
comment on function emend.current_tenant_id() is
  'The tenant of this transaction, from the setting emend.tenant_id; null when none is chosen, so that row security shows nothing.';
