import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../src/cli/run-cli.js'
import { testDatabase } from '../database.js'
import { detecting } from '../detect/store.js'
import { input, memory, step } from '../record/items.js'

const database = await testDatabase()

beforeEach(() => vi.stubEnv('EMEND_TENANT', ''))
afterEach(() => vi.unstubAllEnvs())

/** A tenant with a failed retirement, and its command line. */
async function tenant() {
  const { name } = await detecting(database, [
    memory('m1', { status: 'active' }), input('u1'), step('memory_delete', 's1', { used_ids: ['u1', 'm1'], consumed_memory_ids: ['m1'] }),
  ])
  return async (...args: string[]) => {
    const written = { out: '', err: '' }
    const code = await runCli([...args, '--tenant', name, '--database-url', database.url], {
      stdout: { write: (text: string) => { written.out += text } }, stderr: { write: (text: string) => { written.err += text } },
    })
    return { code, ...written, json: () => JSON.parse(written.out) as never }
  }
}

test('detect list, enable and disable say what workers run', async () => {
  const emend = await tenant()
  expect((await emend('detect', 'list')).out).toMatch(/failed_retirement +│ no /)
  expect(await emend('detect', 'enable', 'failed_retirement', 'drift', '--hold')).toMatchObject({ code: 0, out: 'failed_retirement is enabled, what it reports is held for a person\ndrift is enabled, what it reports is held for a person\n' })
  expect((await emend('detect', 'list')).out).toMatch(/drift +│ yes, held for a person /)
  expect(await emend('detect', 'disable', 'drift', '--json').then(({ json }) => json())).toMatchObject([{ name: 'drift', isEnabled: false }])
  expect(await emend('detect', 'enable', 'everything')).toMatchObject({ code: 2, err: expect.stringContaining('resurrection, not "everything"') })
})

test('detect run reports what is enabled or named, a dry run nothing; a held fault is released by hand', async () => {
  const emend = await tenant()
  expect(await emend('detect', 'run')).toMatchObject({ code: 0, out: '(none)\n', err: expect.stringContaining('no detector is enabled') })
  expect((await emend('detect', 'run', '--all', '--dry-run', '--json')).json()).toMatchObject([
    { detector: 'failed_retirement', findings: [{ memoryId: 'm1', confidence: 1 }], faultIds: [] },
    ...['wrong_user', 'contradiction', 'drift', 'resurrection'].map((detector) => ({ detector, findings: [] })),
  ])
  expect((await emend('fault', 'list', '--json')).json()).toEqual([])
  expect(await emend('detect', 'run', 'failed_retirement', '--hold')).toMatchObject({ code: 0, err: '1 fault reported\n' })
  const [fault] = (await emend('fault', 'list', '--json')).json() as { id: number; state: string }[]
  expect(fault?.state).toBe('held')
  expect((await emend('status')).out).toContain('emend/failed_retirement')
  expect(await emend('fault', 'release', String(fault?.id))).toMatchObject({ code: 0 })
  expect(await emend('fault', 'release', String(fault?.id))).toMatchObject({ code: 4 })
})

test('fault add takes a confidence, and holds', async () => {
  const emend = await tenant()
  expect(await emend('fault', 'add', 'm1', '--hold', '--confidence', '0.4', '--json').then(({ json }) => json())).toMatchObject({ state: 'held', confidence: expect.closeTo(0.4) })
  expect(await emend('fault', 'add', 'm1', '--confidence', '4')).toMatchObject({ code: 2 })
})
