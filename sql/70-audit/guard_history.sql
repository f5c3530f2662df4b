/**
 * guard_history: history is append-only.
 *
 * Trigger function of the tables whose rows are never changed or taken away: the journal, events, nodes, edges and what was
 * said, done and remembered. Erasure and the end of a tenant are the exceptions; their definer functions say so for the rest of
 * their transaction with the setting emend.erasing. The setting alone gives nobody rights on a table.
 */
create or replace function emend.guard_history() returns trigger
  language plpgsql set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  if coalesce(current_setting('emend.erasing', true), '') <> 'on' then
    raise exception 'history is append-only: % of emend.% is refused', lower(tg_op), tg_table_name
      using errcode = '42501', hint = 'Record something new; personal data leaves through the erasure functions.';
  end if;
  return null;
end $$;
comment on function emend.guard_history() is 'Refuse to change or take away rows of history, unless an erasure is under way.';
