/**
 * caller_is_trusted: whether the caller may state what otherwise follows from the record: statuses, late edges on old nodes.
 *
 * Roles emend_worker and emend_admin, and who may act as one of them.
 */
create or replace function emend.caller_is_trusted() returns boolean
  language sql stable parallel safe
  return pg_has_role(emend.caller(), 'emend_worker', 'usage') or pg_has_role(emend.caller(), 'emend_admin', 'usage');
comment on function emend.caller_is_trusted() is 'True for roles emend_worker and emend_admin and their members.';
