/** Start the server of a cluster in the background. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.js'
import type { Places } from './places.js'
import { findPostmaster } from './postmaster.js'
import type { SystemUser } from './run-as.js'

/** How often a starting server is looked at, in milliseconds. */
const pollMs = 20

/**
 * Start it on 127.0.0.1, without a socket file, on the port of last time if that is free, and wait until it is ready.
 * It outlives this process and its terminal, since others may be using it.
 *
 * @param settings server settings by name
 * @returns false when the server went away instead: another process's server was first, or the log says why
 */
export async function startServer(
  places: Places, binaries: Binaries, user: SystemUser | undefined, settings: Record<string, string>,
): Promise<boolean> {
  const data = join(places.cluster, 'data')
  const port = await choosePort(join(places.cluster, 'port'))
  const log = openSync(places.log, 'a', 0o600)
  const all: Record<string, string> = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const child = spawn(binaries.postgres, ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...user, cwd: '/', detached: true, stdio: ['ignore', log, log],
  })
  closeSync(log)
  let hasEnded = false
  child.on('exit', () => { hasEnded = true })
  child.on('error', () => { hasEnded = true })
  child.unref()
  for (;;) {
    await sleep(pollMs)
    if (hasEnded) return false
    const running = findPostmaster(data)
    if (running?.isReady && running.pid === child.pid) {
      writeFileSync(join(places.cluster, 'port'), String(port))
      return true
    }
  }
}

/** The last lines of the log, for an error message. */
export function logTail(log: string): string {
  if (!statSync(log, { throwIfNoEntry: false })) return ''
  return readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ')
}

/** The port in `file` if it is free, else any free one. */
async function choosePort(file: string): Promise<number> {
  const last = statSync(file, { throwIfNoEntry: false }) ? Number(readFileSync(file, 'utf8')) : 0
  return await freePort(last).catch(() => freePort(0))
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => { resolve(typeof address === 'object' && address ? address.port : wanted) })
    })
  })
}
