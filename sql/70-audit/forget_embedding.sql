/**
 * forget_embedding: a text that is changed takes its embedding along.
 *
 * Trigger function of memories and steps, whose texts only an erasure changes: so it need not know of embeddings. A memory that goes
 * takes its embedding along by its foreign key.
 */
create or replace function emend.forget_embedding() returns trigger
  language plpgsql set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  if tg_table_name = 'step' then
    new.query_embedding := null;
    new.query_scores := null;
    new.query_considered := null;
    return new;
  end if;
  delete from emend.memory_embedding e where e.tenant_id = new.tenant_id and e.memory_id = new.memory_id;
  return null;
end $$;
comment on function emend.forget_embedding() is 'A text that is changed takes its embedding along.';
