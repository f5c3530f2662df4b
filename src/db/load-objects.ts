/** Load what sql/ says: functions, views, triggers and grants. */
import type pg from 'pg'
import { retryTransaction } from './retry-transaction.js'
import { digest, type SqlFile } from './sql-files.js'

/** Errors of an object that stands on one which is loaded later: undefined table, function, column or object. */
const notYet = new Set(['42P01', '42883', '42703', '42704'])
/** `create or replace` cannot change what a function returns, or the names of its parameters. */
const otherSignature = '42P13'
const stillUsed = '2BP01'

/** Settings of pg_trgm may be named in a function by everybody only once its library is loaded in the session. */
const loadTrigrams = `
  do $$ begin perform public.similarity('', ''); exception when undefined_function then null; end $$`

/**
 * Load all objects, in one transaction, when any was added, changed or removed: functions call each other and grants name them.
 *
 * A function whose signature changed is dropped first, and one whose file is gone is dropped after; what users built on
 * it stays, and with it the old function. Views are only ever replaced, so they must keep their columns.
 *
 * @returns names of the files that were new, changed or removed, sorted
 */
export async function loadObjects(client: pg.Client, files: SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from emend.sql_object')
  const loaded = new Map(rows.map((row) => [row.name, row.checksum]))
  const changed = files.filter((file) => loaded.get(file.name) !== digest(file.text)).map((file) => file.name)
  const kept = new Set(files.map((file) => file.name))
  const removed = [...loaded.keys()].filter((name) => !kept.has(name))
  if (changed.length + removed.length === 0) return []
  await retryTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    await client.query(loadTrigrams)
    const before = await functionsNamed(client, changed)
    await loadInAnyOrder(client, files.filter((file) => !file.isGrant))
    await loadInAnyOrder(client, files.filter((file) => file.isGrant)) // once all that they name is there
    const after = await functionsNamed(client, changed)
    const renewed = new Set(after.filter(({ oid }) => !before.some((old) => old.oid === oid)).map(({ name }) => name))
    await dropUnused(client, before.filter(({ name, oid }) => renewed.has(name) && after.some((now) => now.oid === oid)))
    await removeObjects(client, removed)
    for (const file of files) {
      await client.query(
        `insert into emend.sql_object (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, loaded_at = now() where sql_object.checksum <> excluded.checksum`,
        [file.name, digest(file.text)],
      )
    }
  })
  return [...changed, ...removed].sort()
}

/** Pass after pass: what stands on something later waits for the next; a pass that loads nothing ends in its first error. */
async function loadInAnyOrder(client: pg.Client, files: SqlFile[]): Promise<void> {
  let waiting = files
  while (waiting.length > 0) {
    const postponed: SqlFile[] = []
    let firstError: Error | undefined
    for (const file of waiting) {
      const error = await attempt(client, file.text)
      if (error === undefined) continue
      const { code } = error as { code?: string }
      if (code === otherSignature) {
        await dropUnused(client, await functionsNamed(client, [file.name]))
        await client.query(file.text)
      } else if (code && notYet.has(code)) {
        firstError ??= name(error, file)
        postponed.push(file)
      } else throw name(error, file)
    }
    if (postponed.length === waiting.length) throw firstError ?? new Error('sql/ cannot be loaded')
    waiting = postponed
  }
}

function name(error: Error, file: SqlFile): Error {
  error.message = `sql object ${file.name}: ${error.message}`
  return error
}

/** @returns the error, after which the transaction goes on as if nothing had been tried */
async function attempt(client: pg.Client, text: string): Promise<Error | undefined> {
  await client.query('savepoint attempt')
  try {
    await client.query(text)
    await client.query('release savepoint attempt')
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint attempt')
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface FunctionRow {
  oid: number
  name: string
  signature: string
}

async function functionsNamed(client: pg.Client, names: string[]): Promise<FunctionRow[]> {
  const { rows } = await client.query<FunctionRow>(
    `select oid, proname as name, oid::regprocedure::text as signature
       from pg_proc where pronamespace = 'emend'::regnamespace and proname = any ($1)`, [names])
  return rows
}

async function dropUnused(client: pg.Client, functions: FunctionRow[]): Promise<void> {
  for (const { signature } of functions) await dropUnlessUsed(client, `drop function ${signature}`)
}

async function dropUnlessUsed(client: pg.Client, statement: string): Promise<void> {
  const error = await attempt(client, statement)
  if (error !== undefined && (error as { code?: string }).code !== stillUsed) throw error
}

/** A removed file named a function, with triggers that call it, or a view. */
async function removeObjects(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
       from pg_trigger where not tgisinternal and tgfoid in (select oid from pg_proc where pronamespace = 'emend'::regnamespace and proname = any ($1))
      union all select format('drop view %s', oid::regclass)
       from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v' and relname = any ($1)`, [names])
  for (const { statement } of rows) await dropUnlessUsed(client, statement)
  await dropUnused(client, await functionsNamed(client, names))
  await client.query('delete from emend.sql_object where name = any ($1)', [names])
}
