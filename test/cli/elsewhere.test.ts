/** Tools, settings and webhooks from the command line. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../src/cli/run-cli.js'
import { openStore } from '../../src/index.js'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()
beforeEach(() => vi.stubEnv('EMEND_TENANT', ''))
afterEach(() => vi.unstubAllEnvs())
beforeAll(async () => expect(await emend('tenant', 'create', 'acme')).toMatchObject({ code: 0 }))

async function emend(...args: string[]) {
  const written = { out: '', err: '' }
  const code = await runCli([...args, '--tenant', 'acme', '--database-url', url], {
    stdout: { write: (text: string) => { written.out += text } }, stderr: { write: (text: string) => { written.err += text } },
  })
  return { code, ...written, json: () => JSON.parse(written.out) as unknown }
}

test('tool add says where the secret is looked for; list and remove', async () => {
  const added = await emend('tool', 'add', 'firmware', '--effect', 'pure', '--http', 'https://tools.example.com/', '--secret', 'SHOP', '--parameters', '{"type":"object"}', '--timeout-ms', '500')
  expect(added).toMatchObject({ code: 0, out: 'firmware\n', err: 'firmware is registered; workers read its secret from EMEND_SECRET_acme__SHOP\n' })
  expect(await emend('tool', 'add', 'ticket', '--effect', 'compensating', '--mcp-server', 'shop', '--remote-name', 'create', '--compensate', 'cancel')).toMatchObject({ code: 0, err: 'ticket is registered\n' })
  expect((await emend('tool', 'list', '--json')).json()).toMatchObject([
    { name: 'firmware', effect: 'pure', timeoutMs: 500, parameters: { type: 'object' }, http: { url: 'https://tools.example.com/' } },
    { name: 'ticket', mcp: { server: 'shop', tool: 'create', compensate: 'cancel' } },
  ])
  expect((await emend('tool', 'list')).out).toMatch(/ticket +│ compensating +│ mcp +│ create of shop/)
  expect(await emend('tool', 'remove', 'ticket')).toMatchObject({ code: 0 })
  expect(await emend('tool', 'remove', 'ticket')).toMatchObject({ code: 3 })
})

test.each<[string, string[], number]>([
  ['no place', ['tool', 'add', 'x', '--effect', 'pure'], 2],
  ['two places', ['tool', 'add', 'x', '--effect', 'pure', '--http', 'https://a.example.com', '--mcp', 'https://a.example.com'], 2],
  ['a name at the server of a callback', ['tool', 'add', 'x', '--effect', 'pure', '--http', 'https://a.example.com', '--remote-name', 'y'], 2],
  ['an unknown effect', ['tool', 'add', 'x', '--effect', 'none', '--http', 'https://a.example.com'], 2],
  ['parameters that are a list', ['tool', 'add', 'x', '--effect', 'pure', '--http', 'https://a.example.com', '--parameters', '[]'], 2],
  ['an address of this machine', ['tool', 'add', 'x', '--effect', 'pure', '--http', 'http://127.0.0.1/'], 4],
  ['a review above nothing', ['settings', 'review', 'above'], 2],
  ['an unknown review', ['settings', 'review', 'never'], 2],
  ['an unknown type of message', ['webhook', 'add', 'https://a.example.com', '--secret', 'HOOK', '--types', 'everything'], 2],
  ['a webhook that nobody has', ['webhook', 'remove', '4711'], 3],
])('%s ends %s with %i', async (_what, args, code) => {
  expect(await emend(...args)).toMatchObject({ code, out: '' })
})

test('settings are shown and changed', async () => {
  expect((await emend('settings')).out).toBe('review: as the workers are configured\nmodel:  as the workers are configured\n')
  expect(await emend('settings', 'review', 'above', '50')).toMatchObject({ code: 0, out: expect.stringContaining('above 50 affected nodes') })
  expect(await emend('settings', 'model', 'large', '--url', 'https://models.example.com/v1', '--secret', 'MODEL')).toMatchObject({ code: 0, err: 'workers read its key from EMEND_SECRET_acme__MODEL\n' })
  expect((await emend('settings', '--json')).json()).toEqual({ review: { mode: 'above', above: 50 }, model: { name: 'large', url: 'https://models.example.com/v1', secret: 'MODEL' } })
  await emend('settings', 'model', 'default')
  expect((await emend('settings', 'review', 'always')).out).toBe('review: always\nmodel:  as the workers are configured\n')
})

test('a plan that waits is listed with its reason, and approved', async () => {
  const store = await openStore({ databaseUrl: url })
  try {
    const acme = await store.tenant('acme')
    await acme.memories.add('wrong', { id: 'm1' })
    const repairId = await acme.repairs.openFor((await acme.faults.add({ memoryId: 'm1' })).id)
    await acme.repairs.run(repairId).catch(() => {})
    expect((await emend('repair', 'list')).out).toMatch(/approval +│ its plan affects 2 nodes, and every plan/)
    const { hash } = (await acme.repairs.get(repairId)).proposal!
    expect((await emend('repair', 'show', String(repairId))).out).toMatch(
      new RegExp(`^repair ${repairId}: open, waiting for approval: its plan .*\\n  it affects 2 nodes; deletes m1; makes invalid \\S+; writes again \\S+\\n  approve it: emend approve ${repairId} --hash ${hash}\\n$`))
    expect(await emend('approve', String(repairId), '--hash', 'other')).toMatchObject({ code: 4 })
    expect(await emend('approve', String(repairId), '--hash', hash)).toMatchObject({
      code: 0, out: `repair ${repairId}: open\n`, err: expect.stringMatching(new RegExp(`^repair ${repairId}: approved\\n  it affects 2 nodes; deletes m1; `)) as string,
    })
    expect((await acme.repairs.run(repairId)).state).toBe('done')
  } finally {
    await store.close()
  }
})

test('webhook add, list and remove', async () => {
  const { out } = await emend('webhook', 'add', 'https://hooks.example.com/', '--secret', 'HOOK', '--types', 'repair.waiting,repair.done')
  expect((await emend('webhook', 'list')).out).toMatch(/hooks\.example\.com\/ +│ repair\.waiting repair\.done +│ 0 /)
  expect(await emend('webhook', 'remove', out.trim())).toMatchObject({ code: 0 })
  expect((await emend('webhook', 'list', '--json')).json()).toEqual([])
})
