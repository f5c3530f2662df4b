/** The .sql files that the package ships beside its code. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file: its name without folder and ending, and its text. */
export interface SqlFile {
  name: string
  text: string
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** All migrations in order. */
export function readMigrations(folder = join(root, 'migrations')): SqlFile[] {
  return readdirSync(folder).filter((name) => name.endsWith('.sql')).sort().map((name) => read(folder, name))
}

/** All objects of sql/, by stage and then by name. */
export function readSqlObjects(folder = join(root, 'sql')): SqlFile[] {
  return readdirSync(folder).sort().flatMap((stage) => readMigrations(join(folder, stage)))
}

function read(folder: string, file: string): SqlFile {
  return { name: file.replace(/\.sql$/, ''), text: readFileSync(join(folder, file), 'utf8') }
}
