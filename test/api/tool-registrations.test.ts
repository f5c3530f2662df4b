/** Tools that a tenant registers: what is kept, what is refused, who sees it. */
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { secretVariable, readSecret } from '../../src/config.js'
import { inTenant } from '../../src/db/transaction.js'
import { openStore, type NewRegisteredTool, type Tool } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const store = await openStore({ databaseUrl: database.url })
const acme = await store.tenant('acme')
const other = await store.tenant('other')
afterAll(() => store.close())
const http = { url: 'https://tools.example.com/call' }

test('a tool is registered, changed, listed and forgotten, and the journal says who did it', async () => {
  await acme.tools.register({ name: 'b_tool', effect: 'pure', http }, 'key:7')
  expect(await acme.tools.register({ name: 'a.tool', effect: 'compensating', timeoutMs: 500, secret: 'SHOP_2', description: 'Orders.', parameters: { type: 'object' }, mcp: { url: 'https://mcp.example.com', compensate: 'cancel' } }))
    .toEqual({ name: 'a.tool', effect: 'compensating', timeoutMs: 500, secret: 'SHOP_2', description: 'Orders.', parameters: { type: 'object' }, mcp: { url: 'https://mcp.example.com', tool: 'a.tool', compensate: 'cancel' }, registeredAt: expect.any(Date) })
  await acme.tools.register({ name: 'b_tool', effect: 'irreversible', http }, 'key:8')
  expect((await acme.tools.registered()).map(({ name, effect, timeoutMs }) => [name, effect, timeoutMs])).toEqual([['a.tool', 'compensating', 500], ['b_tool', 'irreversible', 30_000]])
  expect(await other.tools.registered()).toEqual([])
  await expect(other.tools.remove('b_tool')).rejects.toMatchObject({ code: 'not_found' })
  await acme.tools.remove('b_tool', 'key:8')
  await expect(acme.tools.remove('b_tool')).rejects.toMatchObject({ code: 'not_found' })
  expect((await acme.audit.journal({})).filter(({ action }) => action.endsWith('_tool')).map(({ actor, action, reason }) => [actor, action, reason])).toEqual(expect.arrayContaining([
    ['key:7', 'register_tool', 'b_tool: pure, by http'], ['key:8', 'register_tool', 'b_tool: irreversible, by http'], ['key:8', 'remove_tool', 'b_tool']]))
})

test('tools of the program and registered ones are listed alike, with where they live', async () => {
  await other.tools.register({ name: 'shared', effect: 'idempotent', http })
  await other.tools.register({ name: 'cart', effect: 'irreversible', mcp: { server: 'shop' } })
  const own: Tool[] = ['shared', 'look'].map((name) => ({ name, effect: 'pure', description: 'Looks.', run: async () => ({}) }))
  const here = await store.tenant('other', { tools: own })
  expect(await here.tools.list()).toEqual([
    { name: 'cart', effect: 'irreversible', timeoutMs: 30_000, lives: 'mcp', mcp: { server: 'shop', tool: 'cart' }, isOvershadowed: false, registeredAt: expect.any(Date) },
    { name: 'look', effect: 'pure', description: 'Looks.', timeoutMs: 30_000, lives: 'program', isOvershadowed: false, registeredAt: null },
    { name: 'shared', effect: 'pure', description: 'Looks.', timeoutMs: 30_000, lives: 'program', isOvershadowed: false, registeredAt: null },
    { name: 'shared', effect: 'idempotent', timeoutMs: 30_000, lives: 'http', http, isOvershadowed: true, registeredAt: expect.any(Date) },
  ])
  expect(here.tools.own().map(({ name }) => name)).toEqual(['shared', 'look'])
  expect((await other.tools.list()).map(({ name, isOvershadowed }) => [name, isOvershadowed])).toEqual([['cart', false], ['shared', false]])
})

