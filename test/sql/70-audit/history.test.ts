import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../../src/db/transaction.js'
import { testDatabase } from '../../database.js'
import { fillEveryTable } from '../../db/fill-every-table.js'

const { db, pool, tenant } = await testDatabase()
const history = ['journal', 'event', 'node', 'input', 'step', 'memory', 'edge']

/** As the owner of the tables, who has every right that a grant could give. */
async function asOwner(tenantId: number, text: string): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', $1, true)`, [String(tenantId)])
    return (await client.query(text)).rowCount
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('history is append-only, even for the owner of the tables (G10)', async () => {
  const { tenantId } = await tenant()
  await fillEveryTable(pool, tenantId)
  for (const table of history) {
    expect(await asOwner(tenantId, `update emend.${table} set tenant_id = tenant_id`)).toBe(`history is append-only: update of emend.${table} is refused`)
    expect(await asOwner(tenantId, `delete from emend.${table}`)).toBe(`history is append-only: delete of emend.${table} is refused`)
    expect(await asOwner(tenantId, `truncate emend.${table} cascade`)).toContain('history is append-only: truncate')
  }
})

test('an agent reads what is active by raw SQL, and nothing that a repair has taken away or withholds', async () => {
  const { tenantId } = await tenant()
  await fillEveryTable(pool, tenantId)
  const seen = () => inTenant(db, { tenantId, role: 'agent' }, async (trx) =>
    (await sql<{ id: string }>`select n.external_id as id from emend.memory m join emend.node n using (tenant_id)
      where n.node_id = m.memory_id order by 1`.execute(trx)).rows.map(({ id }) => id))
  const before = await seen()
  expect(before).toContain('m2')
  await inTenant(db, { tenantId, role: 'worker' }, (trx) => sql`
    select emend.withhold_memories(tenant_id, array[node_id], null, null, null) from emend.node where external_id = 'm2'`.execute(trx))
  expect(await seen()).toEqual(before.filter((id) => id !== 'm2'))
})

test('dropping a tenant takes every row of it and none of another, and only the tenant of the transaction can be dropped', async () => {
  const goes = await tenant()
  const stays = await tenant()
  await fillEveryTable(pool, goes.tenantId)
  await fillEveryTable(pool, stays.tenantId)
  const drop = (role: 'admin' | 'worker', name: string) => inTenant(db, { tenantId: goes.tenantId, role }, async (trx) =>
    (await sql<{ nodes: number }>`select emend.drop_tenant(${name}) as nodes`.execute(trx)).rows[0]?.nodes)
  await expect(drop('worker', goes.name)).rejects.toThrow('permission denied for function drop_tenant')
  await expect(drop('admin', stays.name)).rejects.toMatchObject({ code: 'unknown_tenant' })
  expect(await drop('admin', goes.name)).toBe(5)
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r'`)
  for (const { name } of rows) {
    expect([name, await asOwner(goes.tenantId, `select from emend.${name} where tenant_id = ${goes.tenantId}`)]).toEqual([name, 0])
    expect([name, await asOwner(stays.tenantId, `select from emend.${name} where tenant_id = ${stays.tenantId}`)]).not.toEqual([name, 0])
  }
})
