import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Put at least one row into every table of a tenant, past the record functions: m1 is faulty, m2 is active. */
export async function fillEveryTable(pool: pg.Pool, tenantId: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', $1, true)`, [String(tenantId)])
    await client.query(readFileSync('test/db/fill-every-table.sql', 'utf8'))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
