/** What a hostile program with a raw SQL connection of some role tries. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { claim, input, memory } from '../record/items.js'
import { recorder } from '../record/recorder.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const tenant = await recorder(database)
await tenant.record([input('u', { user: 'bob' }), memory('m', { user: 'bob' }), claim('c', ['m'])])

test('no setting lets a worker or an admin change a state past the function that journals it (G10)', async () => {
  for (const role of ['worker', 'admin'] as const) {
    await expect(tenant.run(role, async (trx) => {
      await sql`set local emend.status_change = 'on'`.execute(trx)
      await sql`update emend.memory_state set status = 'deleted'`.execute(trx)
    })).rejects.toMatchObject({ code: '42501' })
    for (const change of [`status = 'deleted'`, 'is_withheld = true']) {
      await expect(tenant.run(role, (trx) => sql`update emend.memory_state set ${sql.raw(change)}`.execute(trx))).rejects.toMatchObject({ code: '42501' })
    }
  }
  expect(await tenant.states()).toEqual(['m active'])
  await tenant.run('worker', (trx) => sql`select emend.set_memory_status(${tenant.tenantId}, array(select memory_id from emend.memory_state), 'superseded')`.execute(trx))
  expect(await tenant.states()).toEqual(['m superseded'])
  await tenant.run('admin', (trx) => sql`select emend.set_memory_status(${tenant.tenantId}, array(select memory_id from emend.memory_state), 'active')`.execute(trx))
  const journal = await tenant.run('auditor', (trx) => sql`select actor, from_status, to_status from emend.journal order by journal_id`.execute(trx))
  expect(journal.rows).toEqual([
    { actor: 'emend_worker', from_status: 'active', to_status: 'superseded' }, { actor: 'emend_admin', from_status: 'superseded', to_status: 'active' }])
})

test('the setting of an erasure gives nobody the right to take history away', async () => {
  for (const role of ['agent', 'detector', 'auditor', 'worker', 'admin'] as const) {
    for (const statement of ['delete from emend.journal', 'update emend.node set turn = 7', 'delete from emend.edge', 'update emend.memory set content = \'other\'']) {
      await expect(tenant.run(role, async (trx) => {
        await sql`set local emend.erasing = 'on'`.execute(trx)
        await sql.raw(statement).execute(trx)
      })).rejects.toMatchObject({ code: '42501' })
    }
  }
})

test('types, tables and functions that a caller makes for his session never run with the rights of a definer function', async () => {
  const calls: [role: 'agent' | 'detector' | 'auditor' | 'worker' | 'admin', call: string][] = [
    ['agent', `select * from emend.record_steps('[{"kind": "memory", "id": "shadow", "content": "x"}]'::pg_catalog.jsonb)`],
    ['agent', `select * from emend.search_memories(${tenant.tenantId}, 'text')`],
    ['agent', `select emend.use_tenant('${tenant.name}')`],
    ['detector', `insert into emend.fault (memory_id) values ('m')`],
    ['auditor', `select emend.phantom_reads(${tenant.tenantId}, 0, '{1}', '{}')`],
    ['worker', `select emend.sweep()`],
    ['worker', `select emend.nudge(${tenant.tenantId})`],
    ['worker', `select emend.set_memory_status(${tenant.tenantId}, '{1,2,3}', 'active')`],
    ['worker', `select * from emend.take_unsegmented(${tenant.tenantId}, 5)`],
    ['worker', `select * from emend.unfinished_work()`],
    ['admin', `select emend.create_tenant('shadowed')`],
    ['admin', `select * from emend.list_tenants()`],
    ['admin', `select emend.drop_tenant('${tenant.name}')`],
  ]
  for (const [role, call] of calls) {
    await database.db.connection().execute(async (connection) => {
      const noticed: string[] = []
      await sql`begin`.execute(connection)
      try {
        await sql`select set_config('emend.tenant_id', ${String(tenant.tenantId)}, true), set_config('role', ${`emend_${role}`}, true)`.execute(connection)
        await sql.raw(`
          create sequence pg_temp.caught;
          create function pg_temp.trap() returns pg_catalog.bool language plpgsql as $$
          begin
            if current_user <> 'emend_${role}' then raise exception 'a function of the caller ran as %', current_user; end if;
            return true;
          end $$;
          create domain pg_temp.text as pg_catalog.text check (pg_temp.trap());
          create domain pg_temp.jsonb as pg_catalog.jsonb check (pg_temp.trap());
          create domain pg_temp.regclass as pg_catalog.regclass check (pg_temp.trap());
          create domain pg_temp.tsquery as pg_catalog.tsquery check (pg_temp.trap());
          create domain pg_temp.timestamptz as pg_catalog.timestamptz check (pg_temp.trap())`).execute(connection)
        await sql.raw(call).execute(connection)
      } catch (error) {
        noticed.push((error as Error).message)
      } finally {
        await sql`rollback`.execute(connection)
      }
      expect(noticed, call).toEqual([])
    })
  }
})
