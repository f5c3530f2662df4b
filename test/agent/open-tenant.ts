/** A tenant with the reference model, for one test file. */
import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { openEmend, type Emend, type OpenOptions } from '../../src/index.js'
import type { TestDatabase } from '../database.js'

/** Open a tenant of its own on the database of the file. */
export async function openTenant(database: TestDatabase, options: OpenOptions = {}): Promise<Emend> {
  const emend = await openEmend({ databaseUrl: database.url, tenant: `t-${randomUUID()}`, ...options })
  afterAll(() => emend.close())
  return emend
}

/** Rows of one tenant: row security shows them to nobody else, the owner of the tables included. */
export async function rowsOf<T extends object>(database: TestDatabase, emend: Emend, query: string, values: unknown[] = []): Promise<T[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', tenant_id::text, true) from emend.tenant where name = $1`, [emend.tenant])
    return (await client.query<T>(query, values)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Edges among some nodes, as "source -label-> target", sorted. */
export async function edgesAmong(database: TestDatabase, emend: Emend, names: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await rowsOf<{ source: string; label: string; target: string }>(database, emend, `
    select s.external_id as source, e.label::text, t.external_id as target from emend.edge e
      join emend.node s on s.tenant_id = e.tenant_id and s.node_id = e.source_id
      join emend.node t on t.tenant_id = e.tenant_id and t.node_id = e.target_id
     where s.external_id = any($1) and t.external_id = any($1)`, [[...names.keys()]])
  return rows.map(({ source, label, target }) => `${names.get(source)} -${label}-> ${names.get(target)}`).toSorted()
}
