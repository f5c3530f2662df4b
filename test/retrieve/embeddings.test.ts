/** Searches by vector and by fused ranks: what they find, for whom, and what becomes of embeddings. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EmendError } from '../../src/errors.js'
import type { Embedder } from '../../src/llm/embedder.js'
import { referenceEmbedding } from '../../src/llm/reference/embedding.js'
import { chooseHow } from '../../src/retrieve/choose-how.js'
import { embedMemories } from '../../src/worker/embed-memories.js'
import { testDatabase } from '../database.js'
import { memory, step } from '../record/items.js'
import { placedStore, tableEmbedder } from './placed.js'

const database = await testDatabase()
/** Two things that a person means by many words: what is eaten, and what is driven. Pizza is food as much as anything; a van is nearly a car. */
const meanings = { pizza: [1, 0], lasagne: [0.9, 0.1], food: [1, 0], car: [0, 1], van: [0.1, 0.9], vehicle: [0, 1] }
const items = [
  memory('pizza', { content: 'Ann ordered a pizza', user: 'ann' }), memory('lasagne', { content: 'Ann cooked lasagne', user: 'ann', agent: 'cook' }),
  memory('car', { content: 'the car of Bob', user: 'bob' }), memory('van', { content: 'a van for everybody' }),
]
/** The owner of the tables sees the rows of the tenant that is set. */
async function embedded(tenantId: number): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', '${tenantId}', true)`)
    return (await client.query<{ id: string }>(`
      select n.external_id as id from emend.memory_embedding e join emend.node n on n.tenant_id = e.tenant_id and n.node_id = e.memory_id
       where e.tenant_id = ${tenantId} and e.embedding is not null order by e.memory_id`)).rows.map(({ id }) => id)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('by vector, memories are found by what they mean, nearest first, with the cosine as score', async () => {
  const { embed, scores, find } = await placedStore(database, tableEmbedder(meanings), items)
  await embed()
  expect((await scores('food', 'vector', { k: 2 })).map(({ id, score }) => [id, Math.round(score * 1000) / 1000])).toEqual([
    ['pizza', 1], ['lasagne', 0.994], // .9 / hypot(.9, .1)
  ])
  expect(await find('food', 'text')).toEqual([])
  expect((await find('vehicle', 'vector', { k: 1 }))).toEqual(['car'])
})

test('fused, what both lists have comes before what one has, and equal ranks are ordered by the clock', async () => {
  const { embed, scores } = await placedStore(database, tableEmbedder(meanings), items)
  await embed()
  // By words only `car` has the word; by vector car, van, lasagne, pizza.
  const fused = await scores('car', 'fused')
  expect(fused.map(({ id }) => id)).toEqual(['car', 'van', 'lasagne', 'pizza'])
  expect(fused.map(({ score }) => score)).toEqual([2 / 61, 1 / 62, 1 / 63, 1 / 64])
})

test('filters hold in every mode: user, agent, session, and the clock', async () => {
  const { embed, find, run } = await placedStore(database, tableEmbedder(meanings), [
    ...items, step('memory_write', 'w', { session: 'X', user: 'ann', generated_memory_ids: ['made'] }), memory('made', { content: 'more food' }),
  ])
  await embed()
  for (const mode of ['vector', 'fused'] as const) {
    expect(await find('food', mode, { scope: { user: 'bob' } })).toEqual(expect.arrayContaining(['van', 'car']) as unknown)
    expect(await find('food', mode, { scope: { user: 'bob' } })).toHaveLength(2)
    expect(await find('food', mode, { scope: { agent: 'cook' } })).toEqual(['lasagne'])
    expect(await find('food', mode, { scope: { session: 'X' } })).toEqual(['made'])
    expect(await find('food', mode, { scope: { session: 'unheard' } })).toEqual([])
  }
  const { rows: [second] } = await run('auditor', (trx) => sql<{ id: number }>`select node_id as id from emend.node where external_id = 'lasagne'`.execute(trx))
  // Embedded after all of them were recorded, so a read of that time had none and went by words alone.
  expect(await find('ordered a pizza', 'vector', { before: second!.id })).toEqual(['pizza'])
  expect(await find('food', 'vector', { before: second!.id })).toEqual([])
})

