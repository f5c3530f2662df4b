/**
 * status_before_fault: the status that the records gave a memory, just before a fault on it was reported.
 *
 * What repairs did to it (delete, quarantine, reopen) is taken back: a memory that a repair has put into the store or out of
 * it was retired, or not, by the steps that the agents took. So repairing one fault and then another finds the same seeds as
 * repairing both. Containment does not count either, it only withholds.
 *
 * p_memory  the memory
 * p_fault   the fault on it
 * returns   active, superseded, deleted or quarantined; null when the memory does not exist
 */
create or replace function emend.status_before_fault(p_tenant integer, p_memory bigint, p_fault bigint)
  returns emend.memory_status language plpgsql stable as $$
declare
  v_statuses constant text[] := array['active', 'superseded', 'deleted', 'quarantined'];
  v_reported bigint;
  v_status   text;
begin
  -- Rows of the journal that name the fault are at its commit or later.
  select min(j.journal_id) into v_reported
    from emend.journal j where j.tenant_id = p_tenant and j.node_id = p_memory and j.fault_id = p_fault;

  -- The last change that a record made.
  select j.to_status into v_status
    from emend.journal j
   where j.tenant_id = p_tenant and j.node_id = p_memory and j.repair_id is null and j.action <> 'release'
     and j.to_status = any(v_statuses) and (v_reported is null or j.journal_id < v_reported)
   order by j.journal_id desc limit 1;
  if v_status is not null then return v_status::emend.memory_status; end if;

  -- None: as it was before anything changed it. A repair's own row may say withheld, its plan knows the status behind that.
  select coalesce(p.status_before::text, j.from_status) into v_status
    from emend.journal j
    left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = j.repair_id and p.node_id = p_memory
   where j.tenant_id = p_tenant and j.node_id = p_memory and (p.status_before is not null or j.from_status = any(v_statuses))
   order by j.journal_id limit 1;
  if v_status is not null then return v_status::emend.memory_status; end if;

  return (select s.status from emend.memory_state s where s.tenant_id = p_tenant and s.memory_id = p_memory);
end $$;
comment on function emend.status_before_fault(integer, bigint, bigint) is
  'The status that the records gave a memory, just before a fault on it was reported; what repairs did is taken back.';
