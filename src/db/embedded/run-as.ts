/** Postgres refuses to run as root: which user runs it instead. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmendError } from '../../errors.js'

/** A system user. */
export interface SystemUser {
  uid: number
  gid: number
}

/**
 * The user that Postgres must run as.
 *
 * @returns undefined when this process is not root and may run it itself; else the user `postgres`, made if it is
 *   missing and can be made, else `nobody`
 * @throws EmendError `embedded_failed` when this process is root and no other user exists
 */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = findUser('postgres') ?? createUser('postgres') ?? findUser('nobody')
  if (!user) throw new EmendError('embedded_failed', 'Postgres does not run as root, and there is no user postgres or nobody to run it as')
  return user
}

/** Whether `user` can get into `folder`: every folder above it must let others through, or belong to the user. */
export function isReachable(folder: string, user: SystemUser | undefined): boolean {
  if (!user) return true
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === dirname(at)) return true
  }
}

function findUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8').split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** With what the system has: useradd on most, adduser on busybox. */
function createUser(name: string): SystemUser | undefined {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ]
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
      break
    } catch {
      // not on this system, or somebody else made the user meanwhile
    }
  }
  return findUser(name)
}
