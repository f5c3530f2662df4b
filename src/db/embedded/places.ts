/** Where the embedded server keeps its files. */
import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isReachable, type SystemUser } from './run-as.js'

/** The files of one embedded server. */
export interface Places {
  /** What its server and its programs say. */
  log: string
  /** Holds `data` and `password`; it appears at once and complete. */
  cluster: string
}

/**
 * Decide where the server of `home` lives, and make `home`.
 *
 * That is `<home>/postgres`. When this process is root and its own folders are closed to the user that runs Postgres
 * (a clone under /root, a folder of mktemp), it is a folder of its own in /var/lib/emend, named in `<home>/postgres.place`.
 */
export function findPlaces(home: string, user: SystemUser | undefined): Places {
  mkdirSync(home, { recursive: true })
  const root = realpathSync(home)
  const log = join(root, 'postgres.log')
  if (isReachable(root, user)) return { log, cluster: join(root, 'postgres') }
  const note = join(root, 'postgres.place')
  writeOnce(note, join(sharedFolder(), `cluster-${randomUUID()}`))
  return { log, cluster: readFileSync(note, 'utf8') }
}

/** A folder that root keeps and everybody can enter. */
export function sharedFolder(): string {
  for (const folder of ['/var/lib/emend', join(tmpdir(), 'emend')]) {
    try {
      mkdirSync(folder, { recursive: true })
      const { uid } = statSync(folder)
      if (uid !== process.getuid?.()) continue // made by somebody else, who could swap what is in it
      chmodSync(folder, 0o755)
      accessSync(folder, constants.W_OK)
      return folder
    } catch {
      // try the next
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'emend-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Write a file unless it is there; of two at once, one wins and both read the same. */
function writeOnce(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
