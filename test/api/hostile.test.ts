/** What a careless or hostile program may hand to the verbs: always a coded error, never a row. */
import { afterAll, expect, test } from 'vitest'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const emend = await openEmend({ databaseUrl: database.url, tenant: 'hostile' })
afterAll(() => emend.close())
await emend.memories.add('plan is Gold', { id: 'm1', userId: 'bob' })
await emend.inputs.add('hello', { id: 'u1', sessionId: 'S', userId: 'bob' })
const rowCount = async () => Number((await database.pool.query<{ n: string }>(`
  select (select count(*) from emend.tenant) as n, emend.use_tenant('hostile')`)).rows[0]?.n)
  + Object.values((await emend.status()).memories).reduce((sum, n) => sum + n, 0) + (await emend.sessions.list({ limit: 1000 })).length + (await emend.faults.list()).length

const lone = 'a\ud800b'
const step = { sessionId: 'S', type: 'claim' as const, content: 'x', usedIds: ['m1'] }
const number = (value: unknown) => value as number
const any = (value: unknown) => value as never
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

test.each<[what: string, code: string, attempt: () => Promise<unknown>]>([
  ['an unknown option of openEmend', 'bad_item', () => openEmend({ databaseUrl: database.url, colour: 1 } as object)],
  ['a tenant name with a lone surrogate', 'bad_text', () => openEmend({ databaseUrl: database.url, tenant: lone })],
  ['a tenant name with a NUL', 'bad_text', () => openEmend({ databaseUrl: database.url, tenant: 'a\0b' })],
  ['a tenant name that is too long', 'bad_item', () => openEmend({ databaseUrl: database.url, tenant: 'x'.repeat(201) })],
  ['a tenant without a name', 'bad_item', () => emend.tenants.create('')],
  ['a tenant with a lone surrogate', 'bad_text', () => emend.tenants.create(lone)],
  ['a tenant with an unknown policy', 'bad_item', () => emend.tenants.create('other', any('evil'))],
  ['a database that is not there', 'database_unreachable', () => openEmend({ databaseUrl: database.url.replace(/[^/]*$/, 'nowhere') })],
  ['a role that is not there', 'database_unreachable', () => openEmend({ databaseUrl: database.url.replace(/\/\/[^:@]*/, '//nobody_there') })],
  ['no connection string', 'bad_config', () => openEmend({ databaseUrl: 'garbage' })],
  ['a connection string of another program', 'bad_config', () => openEmend({ databaseUrl: 'mysql://somewhere/else' })],
  ['content that is no text', 'bad_item', () => emend.memories.add(any(5))],
  ['a misspelt option', 'bad_item', () => emend.memories.add('x', { userID: 'bob' } as object)],
  ['a turn of 0', 'bad_item', () => emend.memories.add('x', { turn: 0 })],
  ['a turn beyond all numbers', 'bad_item', () => emend.memories.add('x', { sessionId: 'S', turn: 2 ** 40 })],
  ['a fact above 256 kB', 'too_large', () => emend.memories.add('x', { facts: [{ entity: null, attribute: null, value: 'x'.repeat(262_145) }] })],
  ['a question that is no text', 'bad_item', () => emend.memories.search(any(5))],
  ['no question', 'bad_item', () => emend.memories.search(any(undefined))],
  ['a question above 256 kB', 'too_large', () => emend.memories.search('word '.repeat(60_000))],
  ['a question with a NUL', 'bad_text', () => emend.memories.search('a\0b')],
  ['a question with a lone surrogate', 'bad_text', () => emend.memories.search(lone)],
  ['a search without results', 'bad_item', () => emend.memories.search('plan', { k: -1 })],
  ['a search for everything', 'bad_item', () => emend.memories.search('plan', { k: Infinity })],
  ['a scope with a lone surrogate', 'bad_text', () => emend.memories.search('plan', { scope: { user: lone } })],
  ['an unknown key of a scope', 'bad_item', () => emend.memories.search('plan', { scope: { tenant: 'x' } as object })],
  ['an id that is no text', 'bad_item', () => emend.memories.get(any({}))],
  ['an id that is a number', 'bad_item', () => emend.memories.get(any(5))],
  ['an id with a NUL', 'bad_text', () => emend.memories.get('\0')],
  ['a list of ids', 'bad_item', () => emend.memories.history(any(['m1']))],
  ['lineage of nothing', 'bad_item', () => emend.memories.lineage(any(undefined))],
  ['an update of a number', 'bad_item', () => emend.memories.update(any(5), 'x')],
  ['a deletion of a number', 'bad_item', () => emend.memories.delete(any(5))],
  ['a session with a lone surrogate', 'bad_text', () => emend.sessions.open({ id: lone })],
  ['a session that is no text', 'bad_item', () => emend.sessions.get(any({}))],
  ['an input in the name of another user', 'bad_item', () => emend.inputs.add('x', { sessionId: 'S', userId: 'mallory' })],
  ['a misspelt key of a step', 'bad_item', () => emend.steps.record({ ...step, usedIDs: ['m1'] } as never)],
  ['a misspelt key of a memory', 'bad_item', () => emend.steps.record({ ...step, type: 'memory_write', generates: [{ content: 'y', derivedfrom: [] } as never] })],
  ['memories that are no list', 'bad_item', () => emend.steps.record({ ...step, type: 'memory_write', generates: any(5) })],
  ['a misspelt key of a tool', 'bad_item', () => emend.steps.record({ ...step, type: 'tool_action', tool: { name: 'a', call_id: 'x' } as never })],
  ['no step', 'bad_item', () => emend.steps.record(any(undefined))],
  ['a step of no session', 'bad_item', () => emend.steps.record({ ...step, sessionId: any(undefined) })],
  ['evidence that is no list', 'bad_item', () => emend.steps.record({ ...step, usedIds: any('m1') })],
  ['an unknown option of recording', 'bad_item', () => emend.steps.record(step, { on: 1 } as object)],
  ['a misspelt key of a step of a turn', 'bad_item', () => emend.turns.record({ steps: [{ type: 'claim', content: 'x', usedIDs: ['m1'] } as never] })],
  ['arguments of 65 levels', 'too_large', () => emend.steps.record({ ...step, type: 'tool_action', tool: { name: 'x', args: deep(65) } })],
  ['arguments that turn into other JSON', 'bad_item', () => emend.steps.record({ ...step, type: 'tool_action', tool: { name: 'x', args: { toJSON: () => 'a\0b' } } })],
  ['a call id above 200 characters', 'too_large', () => emend.steps.record({ ...step, type: 'tool_action', tool: { name: 'x', callId: 'x'.repeat(201) } })],
  ['a query above 256 kB', 'too_large', () => emend.steps.record({ ...step, type: 'memory_read', query: { text: 'x'.repeat(262_145) } })],
  ['a scope above 200 characters', 'too_large', () => emend.steps.record({ ...step, type: 'memory_read', query: { text: 'x', scope: { user: 'x'.repeat(201) } } })],
  ['an unknown key of a fault', 'bad_item', () => emend.faults.add({ memoryId: 'm1', severity: 1 } as never)],
  ['evidence above 32 kB', 'too_large', () => emend.faults.add({ memoryId: 'm1', evidence: 'x'.repeat(32_769) })],
  ['evidence with a lone surrogate', 'bad_text', () => emend.faults.add({ memoryId: 'm1', evidence: lone })],
  ['a detector with a NUL', 'bad_text', () => emend.faults.add({ memoryId: 'm1', detector: 'a\0' })],
  ['a confidence that is no number', 'bad_item', () => emend.faults.add({ memoryId: 'm1', confidence: Number.NaN })],
  ['a fault on an input', 'not_a_memory', () => emend.faults.add({ memoryId: 'u1' })],
  ['a fault of an unknown answer', 'unknown_id', () => emend.faults.add({ memoryId: 'm1', failedAnswerId: 'nobody' })],
  ['half a fault', 'bad_item', () => emend.faults.get(1.5)],
  ['a fault that is text', 'bad_item', () => emend.faults.get(number('x'))],
  ['a fault beyond all numbers', 'bad_item', () => emend.faults.withdraw(1e30)],
  ['a repair that is text', 'bad_item', () => emend.repairs.show(number('x'))],
  ['an undo of text', 'bad_item', () => emend.repairs.undo(number('x'))],
  ['an unknown repair to approve', 'not_found', () => emend.repairs.approve(9)],
  ['an unknown repair to skip', 'not_found', () => emend.repairs.skip(9)],
  ['an unknown repair to run', 'not_found', () => emend.repairs.run(9)],
  ['an unknown repair to undo', 'not_found', () => emend.repairs.undo(9)],
  ['a plan of 70,000 unknown faults', 'not_found', () => emend.repairs.plan(Array.from({ length: 70_000 }, (_, index) => index + 1))],
  ['an unknown answer to make again', 'not_found', () => emend.repairs.regenerate('nobody')],
  ['an answer with a NUL', 'bad_text', () => emend.answers.current('\0')],
  ['an explanation of an object', 'bad_item', () => emend.explain(any({}))],
  ['a question to the store above 256 kB', 'too_large', () => emend.ask({ content: 'x'.repeat(262_145) })],
  ['a question to the store with a NUL', 'bad_text', () => emend.ask({ content: '\0' })],
  ['an unknown tool', 'tool_missing', () => emend.tools.call('nobody', {})],
  ['an unknown option of work', 'bad_item', () => emend.work({ once: true, colour: 1 } as object)],
])('%s: %s', async (_what, code, attempt) => {
  const before = await rowCount()
  await expect(attempt()).rejects.toMatchObject({ name: 'EmendError', code })
  expect(await rowCount()).toBe(before)
})

