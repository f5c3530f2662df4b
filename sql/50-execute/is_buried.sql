/**
 * is_buried: whether a standing tombstone forbids this content to an owner.
 *
 * p_user  owner of the memory to be; null = of everybody
 */
create or replace function emend.is_buried(p_tenant integer, p_content text, p_user text) returns boolean
  language plpgsql stable as $$
begin
  return exists (select from emend.tombstone t
                  where t.tenant_id = p_tenant and t.content_digest = emend.content_digest(p_content) and t.lifted_at is null
                    and (t.user_id is null or p_user is null or t.user_id = p_user));
end $$;
comment on function emend.is_buried(integer, text, text) is 'Whether a standing tombstone forbids this content to an owner.';
