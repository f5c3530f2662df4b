/** Rows of a tenant as text: what stands in them, and which of them quote something. */
import type { TestDatabase } from '../database.js'

async function inTenant<T>(database: TestDatabase, tenantId: number, work: (ask: (query: string) => Promise<{ line: string }[]>, tables: string[]) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', $1, true)`, [String(tenantId)])
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' order by c.relname`)
    return await work(async (query) => (await client.query<{ line: string }>(query)).rows, tables.map(({ name }) => name))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Columns by which a row belongs to a node. */
const nodeColumns = ['node_id', 'input_id', 'step_id', 'memory_id', 'source_id', 'new_node_id', 'answer_id']

/**
 * Every row of a tenant, as a line of text.
 *
 * @param userId only rows of the nodes of this user, his sessions and his model calls
 */
export function linesOf(database: TestDatabase, tenantId: number, userId?: string): Promise<string[]> {
  return inTenant(database, tenantId, async (ask, tables) => {
    const lines: string[] = []
    for (const table of tables) {
      const columns = (await ask(`select attname as line from pg_attribute where attrelid = 'emend.${table}'::regclass and attnum > 0 and not attisdropped and atttypid in (20, 25)`)).map(({ line }) => line)
      const own = [...columns.includes('user_id') ? [`t.user_id = '${userId}'`] : [],
        ...columns.filter((column) => nodeColumns.includes(column) && table !== 'fault').map((column) => `t.${column} in (select node_id from emend.node where user_id = '${userId}')`)]
      if (userId !== undefined && own.length === 0) continue
      lines.push(...(await ask(`select '${table} ' || t::text as line from emend.${table} t where tenant_id = ${tenantId} ${userId === undefined ? '' : `and (${own.join(' or ')})`} order by 1`)).map(({ line }) => line))
    }
    return lines
  })
}

/** Rows of a tenant with a text in any of their columns, whatever the type; letters of either case. */
export function quotesOf(database: TestDatabase, tenantId: number, text: string): Promise<string[]> {
  return inTenant(database, tenantId, async (ask, tables) => {
    const lines: string[] = []
    for (const table of tables) lines.push(...(await ask(`select '${table} ' || left(t::text, 300) as line from emend.${table} t where tenant_id = ${tenantId} and t::text ilike '%${text}%'`)).map(({ line }) => line))
    return lines
  })
}
