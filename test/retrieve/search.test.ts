/** What a search finds, in which order, and for whom. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { inTenant, type Role } from '../../src/db/transaction.js'
import type { RecordItem } from '../../src/record/items.js'
import { segmentPending } from '../../src/record/segment-pending.js'
import { searchMemories, type Search } from '../../src/retrieve/search-memories.js'
import { testDatabase } from '../database.js'
import { memory, step } from '../record/items.js'
import { recorder } from '../record/recorder.js'

const database = await testDatabase()

async function store(items: RecordItem[]) {
  const tenant = await recorder(database)
  await tenant.importItems(items)
  const find = async (text: string, more: Partial<Search> = {}, role: Role = 'agent') =>
    (await inTenant(database.db, { tenantId: tenant.tenantId, role }, (trx) => searchMemories(trx, tenant.tenantId, { text, k: 5, ...more }))).map(({ id }) => id)
  return { ...tenant, find }
}
const texts = (contents: Record<string, string>) => Object.entries(contents).map(([id, content]) => memory(id, { content }))

describe('languages and code', () => {
  test.each<[string, Record<string, string>, string, string[]]>([
    ['Chinese', { a: '退款政策为三十天', b: '航班改签需要手续费' }, '退款政策是什么？', ['a']],
    ['Japanese', { a: '返金は三十日以内です', b: '配送は明日になります' }, '返金はいつまでですか', ['a']],
    ['German, inflected', { a: 'Die Rechnungen sind bezahlt', b: 'Das Paket ist unterwegs' }, 'Rechnung', ['a']],
    ['German umlauts', { a: 'Größe: 42', b: 'Farbe: grün' }, 'größe', ['a']],
    ['a misspelled word', { a: 'allergic to peanuts', b: 'likes jazz' }, 'peanutz', ['a']],
    ['an identifier by its parts', { a: 'call getUserName before login', b: 'drop the table' }, 'user name', ['a']],
    ['an identifier as a whole', { a: 'set max_retry_count to 5', b: 'retry the call' }, 'max_retry_count', ['a', 'b']],
    ['an order number written apart', { a: 'order ORD-77 was shipped', b: 'order ORD-78 was lost' }, 'where is ord 77', ['a', 'b']],
    ['quotes and signs of the query language', { a: "it's 5 o'clock & \\ | !" }, "o'clock & | ! : * \\ '", ['a']],
    ['capitals', { a: 'lives in PORTO' }, 'porto', ['a']],
  ])('finds %s', async (_name, contents, question, expected) => {
    expect(await (await store(texts(contents))).find(question)).toEqual(expected)
  })
})

test('more words of the question come first, codes weigh more, then what says little else, then the older', async () => {
  const { find } = await store(texts({
    long: 'the blue car of Ann stands in the garage beside the house on the hill', b: 'blue car', c: 'car blue', one: 'blue sky', code: 'A7', none: 'green tree',
  }))
  expect(await find('blue car')).toEqual(['b', 'c', 'long', 'one'])
  expect(await find('blue car A7')).toEqual(['code', 'b', 'c', 'long', 'one'])
  expect(await find('blue car', { k: 2 })).toEqual(['b', 'c'])
  expect(await find('what is it?')).toEqual([])
  expect(await find('')).toEqual([])
})

test('only active memories that nothing withholds are found, until included by a role that may', async () => {
  const { find, fault, run } = await store([
    memory('active'), memory('old', { status: 'superseded' }), memory('gone', { status: 'deleted' }), memory('held', { status: 'quarantined' }), memory('faulty'),
  ])
  await fault('faulty')
  expect(await find('text')).toEqual(['active'])
  const { rows } = await run('auditor', (trx) => sql<{ id: number }>`select node_id as id from emend.node order by node_id`.execute(trx))
  const ids = rows.map(({ id }) => id)
  expect(await find('text', { include: ids }, 'worker')).toEqual(['active', 'old', 'gone', 'held', 'faulty'])
  expect(await find('text', { include: ids })).toEqual(['active'])
  expect(await find('text', { include: ids, exclude: ids.slice(0, 2) }, 'worker')).toEqual(['gone', 'held', 'faulty'])
  await expect(run('agent', (trx) => sql`select content from emend.memory where memory_id = ${ids[4]}`.execute(trx))).resolves.toMatchObject({ rows: [] })
  await expect(run('agent', (trx) => sql`select segments from emend.memory_search`.execute(trx))).rejects.toThrow('permission denied')
})

test('a read sees nothing younger than itself, save what it is told to include', async () => {
  const { find, run } = await store([memory('a'), memory('b'), memory('c')])
  const { rows } = await run('auditor', (trx) => sql<{ id: number }>`select node_id as id from emend.node order by node_id`.execute(trx))
  expect(await find('text', { before: rows[1]!.id })).toEqual(['a'])
  expect(await find('text', { before: rows[1]!.id, include: [rows[2]!.id] }, 'worker')).toEqual(['a', 'c'])
})

test('scope: a user sees his own memories and those of nobody', async () => {
  const { find } = await store([
    memory('bobs', { user: 'bob' }), memory('anns', { user: 'ann', agent: 'a1' }), memory('common'),
    step('memory_write', 'w', { session: 'X', user: 'ann', generated_memory_ids: ['made'] }), memory('made', { content: 'text of it' }),
  ])
  expect(await find('text', { scope: { user: 'bob' } })).toEqual(['bobs', 'common'])
  expect(await find('text', { scope: { agent: 'a1' } })).toEqual(['anns'])
  expect(await find('text', { scope: { session: 'X' } })).toEqual(['made'])
  expect(await find('text', { scope: { session: 'unheard' } })).toEqual([])
  expect(await find('text')).toEqual(['bobs', 'anns', 'common', 'made'])
})

test('one tenant cannot search another', async () => {
  const [one, two] = [await store([memory('a')]), await store([memory('b')])]
  await expect(inTenant(database.db, { tenantId: one.tenantId, role: 'agent' }, (trx) => searchMemories(trx, two.tenantId, { text: 'text', k: 5 })))
    .rejects.toMatchObject({ code: 'no_tenant' })
})

test('what plain SQL has recorded is found at once, and by its words when a worker has cut them', async () => {
  const { find, run, tenantId } = await store([])
  await run('agent', (trx) => sql`select emend.record_steps(${JSON.stringify([
    { kind: 'memory', id: 'zh', content: '我们的退款政策为三十天' }, { kind: 'memory', id: 'en', content: 'Refunds take 30 days' },
  ])}::jsonb)`.execute(trx))
  expect(await find('退款')).toEqual(['zh'])
  expect(await find('refunds 30')).toEqual(['en'])
  expect(await run('worker', (trx) => segmentPending(trx, tenantId))).toBe(2)
  expect(await run('worker', (trx) => segmentPending(trx, tenantId))).toBe(0)
  expect(await find('退款政策')).toEqual(['zh'])
})

test('a score depends on question and memory alone: other memories change neither it nor the order', async () => {
  const word = fc.constantFrom('red', 'blue', 'car', 'bike', 'A7', 'B8', 'Porto', 'Lisbon')
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
  await fc.assert(fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 12 }), text, fc.integer({ min: 1, max: 11 }), async (contents, question, half) => {
    const { tenantId, importItems, run } = await recorder(database)
    const search = () => run('agent', (trx) => searchMemories(trx, tenantId, { text: question, k: 100 }))
    const items = contents.map((content, i) => memory(`m${String(i).padStart(2, '0')}`, { content }))
    await importItems(items.slice(0, half))
    const before = await search()
    await importItems(items.slice(half))
    const after = await search()
    expect(after.filter(({ id }) => before.some((row) => row.id === id))).toEqual(before.filter(({ id }) => after.some((row) => row.id === id)))
    expect(before.every(({ id }) => after.some((row) => row.id === id))).toBe(true)
    expect(after).toEqual([...after].sort((a, b) => b.score - a.score || a.memoryId - b.memoryId))
  }), { numRuns: 25 })
})
