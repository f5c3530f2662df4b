/** A tenant out of its backup. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/transaction.js'
import { EmendError, fromDatabase, type ErrorCode } from '../errors.js'
import { badText } from '../record/bad-text.js'
import { segmentPending } from '../record/segment-pending.js'
import { backupFormat, type BackupReport } from './backup.js'
import { checkText, type ApiContext } from './context.js'

/**
 * Fill this tenant, which must be empty, with what `backup` wrote: under the same ids, with its history, faults and repairs; repairs that were
 * under way go on. All of it or nothing. The database may be of a newer migration than the backup's, not of an older one.
 *
 * @param lines as they were written, streamed
 * @param options.actor who asks
 * @param options.onRow called after each row with the number of rows so far
 * @throws EmendError `not_empty`; `schema_newer`; `bad_backup`, `bad_text` and `too_large` naming the line
 */
export type RestoreVerb = (
  lines: AsyncIterable<string> | Iterable<string>, options?: { actor?: string; onRow?: (rows: number) => void },
) => Promise<BackupReport>

const headerLine = z.strictObject({ format: z.literal(backupFormat), migration: z.string(), tenant: z.record(z.string(), z.unknown()) })
const tableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })
const endLine = z.strictObject({ end: z.int().min(0), sha256: z.string() })

/** Rows, and bytes, that are written at once; a row longer than the second, in bytes, is refused: content has at most 256 kB. */
const batchRows = 500
const batchBytes = 1_000_000
const maxRowBytes = 16_000_000

/** Make the verb for one tenant. */
export function restoreVerb({ as, tenantId }: ApiContext): RestoreVerb {
  return async (lines, { actor = 'person', onRow } = {}) => {
    checkText('restore', actor)
    const report = await as('admin', async (trx) => new Restore(trx, actor, onRow).run(lines))
    while (await as('worker', (trx) => segmentPending(trx, tenantId, batchRows)) === batchRows);
    return report
  }
}

class Restore {
  private readonly report: BackupReport = { tables: {}, rows: 0 }
  private readonly digest = createHash('sha256')
  private table: z.infer<typeof tableLine> | null = null
  private batch: { line: number; text: string }[] = []
  private bytes = 0

  constructor(private readonly trx: Trx, private readonly actor: string, private readonly onRow?: (rows: number) => void) {}

  async run(lines: Parameters<RestoreVerb>[0]): Promise<BackupReport> {
    let number = 0
    let hasEnded = false
    for await (const text of lines) {
      number += 1
      if (hasEnded) throw wrong(number, 'stands behind the end')
      const value = parse(text, number)
      if (number === 1) await this.begin(value)
      else if (endLine.safeParse(value).success) {
        await this.flush()
        this.end(endLine.parse(value), number)
        hasEnded = true
      } else await this.take(value, text, number)
      if (!hasEnded) this.digest.update(text).update('\n')
    }
    if (!hasEnded) throw wrong(number + 1, 'is missing: the file is cut off')
    await sql`select emend.finish_restore()`.execute(this.trx)
    return this.report
  }

  private async begin(value: object): Promise<void> {
    const header = headerLine.safeParse(value)
    if (!header.success) throw wrong(1, `is not the header of ${backupFormat}`)
    const { migration, tenant } = header.data
    const known = await this.trx.selectFrom('schema_migration').select('name').where('name', '=', migration).executeTakeFirst()
    if (!known) throw new EmendError('schema_newer', `the backup is from a database with migration ${JSON.stringify(migration.slice(0, 100))}, which this one lacks`, { line: 1 })
    await sql`set local timezone to 'UTC'`.execute(this.trx)
    await sql`select emend.begin_restore(${JSON.stringify(tenant)}::jsonb, ${this.actor})`.execute(this.trx).catch((error: unknown) => { throw named(error, 1) })
  }

  private async take(value: object, text: string, line: number): Promise<void> {
    const header = tableLine.safeParse(value)
    if (header.success) {
      await this.flush()
      this.table = header.data
      if (Object.hasOwn(this.report.tables, this.table.table)) throw wrong(line, `begins table ${JSON.stringify(this.table.table)} again`)
      this.report.tables[this.table.table] = 0
      return
    }
    const odd = this.table === null ? null : Object.keys(value).find((key) => !this.table?.columns.includes(key))
    if (this.table === null || odd !== undefined) throw wrong(line, this.table === null ? 'belongs to no table' : `has a column ${JSON.stringify(odd)} that its table has not`)
    this.batch.push({ line, text })
    this.bytes += text.length
    if (this.batch.length >= batchRows || this.bytes >= batchBytes) await this.flush()
  }

  /** Write what is waiting. Where that fails, row by row, to name the one. */
  private async flush(): Promise<void> {
    if (this.table === null || this.batch.length === 0) return
    const { table } = this.table
    await sql`savepoint batch`.execute(this.trx)
    try {
      await this.write(this.batch)
    } catch {
      await sql`rollback to savepoint batch`.execute(this.trx)
      for (const row of this.batch) {
        await this.write([row]).catch((error: unknown) => { throw named(error, row.line) })
      }
    }
    await sql`release savepoint batch`.execute(this.trx)
    this.report.tables[table] = (this.report.tables[table] ?? 0) + this.batch.length
    for (const _ of this.batch) {
      this.report.rows += 1
      this.onRow?.(this.report.rows)
    }
    this.batch = []
    this.bytes = 0
  }

  private async write(rows: { text: string }[]): Promise<void> {
    const { table, columns } = this.table ?? { table: '', columns: [] }
    await sql`select emend.restore_rows(${table}, ${columns}::text[], ${`[${rows.map(({ text }) => text).join(',')}]`}::jsonb)`.execute(this.trx)
  }

  private end({ end, sha256 }: z.infer<typeof endLine>, line: number): void {
    if (end !== this.report.rows) throw wrong(line, `counts ${end} rows, and ${this.report.rows} came before it`)
    if (sha256 !== this.digest.digest('hex')) throw wrong(line, 'has another sha256 than what came before it: the file was changed')
  }
}

function parse(text: string, line: number): object {
  if (text.length > maxRowBytes) throw new EmendError('too_large', `line ${line} has more than ${maxRowBytes / 1_000_000} MB`, { line })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong(line, 'is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(line, 'is no object')
  const problem = problemOf(value)
  if (problem) throw new EmendError('bad_text', `line ${line}: ${problem}`, { line })
  return value
}

function problemOf(value: unknown): string | null {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    const texts = typeof next === 'string' ? [next] : typeof next === 'object' && next !== null && !Array.isArray(next) ? Object.keys(next) : []
    for (const text of texts) {
      const problem = badText(text)
      if (problem) return problem
    }
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next) as unknown[]) waiting.push(inner)
  }
  return null
}

/** Of rows that the database refuses, the line and what it said. What is not about the row stays what it is. */
function named(error: unknown, line: number): unknown {
  const known = fromDatabase(error)
  if (known instanceof EmendError && (known.code === 'database_unreachable' || known.code === 'not_empty')) return known
  const code: ErrorCode = known instanceof EmendError && (known.code === 'bad_text' || known.code === 'too_large') ? known.code : 'bad_backup'
  return new EmendError(code, `line ${line}: ${(error as Error).message}`, { line }, { cause: error })
}

const wrong = (line: number, what: string): EmendError => new EmendError('bad_backup', `line ${line} ${what}`, { line })
