/** The running server of a data folder, as its postmaster.pid tells. */
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A server that runs. */
export interface Postmaster {
  pid: number
  port: number
  /** False while it starts, recovers or stops. */
  isReady: boolean
}

/**
 * Look whether a server runs on `data`.
 *
 * A pid file that a crash left, and whose number belongs to another program by now, is removed: Postgres would refuse
 * to start. One whose number belongs to nobody is left to Postgres, which also looks for orphans of the crash.
 *
 * @returns undefined when none runs
 */
export function findPostmaster(data: string): Postmaster | undefined {
  const file = join(data, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n').map((line) => line.trim())
  } catch {
    return undefined
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]]
  if (!pid || !isAlive(pid)) return undefined
  if (!isServerOf(pid, data)) {
    rmSync(file, { force: true })
    return undefined
  }
  return { pid, port, isReady: status === 'ready' && port > 0 }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** A server's working folder is its data folder. Where there is no /proc, whoever has the number is believed to be it. */
function isServerOf(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    return false // gone, a zombie, or a program of somebody else
  }
}