test('a memory without an embedding is found by its words in every mode', async () => {
  const { embed, find, importItems } = await placedStore(database, tableEmbedder(meanings), items)
  await embed()
  await importItems([memory('young', { content: 'Ann liked the food at the harbour' })])
  expect((await find('food', 'vector')).slice(0, 2)).toEqual(['pizza', 'young']) // both first of their list; the older first
  expect(await find('harbour', 'vector', { k: 1 })).not.toEqual([])
  expect(await find('harbour', 'fused')).toContain('young')
  await embed()
  expect((await find('food', 'vector')).slice(0, 2)).toEqual(['pizza', 'young'])
})

test('what is withdrawn or deleted is not found from the same commit on, and comes back with it', async () => {
  const { tenantId, embed, find, fault, run } = await placedStore(database, tableEmbedder(meanings), items)
  await embed()
  await fault('pizza')
  expect(await find('food', 'vector', { k: 1 })).toEqual(['lasagne'])
  expect(await find('food', 'fused')).not.toContain('pizza')
  const set = (status: string) => run('worker', (trx) => sql`
    select emend.set_memory_status(${tenantId}::integer, array(select node_id from emend.node where external_id = 'lasagne' and tenant_id = ${tenantId}), ${status}::emend.memory_status, null, null, null, 'test', null, 'test')`.execute(trx))
  await set('deleted')
  expect(await find('food', 'vector')).toEqual(['van', 'car'])
  await set('active')
  expect(await find('food', 'vector', { k: 1 })).toEqual(['lasagne'])
})

