/** The .sql files that the package ships beside its code. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file: its name without folder and ending, its text, and whether it grants rights on objects rather than making one. */
export interface SqlFile {
  name: string
  text: string
  isGrant?: boolean
}

/** The package's folder: two above this file, in src/ as in dist/. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** All migrations in order. */
export function readMigrations(folder = join(root, 'migrations')): SqlFile[] {
  return readdirSync(folder).filter((name) => name.endsWith('.sql')).sort().map((name) => read(folder, name))
}

/** All objects of sql/, by stage and then by name. */
export function readSqlObjects(folder = join(root, 'sql')): SqlFile[] {
  return readdirSync(folder).sort().flatMap((stage) =>
    readMigrations(join(folder, stage)).map((file) => ({ ...file, isGrant: stage === '90-grants' })))
}

/** What a file is recognised by once it was applied; line ends of a checkout do not count. */
export function digest(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

function read(folder: string, file: string): SqlFile {
  return { name: file.replace(/\.sql$/, ''), text: readFileSync(join(folder, file), 'utf8') }
}
