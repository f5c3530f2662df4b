/** The world that recorded runs acted on: tables of a folder, rows by their keys. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { EmendError } from '../../../errors.js'
import type { Json } from '../../controlled/types.js'

/** A row. */
export type Row = Readonly<Record<string, Json>>
/** Tables by the names of their files, rows by their keys. */
export type JsonWorld = Readonly<Record<string, Readonly<Record<string, Row>>>>

/** A value that a run has changed. */
export type Change = { key: string; path: string[]; value: Json }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Read every JSON file of a folder that is an object of objects. Other files are no tables and are left alone.
 *
 * @throws EmendError `not_found` without any table
 */
export async function readJsonWorld(folder: string): Promise<JsonWorld> {
  const names = await readdir(folder).catch((): string[] => [])
  const tables = await Promise.all(names.filter((name) => name.endsWith('.json')).sort().map(async (name) => {
    const table: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
    return isRow(table) && Object.keys(table).length > 0 && Object.values(table).every(isRow) ? [[basename(name, '.json'), table as Record<string, Row>] as const] : []
  }))
  if (tables.flat().length === 0) throw new EmendError('not_found', `${folder} has no JSON file that is an object of rows`, { folder })
  return Object.fromEntries(tables.flat())
}

/** The table that has a row of this key. */
export function tableOf(world: JsonWorld, key: string): { table: string; rows: Readonly<Record<string, Row>>; row: Row } | null {
  for (const [table, rows] of Object.entries(world)) {
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined
    if (row) return { table, rows, row }
  }
  return null
}

/** What stands at a path; undefined where it leads nowhere. */
export function valueAt(row: Json | undefined, path: readonly string[]): Json | undefined {
  let value: Json | undefined = row
  for (const key of path) value = isRow(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}

/** The world with values changed; nothing of the old one is. */
export function withChanges(world: JsonWorld, changes: readonly Change[]): JsonWorld {
  let now = world
  for (const { key, path, value } of changes) {
    const found = tableOf(now, key)
    if (found) now = { ...now, [found.table]: { ...found.rows, [key]: changed(found.row, path, value) } }
  }
  return now
}

function changed(row: Row, [key = '', ...rest]: readonly string[], value: Json): Row {
  const inner = row[key]
  return { ...row, [key]: rest.length === 0 ? value : changed(isRow(inner) ? inner : {}, rest, value) }
}
