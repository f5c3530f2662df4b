/**
 * reach_number: have a sequence go on after a number, and never back, whoever draws from it meanwhile. Part of finish_restore.
 *
 * The sequence is everybody's: a number that no store has drawn, as in a forged backup, would leave none to the other tenants.
 *
 * Drawn up to it, where it is near; else the sequence is restarted, which makes others wait until the transaction ends.
 *
 * raises  bad_backup for a number above a thousand million millions
 */
create or replace function emend.reach_number(p_sequence text, p_number bigint) returns void
  language plpgsql as $$
declare
  v_last bigint;
begin
  if p_number > 1000000000000000 then
    perform emend.refuse('bad_backup', format('the backup has a number %s, which no store has drawn', p_number), jsonb_build_object('number', p_number::text));
  end if;
  execute format('select case when is_called then last_value else last_value - 1 end from %s', p_sequence) into v_last;
  if p_number - v_last > 1000000 then
    execute format('alter sequence %s restart with %s', p_sequence, p_number + 1);
    execute format('select case when is_called then last_value else last_value - 1 end from %s', p_sequence) into v_last;
  end if;
  perform nextval(p_sequence) from generate_series(1, p_number - v_last);
end $$;
comment on function emend.reach_number(text, bigint) is 'Part of finish_restore: has a sequence go on after a number, and never back.';
