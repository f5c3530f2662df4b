/**
 * identify_key: whose key a secret is.
 *
 * The secret stays with the program: only its digest comes here. Both digests are hashed once more with a number drawn for this call
 * before they are compared, so that the time of the comparison tells nothing about the one that is kept. Whoever has the right secret
 * is told why it opens nothing; everybody else hears the same, whether the number exists or not.
 *
 * p_key_id  number in the secret
 * p_digest  sha256 of its random part
 * returns   one row; columns are named as in TypeScript
 * raises    unauthorized
 */
create or replace function emend.identify_key(p_key_id bigint, p_digest bytea)
  returns table (tenant text, role emend.key_role, "userId" text, "keyId" bigint)
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
#variable_conflict use_column
declare
  v_nonce constant bytea := uuid_send(gen_random_uuid());
  v_key   emend.api_key;
begin
  select k.* into v_key from emend.api_key k where k.key_id = p_key_id;
  if p_digest is null or sha256(v_nonce || coalesce(v_key.digest, '')) <> sha256(v_nonce || p_digest) then
    perform emend.refuse('unauthorized', 'the key is not known');
  elsif v_key.revoked_at is not null then
    perform emend.refuse('unauthorized', 'the key was revoked', jsonb_build_object('revoked_at', v_key.revoked_at));
  elsif v_key.expires_at <= now() then
    perform emend.refuse('unauthorized', 'the key has expired', jsonb_build_object('expires_at', v_key.expires_at));
  end if;
  -- once a minute, and nobody waits for another call of the same key
  if coalesce(v_key.last_used_at, '-infinity') < now() - interval '1 minute' then
    update emend.api_key k set last_used_at = now()
     where k.tenant_id = v_key.tenant_id and k.key_id in (
       select u.key_id from emend.api_key u where u.tenant_id = v_key.tenant_id and u.key_id = v_key.key_id
          and coalesce(u.last_used_at, '-infinity') < now() - interval '1 minute' for update skip locked);
  end if;
  return query select t.name, v_key.role, v_key.user_id, v_key.key_id from emend.tenant t where t.tenant_id = v_key.tenant_id;
end $$;
comment on function emend.identify_key(bigint, bytea) is 'Whose key a secret is, from its number and digest; raises unauthorized.';
