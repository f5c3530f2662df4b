/** Search where not everything is looked at: more memories in scope than the 1,000 youngest. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import type { RecordItem } from '../../src/record/items.js'
import { reexecuteReads } from '../../src/retrieve/reexecute-reads.js'
import { searchMemories, type Search } from '../../src/retrieve/search-memories.js'
import { testDatabase } from '../database.js'
import { memory } from '../record/items.js'
import { recorder } from '../record/recorder.js'

const database = await testDatabase()

/** Every memory says "user" and "order"; one in fifty says a city, one in sixty a thing; each has a number. */
const contentOf = (n: number) => `The user has an order of a ${n % 60 === 0 ? 'lamp' : 'chair'} from ${n % 50 === 0 ? 'Porto' : 'Lisbon'}, number ${n}`
const count = 3_000

async function store(items: RecordItem[]) {
  const tenant = await recorder(database)
  await tenant.importItems(items)
  const find = async (text: string, more: Partial<Search> = {}) =>
    (await inTenant(database.db, { tenantId: tenant.tenantId, role: 'worker' }, (trx) => searchMemories(trx, tenant.tenantId, { text, k: 5, ...more }))).map(({ id }) => id)
  return { ...tenant, find }
}

const large = store(Array.from({ length: count }, (_, n) => memory(`m${n}`, { content: contentOf(n), ...(n % 2 === 0 ? { user: 'ann' } : {}) })))

test('an old memory is found by a word that few have, beside words that all have', async () => {
  const { find } = await large
  expect((await find('user order number 7'))[0]).toBe('m7')
  expect((await find('user order number 8', { scope: { user: 'ann' } }))[0]).toBe('m8')
})

test('an old memory is found by two words that few have together, although many have each', async () => {
  const { find } = await large
  expect(await find('a lamp from Porto')).toEqual(['m0', 'm300', 'm600', 'm900', 'm1200'])
  expect((await find('a lamp for the user from Porto', { scope: { user: 'ann' } })).slice(0, 5)).toEqual(['m0', 'm300', 'm600', 'm900', 'm1200'])
})

test('words that all have find the best of the youngest, shortest first', async () => {
  const { find } = await large
  expect(await find('which order has the user?', { k: 3 })).toEqual(['m2000', 'm2001', 'm2002'])
})

test('a misspelt word finds what it was to be, beside words that many have and instead of them', async () => {
  const { find } = await store([
    ...Array.from({ length: 1_200 }, (_, n) => memory(`m${n}`, { content: `The parcel ${n} of the user is on its way` })),
    memory('known', { content: 'The parcel of Veronica is on its way' }), memory('other', { content: 'Veronique likes tea' }),
    ...Array.from({ length: 1_200 }, (_, n) => memory(`n${n}`, { content: `The letter ${n} of the user is on its way` })),
  ])
  expect((await find('Where is the parcel of Verronica?')).slice(0, 2)).toContain('known')
  expect((await find('Vernica'))[0]).toBe('known')
})

test('reads executed again find exactly what a search as of their place finds', async () => {
  const { tenantId, run } = await large
  const { rows } = await run('auditor', (trx) => sql<{ id: number }>`select node_id as id from emend.node order by node_id`.execute(trx))
  const at = (n: number) => rows[n]!.id
  const questions = ['user order number 7', 'a lamp from Porto', 'which order has the user?', 'chair Lisbon', 'lampe', 'nothing like that', '2999']
  const reads = questions.flatMap((text, q) => [30, 999, 1_000, 1_500, 2_999].flatMap((place, p) => [1, 5, 40].map((k) => (
    { id: at(place), query: { text, k, scope: (q + p) % 2 === 0 ? { user: 'ann' } : null }, userId: 'bob' }))))
  const [removed, reopened] = [[at(7), at(300), at(2_400)], [at(600)]]
  await run('worker', async (trx) => {
    const again = await reexecuteReads(trx, tenantId, reads, { removed, reopened })
    const searched = []
    for (const { id, query, userId } of reads) {
      const found = await searchMemories(trx, tenantId, {
        text: query.text, k: query.k, scope: query.scope ?? { user: userId }, before: id, include: reopened.filter((memoryId) => memoryId < id), exclude: removed,
      })
      searched.push({ readId: id, results: found.map(({ memoryId }) => memoryId) })
    }
    expect(again.map(({ readId, results }) => ({ readId, results }))).toEqual(searched)
    expect(again.filter(({ results }) => results.length > 0).length).toBeGreaterThan(reads.length / 2)
  })
})

test('what is younger than a read, or taken out since, changes nothing else of what it finds', async () => {
  const { tenantId, importItems, run, find } = await store(Array.from({ length: 1_500 }, (_, n) => memory(`m${n}`, { content: contentOf(n) })))
  const questions = ['user order number 7', 'a lamp from Porto', 'which order has the user?', 'chair from Lisbon', 'a lampshade from Portugal']
  const { rows } = await run('auditor', (trx) => sql<{ id: number }>`select max(node_id) + 1 as id from emend.node`.execute(trx))
  const then = await Promise.all(questions.map((text) => find(text, { k: 20 })))
  await importItems(Array.from({ length: 1_500 }, (_, n) => memory(`young${n}`, { content: `A lamp from Porto, number 7, order ${n} of the user` })))
  await run('worker', (trx) => sql`
    select emend.set_memory_status(${tenantId}::integer, array(select memory_id from emend.memory where memory_id % 10 = 0), 'superseded', null, null, null, 'test', null, 'test')`.execute(trx))
  const gone = new Set((await run('auditor', (trx) => sql<{ id: string }>`
    select memory as id from emend.memory_now where status <> 'active'`.execute(trx))).rows.map(({ id }) => id))
  expect(gone.size).toBeGreaterThan(100)
  const now = await Promise.all(questions.map((text) => find(text, { k: 20, before: rows[0]!.id })))
  then.forEach((before, index) => {
    const left = before.filter((id) => !gone.has(id))
    expect(now[index]!.slice(0, left.length)).toEqual(left)
  })
})