test('erasing a memory, its index row or its text takes the embedding along in the same transaction', async () => {
  const { tenantId, embed } = await placedStore(database, tableEmbedder(meanings), items)
  await embed()
  expect(await embedded(tenantId)).toEqual(['pizza', 'lasagne', 'car', 'van'])
  const erase = async (text: string) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('emend.tenant_id', '${tenantId}', true), set_config('emend.erasing', 'on', true)`)
      await client.query(text)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const idOf = (id: string) => `(select node_id from emend.node where tenant_id = ${tenantId} and external_id = '${id}')`
  await erase(`update emend.memory set content = '' where tenant_id = ${tenantId} and memory_id = ${idOf('pizza')}`)
  await erase(`delete from emend.memory_search where tenant_id = ${tenantId} and memory_id = ${idOf('lasagne')}`)
  await erase(`delete from emend.node where tenant_id = ${tenantId} and external_id = 'car'`)
  expect(await embedded(tenantId)).toEqual(['van'])
})

test('nobody but the definer functions reads embeddings, which say what a text was about', async () => {
  const { run } = await placedStore(database, tableEmbedder(meanings), items)
  for (const role of ['agent', 'detector', 'auditor', 'worker', 'admin'] as const) {
    await expect(run(role, (trx) => sql`select * from emend.memory_embedding`.execute(trx))).rejects.toThrow('permission denied')
  }
})

test('two models are two spaces: what another has placed counts as not placed', async () => {
  const first = await placedStore(database, tableEmbedder(meanings), items)
  await first.embed()
  const other = tableEmbedder({ food: [1, 0, 0], pizza: [0, 1, 0] }, 'other')
  expect(await first.find('food', 'vector', { how: await chooseHow(other, 'food', 'vector') })).toEqual([])
  while (await embedMemories(database.db, first.tenantId, other)) { /* until all are placed */ }
  expect((await first.scores('pizza', 'vector', { k: 1, how: await chooseHow(other, 'pizza', 'vector') })).map(({ id, score }) => [id, score])).toEqual([['pizza', 1]])
  expect(await first.find('food', 'vector', { k: 1 })).toEqual(['pizza'])
})

test('a search by vector that gives none, or one of no direction, is refused', async () => {
  const { tenantId, run } = await placedStore(database, tableEmbedder(meanings), items)
  const search = (rest: string) => run('agent', (trx) => sql.raw(`select * from emend.search_memories(${tenantId}, 'food', ${rest})`).execute(trx))
  await expect(search(`p_mode => 'vector'`)).rejects.toMatchObject({ code: 'bad_item' })
  await expect(search(`p_mode => 'fused', p_model => 'table', p_embedding => '{0,0,0}'`)).rejects.toMatchObject({ code: 'bad_item' })
  await expect(search(`p_mode => 'fused', p_model => 'table', p_embedding => '{NaN,0,0}'`)).rejects.toMatchObject({ code: 'bad_item' })
})

describe('the worker', () => {
  test('places each memory once, and only what is not deleted or quarantined', async () => {
    const embedder = tableEmbedder(meanings)
    const { tenantId, embed, importItems } = await placedStore(database, embedder, [
      ...items, memory('gone', { content: 'bad food', status: 'deleted' }), memory('old', { content: 'old food', status: 'superseded' }),
    ])
    await embed()
    await embed()
    expect(embedder.asked).toHaveLength(5)
    expect(embedder.asked).not.toContain('bad food')
    await importItems(Array.from({ length: 150 }, (_, n) => memory(`n${n}`, { content: `food ${n}` })))
    await embed()
    expect(new Set(embedder.asked).size).toBe(155)
    expect((await embedded(tenantId)).length).toBe(155)
  })

  test('notes what the endpoint takes never, blank texts among it, and goes on with the others', async () => {
    const table = tableEmbedder(meanings)
    const embedder: Embedder = {
      name: 'strict',
      embed: (texts) => (texts.some((text) => text.includes('food 7')) ? Promise.reject(new EmendError('model_failed', 'no', { status: 400 })) : table.embed(texts)),
    }
    const { tenantId, embed } = await placedStore(database, embedder, [
      ...Array.from({ length: 20 }, (_, n) => memory(`n${n}`, { content: `food ${n}` })), memory('blank', { content: ' \n' }),
    ])
    await embed()
    expect((await embedded(tenantId)).length).toBe(19)
    const before = table.asked.length
    await embed()
    expect(table.asked).toHaveLength(before)
  })

  test('blames no text where the endpoint refuses everything, and finds them by words meanwhile', async () => {
    const embedder: Embedder = { name: 'off', embed: () => Promise.reject(new EmendError('model_failed', 'no such dimensions', { status: 400 })) }
    const { tenantId, embed, run } = await placedStore(database, embedder, items)
    await expect(embed()).rejects.toMatchObject({ code: 'model_failed' })
    expect(await embedded(tenantId)).toEqual([])
    const table = tableEmbedder(meanings, 'off')
    await embedMemories(database.db, tenantId, table)
    expect(await embedded(tenantId)).toEqual(['pizza', 'lasagne', 'car', 'van'])
    expect((await run('worker', (trx) => sql<{ n: number }>`select count(*)::integer as n from emend.take_unembedded(${tenantId}::integer, 'off', 10)`.execute(trx))).rows).toEqual([{ n: 0 }])
  })
})

describe('the mode', () => {
  const broken: Embedder = { name: 'broken', embed: () => Promise.reject(new EmendError('model_failed', 'away', { status: null })) }
  test('is fused with an embedder and text without, unless said otherwise', async () => {
    expect(await chooseHow(null, 'food')).toEqual({ mode: 'text' })
    expect(await chooseHow(tableEmbedder(meanings), 'food')).toEqual({ mode: 'fused', embedding: { model: 'table', embedding: [1, 0, 0] } })
    expect(await chooseHow(tableEmbedder(meanings), 'food', 'text')).toEqual({ mode: 'text' })
  })
  test('falls to text where the endpoint is away, but for vector, which fails and may be tried again', async () => {
    expect(await chooseHow(broken, 'food')).toEqual({ mode: 'text' })
    await expect(chooseHow(broken, 'food', 'vector')).rejects.toMatchObject({ code: 'model_failed', isRetryable: true })
    await expect(chooseHow(null, 'food', 'vector')).rejects.toMatchObject({ code: 'no_embeddings' })
  })
})

test('the reference embedder places like spellings near each other, and the same text always the same', async () => {
  const cosine = (one: string, other: string) => referenceEmbedding(one).reduce((sum, number, at) => sum + number * (referenceEmbedding(other)[at] ?? 0), 0)
  expect(referenceEmbedding('Rechnung')).toEqual(referenceEmbedding('Rechnung'))
  expect(cosine('Rechnung', 'rechnung')).toBeCloseTo(1, 4)
  expect(cosine('Rechnung', 'Rechnungen')).toBeGreaterThan(0.6)
  expect(cosine('Rechnung', 'penguin')).toBeLessThan(0.3)
  expect(referenceEmbedding('?!').every((number) => number === 0)).toBe(true)
  const embedder: Embedder = { name: 'reference', embed: (texts) => Promise.resolve(texts.map(referenceEmbedding)) }
  const { embed, find } = await placedStore(database, embedder, [memory('a', { content: 'Die Rechnungen sind bezahlt' }), memory('b', { content: 'Das Paket ist unterwegs' })])
  await embed()
  expect(await find('Rechnungsbetrag', 'vector', { k: 1 })).toEqual(['a'])
})