test('text that looks like SQL or like search operators is text', async () => {
  const evil = await openEmend({ databaseUrl: database.url, tenant: `'; drop table emend.node; --` })
  const { id } = await evil.memories.add(`price' or 1=1; -- \\ % _ & | ! <-> :*A ( "x`, { id: `m'"\\%_`, userId: `u' or ''='` })
  for (const text of [`price' or`, `a & b | !price <-> d:* ( ' " \\ % _ *`, `\\' price \\\\`, `price:*A`, `'price`]) {
    expect((await evil.memories.search(text, { userId: `u' or ''='` })).results.map((found) => found.id), text).toEqual([id])
  }
  for (const text of ['%', '_', '*', `'`, '\\', '&', '!', '😀', '']) expect((await evil.memories.search(text)).results).toEqual([])
  expect((await evil.memories.search('price', { userId: `' or ''='` })).results).toEqual([])
  await evil.dropTenant()
  await evil.close()
})

test('ids that look alike are not the same', async () => {
  const ids = ['admin', 'аdmin', 'admin ', 'ADMIN', 'é', 'e\u0301', ' ', '\n', '🙂', '\u202eadmin']
  for (const id of ids) await emend.memories.add(`text of ${JSON.stringify(id)}`, { id })
  for (const id of ids) expect((await emend.memories.get(id)).content).toBe(`text of ${JSON.stringify(id)}`)
})
