/**
 * erase_calls: empty what belongs to a user without being about a node: model calls of his turns, answers to his keys, the names of
 * these keys, which open nothing from now on, and names of other keys that quote him. Part of erase_user.
 */
create or replace function emend.erase_calls(p_tenant integer, p_erasure bigint, p_user text, p_parts text[]) returns void
  language plpgsql as $$
declare
  v_count bigint;
begin
  update emend.model_call c set request = '{}', response = null, error = case when c.error is not null then 'erased' end
   where c.tenant_id = p_tenant and c.user_id = p_user and c.request <> '{}';
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'model_call', v_count);
  update emend.http_request h set answer = null
   where h.tenant_id = p_tenant and h.answer is not null
     and h.key_id in (select k.key_id from emend.api_key k where k.tenant_id = p_tenant and k.user_id = p_user);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'http_request', v_count);
  update emend.api_key k set name = null, revoked_at = coalesce(k.revoked_at, now())
   where k.tenant_id = p_tenant and k.user_id = p_user and (k.name is not null or k.revoked_at is null);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'api_key', v_count);
  update emend.api_key k set name = null where k.tenant_id = p_tenant and emend.has_part(k.name, p_parts);
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'api_key', v_count);
end $$;
comment on function emend.erase_calls(integer, bigint, text, text[]) is 'Part of erase_user: empties what belongs to a user without being about a node.';
