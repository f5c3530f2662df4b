/**
 * is_restoring: whether the statement at hand is of restore_rows: then what rows say has happened already, and nothing follows from it.
 *
 * The setting alone says nothing: only what runs as the owner of the tables is believed.
 */
create or replace function emend.is_restoring() returns boolean
  language sql stable
  return coalesce(current_setting('emend.restoring', true), '') = 'on'
     and current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'emend.fault'::regclass);
comment on function emend.is_restoring() is 'Whether the statement at hand writes rows of a backup.';
