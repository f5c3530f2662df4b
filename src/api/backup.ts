/** A whole tenant, to take along: backup and restore. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { ApiContext } from './context.js'

/** What was written or read. */
export interface BackupReport {
  /** Rows of each table, in the order of the file. */
  tables: Record<string, number>
  rows: number
}

/** How a backup begins. */
export interface BackupHeader {
  format: typeof backupFormat
  /** The last migration of the database that it is from. */
  migration: string
  /** How the tenant is set: its arm, and whatever else a tenant says of itself. */
  tenant: Record<string, unknown>
}

/** First key of a backup, and the version of its format. */
export const backupFormat = 'emend/backup@1'

/**
 * Write everything that a tenant has as lines of JSON, without line ends: a header, of each table its name and columns and then its
 * rows in the order of their keys, and an end that counts them and has their sha256. One snapshot, streamed; the same tenant gives the same
 * bytes, wherever it was restored. Keys, logins and answers kept for idempotent requests are not in it, and words of searches are cut anew.
 *
 * @param write called with each line, in order; the next one waits for it
 */
export type BackupVerb = (write: (line: string) => void | Promise<void>) => Promise<BackupReport>

/** Rows that are read from the database at once. */
const pageSize = 500

/** Make the verb for one tenant. */
export function backupVerb({ as, tenantId }: ApiContext): BackupVerb {
  return (write) => as('auditor', async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx)
    await sql`set local timezone to 'UTC'`.execute(trx)
    const digest = createHash('sha256')
    const put = async (line: string): Promise<void> => {
      digest.update(line).update('\n')
      await write(line)
    }
    await put(JSON.stringify(await headerOf(trx, tenantId)))
    const { rows: tables } = await sql<{ name: string; columns: string[] }>`select name, columns from emend.backup_tables()`.execute(trx)
    const report: BackupReport = { tables: {}, rows: 0 }
    for (const { name, columns } of tables) {
      await put(JSON.stringify({ table: name, columns }))
      const { rows: [query] } = await sql<{ text: string }>`select emend.backup_query(${tenantId}::integer, ${name}) as text`.execute(trx)
      await sql`declare backup no scroll cursor for ${sql.raw(query!.text)}`.execute(trx)
      let count = 0
      for (let size = pageSize; size === pageSize;) {
        const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(pageSize))} from backup`.execute(trx)
        for (const { line } of rows) await put(line)
        size = rows.length
        count += size
      }
      await sql`close backup`.execute(trx)
      report.tables[name] = count
      report.rows += count
    }
    await write(JSON.stringify({ end: report.rows, sha256: digest.digest('hex') }))
    return report
  })
}

async function headerOf(trx: Trx, tenantId: number): Promise<BackupHeader> {
  const { migration } = await trx.selectFrom('schema_migration').select((eb) => eb.fn.max<string>('name').as('migration')).executeTakeFirstOrThrow()
  const { rows: [row] } = await sql<{ tenant: Record<string, unknown> }>`select emend.tenant_settings(${tenantId}::integer) as tenant`.execute(trx)
  return { format: backupFormat, migration, tenant: row!.tenant }
}
