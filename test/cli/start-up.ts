/** `emend up` as a process of its own, on an embedded database in a new folder; what other processes of the folder may ask of it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildOnce } from '../build-once.js'

const bin = resolve('dist/cli/main.js')
const cwd = mkdtempSync(join(tmpdir(), 'emend-up-'))
chmodSync(cwd, 0o755)
const env = { PATH: process.env['PATH'] ?? '', EMEND_SWEEP_MS: '500' }

beforeAll(buildOnce)
afterAll(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 10 }))

/** A program that runs. */
export interface Up {
  process: ChildProcess
  connections: { tenant: string; http: string; openapi: string; key: string | null; database: string }
  said: string[]
  stop(): Promise<number | null>
}

/** Start it on a free port, and wait until it has said how to connect. */
export async function up(...flags: string[]): Promise<Up> {
  const child = spawn(process.execPath, [bin, 'up', '--port', '0', '--json', ...flags], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.endsWith('}\n')) break
  }
  if (!printed.endsWith('}\n')) throw new Error(`emend up printed ${printed} and said ${said.join('')}`)
  return {
    process: child, connections: JSON.parse(printed) as Up['connections'], said,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

/** Run another command in the same folder. */
export const run = (...args: string[]) => spawnSync(process.execPath, [bin, ...args], { cwd, env, encoding: 'utf8' })

/** The same, and read what it prints as JSON. */
export const emend = (...args: string[]): Record<string, unknown> => JSON.parse(run(...args, '--json').stdout) as Record<string, unknown>

/** Ask over HTTP. */
export const ask = async (at: string, key: string | null, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${at}${path}`, {
    method, headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() as Record<string, unknown> }
}
