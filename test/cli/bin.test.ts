/** The program as it is installed: a process of its own. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../build-once.js'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()
const bin = resolve('dist/cli/main.js')
const cwd = mkdtempSync(join(tmpdir(), 'emend-bin-'))
const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, EMEND_SWEEP_MS: '500', EMEND_SERVE_AS_OWNER: 'true' }
const emend = (...args: string[]): string => execFileSync(process.execPath, [bin, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' })

beforeAll(buildOnce)

test('emend up repairs a fault that another process reports, and ends 0 on SIGTERM', async () => {
  const messages = [{ role: 'user', content: 'Remember this.' }, { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 't', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'c', content: 'wrong' }]
  writeFileSync(join(cwd, 'run.json'), JSON.stringify(messages))
  emend('import', 'run.json', '--remember', 'observations')
  const up = spawn(process.execPath, [bin, 'up', '--port', '0'], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const words: string[] = []
  up.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  try {
    const fault = emend('fault', 'add', 'run:2.memory').trim()
    expect(Number(fault)).toBeGreaterThan(0)
    for (const giveUp = Date.now() + 30_000; !words.join('').includes('repair:verified') && Date.now() < giveUp;) await sleep(100)
    expect(words.join('')).toContain('repair:verified')
    expect(JSON.parse(emend('repair', 'list', '--json'))).toMatchObject([{ state: 'done', faults: [Number(fault)] }])
  } finally {
    up.kill('SIGTERM')
  }
  const [code] = (await once(up, 'exit')) as [number | null]
  expect(code).toBe(0)
})

test.each([
  ['--help', 0], ['demo --help', 0], ['bench controlled --help', 0], ['no-such-command', 2],
])('readers that have gone do not break "emend %s"', async (line, ends) => {
  const child = spawn(process.execPath, [bin, ...line.split(' ')], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const words: string[] = []
  child.stdout.destroy()
  if (ends === 0) child.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  else child.stderr.destroy()
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(words.join('')).toBe('')
  expect(code).toBe(ends)
})