test.each<[string, Partial<NewRegisteredTool>, string]>([
  ['a name with a blank', { name: 'a tool' }, 'bad_item'],
  ['no place', { http: undefined }, 'bad_item'],
  ['two places', { mcp: { url: 'https://mcp.example.com' } }, 'bad_item'],
  ['a server of MCP in two places', { http: undefined, mcp: { url: 'https://mcp.example.com', server: 'shop' } }, 'bad_item'],
  ['a command to start', { http: undefined, mcp: { command: 'sh' } as never }, 'bad_item'],
  ['an effect that its server cannot take back', { effect: 'compensating', http: undefined, mcp: { url: 'https://mcp.example.com' } }, 'bad_item'],
  ['an effect that its server cannot reset', { effect: 'resettable', http: undefined, mcp: { server: 'shop' } }, 'bad_item'],
  ['parameters that are no schema', { parameters: { type: 'nonsense' } }, 'bad_item'],
  ['a secret in place of its name', { secret: 'sk-1234' }, 'bad_item'],
  ['a secret of another variable', { secret: '../../etc/passwd' }, 'bad_item'],
  ['a secret of another tenant', { secret: 'X__SHOP' }, 'bad_item'],
  ['more than ten minutes', { timeoutMs: 600_001 }, 'bad_item'],
  ['an address without TLS', { http: { url: 'http://tools.example.com' } }, 'address_refused'],
  ['an address of this machine', { http: { url: 'https://127.0.0.1/x' } }, 'address_refused'],
  ['an address with a password', { http: { url: 'https://a:b@tools.example.com' } }, 'address_refused'],
])('%s is refused', async (_what, wrong, code) => {
  await expect(acme.tools.register({ name: 'wrong', effect: 'pure', http, ...wrong })).rejects.toMatchObject({ code })
  expect((await acme.tools.registered()).map(({ name }) => name)).not.toContain('wrong')
})

test('by plain SQL too no row holds a command, a secret or two places', async () => {
  const insert = (values: string) => inTenant(database.db, { tenantId: 1, role: 'admin' }, (trx) => sql.raw(`insert into emend.registered_tool (name, door, effect, url, server, remote_name, secret) values (${values})`).execute(trx))
  await expect(insert(`'x', 'mcp', 'pure', null, 'sh -c id', 'x', null`)).rejects.toMatchObject({ code: 'bad_item' })
  await expect(insert(`'x', 'mcp', 'pure', 'https://a.example.com', 'shop', 'x', null`)).rejects.toMatchObject({ code: 'bad_item' })
  await expect(insert(`'x', 'http', 'pure', 'https://a.example.com', null, null, 'sk-1'`)).rejects.toMatchObject({ code: 'bad_item' })
  await expect(insert(`'x', 'http', 'pure', 'file:///etc/passwd', null, null, null`)).rejects.toMatchObject({ code: 'bad_item' })
  for (const role of ['agent', 'detector'] as const) {
    await expect(inTenant(database.db, { tenantId: 1, role }, (trx) => trx.selectFrom('registered_tool').selectAll().execute())).rejects.toMatchObject({ code: '42501' })
  }
  await expect(inTenant(database.db, { tenantId: 1, role: 'worker' }, (trx) => trx.deleteFrom('registered_tool').execute())).rejects.toMatchObject({ code: '42501' })
})

test('a tenant has 200 tools at most, and takes them, its webhooks and its model with it when it ends', async () => {
  const many = await store.tenant('many')
  for (let index = 0; index < 200; index++) await many.tools.register({ name: `t${index}`, effect: 'pure', http })
  await expect(many.tools.register({ name: 'one-more', effect: 'pure', http })).rejects.toMatchObject({ code: 'too_large' })
  expect(await many.tools.register({ name: 't7', effect: 'idempotent', http })).toMatchObject({ effect: 'idempotent' })
  await many.webhooks.add({ url: 'https://hooks.example.com', secret: 'HOOK' })
  await many.settings.change({ model: { name: 'large' } })
  await many.memories.add('x', { id: 'm1' })
  await many.faults.add({ memoryId: 'm1' })
  expect((await many.webhooks.list())[0]).toMatchObject({ pending: 1 })
  await many.dropTenant()
  const again = await store.tenant('many')
  expect([await again.tools.registered(), await again.webhooks.list(), await again.settings.get()]).toEqual([[], [], { review: null, model: null }])
})

test('two tenants have no variable of a secret in common, and each reads its own only', () => {
  const names = ['acme', 'Acme', 'a-b', 'a_b', 'a b', 'a__b', 'a_2Db', 'a__B', 'ä', '']
  expect(new Set(names.map((name) => secretVariable(name, 'B__C'.slice(0, 1)))).size).toBe(names.length)
  expect(secretVariable('a-b', 'SHOP')).toBe('EMEND_SECRET_a_2Db__SHOP')
  vi.stubEnv('EMEND_SECRET_acme__SHOP', 's3cret')
  vi.stubEnv('EMEND_SECRET_acme__LINES', 'a\nb')
  expect(readSecret('acme', 'SHOP')).toBe('s3cret')
  for (const [tenant, name] of [['other', 'SHOP'], ['acme', 'LINES'], ['acme', 'NONE']] as const) {
    expect(() => readSecret(tenant, name)).toThrow(expect.objectContaining({ code: 'secret_missing', message: expect.not.stringContaining('s3cret') }))
  }
  vi.unstubAllEnvs()
})
