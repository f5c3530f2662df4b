/** Reads by vector, executed again: exactly as they were, or in doubt. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { analyse } from '../../src/analyse.js'
import type { Policy } from '../../src/plan/types.js'
import { chooseHow } from '../../src/retrieve/choose-how.js'
import { queryItem } from '../../src/retrieve/query-item.js'
import { reexecuteReads } from '../../src/retrieve/reexecute-reads.js'
import { rankMemories } from '../../src/retrieve/search-memories.js'
import { judgeReads } from '../../src/support/judge-reads.js'
import type { SearchMode } from '../../src/vocabulary.js'
import { testDatabase } from '../database.js'
import { memory, step } from '../record/items.js'
import { placedStore, tableEmbedder } from './placed.js'

const database = await testDatabase()
const meanings = { pizza: [1, 0], lasagne: [0.9, 0.1], food: [1, 0], car: [0, 1], van: [0.1, 0.9] }
const policy: Policy = { name: 'facts', supportCheck: true, planner: true, selectiveReplay: true }
const menu = [memory('pizza', { content: 'pizza at the corner' }), memory('lasagne', { content: 'lasagne at home' }), memory('car', { content: 'a red car' }), memory('van', { content: 'a blue van' })]

async function store(items = menu) {
  const embedder = tableEmbedder(meanings)
  const placed = await placedStore(database, embedder, items)
  const { tenantId, run, importItems } = placed
  await placed.embed()
  const ids = async () => new Map((await run('auditor', (trx) => sql<{ id: number; name: string }>`
    select node_id as id, external_id as name from emend.node where tenant_id = ${tenantId}`.execute(trx))).rows.map(({ id, name }) => [name, id]))
  const id = async (name: string) => (await ids()).get(name) ?? -1
  const named = async (nodes: readonly number[]) => {
    const names = new Map([...await ids()].map(([name, node]) => [node, name]))
    return nodes.map((node) => names.get(node) ?? '?')
  }
  return {
    ...placed, embedder, id, named,
    /** Search as an agent does, and record the read. */
    async read(readId: string, text: string, mode: SearchMode, k = 2) {
      const how = await chooseHow(embedder, text, mode)
      const { found, considered } = await run('agent', (trx) => rankMemories(trx, tenantId, { text, k, how }))
      await importItems([step('memory_read', readId, { used_ids: found.map((one) => one.id), query: queryItem({ text, k }, how, found.map(({ score }) => score), considered) })])
      return found
    },
    async again(readId: string, text: string, change: { k?: number; removed?: string[]; reopened?: string[]; include?: string[] } = {}) {
      const [removed, reopened, include] = await Promise.all([change.removed, change.reopened, change.include].map(async (names = []) => Promise.all(names.map(id))))
      const read = { id: await id(readId), query: { text, k: change.k ?? 2, scope: null }, userId: null, include: include! }
      const [result] = await run('worker', (trx) => reexecuteReads(trx, tenantId, [read], { removed: removed!, reopened: reopened! }))
      return { ...result!, results: await named(result!.results) }
    },
    async plan(faulty: string) {
      await placed.fault(faulty)
      return run('worker', async (trx) => {
        const { rows } = await sql<{ id: number }>`select fault_id as id from emend.fault where tenant_id = ${tenantId}`.execute(trx)
        return (await analyse(trx, tenantId, rows.map((row) => row.id), policy)).plan
      })
    },
  }
}

describe('a read records', () => {
  test('its query, mode, results, scores, and what else took part in its ranks', async () => {
    const { read, tenantId, run, named } = await store()
    const found = await read('r', 'food', 'fused')
    const { rows: [row] } = await run('auditor', (trx) => sql<Record<string, unknown>>`
      select query_text, query_k, query_mode, query_scores, query_model, query_embedding, query_considered, used_ids from emend.step where tenant_id = ${tenantId}`.execute(trx))
    expect(row).toMatchObject({ query_text: 'food', query_k: 2, query_mode: 'fused', query_model: 'table', query_embedding: [1, 0, 0] })
    expect(await named(row!['used_ids'] as number[])).toEqual(['pizza', 'lasagne'])
    expect(row!['query_scores']).toEqual(found.map(({ score }) => score))
    expect(await named(row!['query_considered'] as number[])).toEqual(['car', 'van'])
  })

  test('nothing of ranks where they were not fused, by text', async () => {
    const { read, tenantId, run } = await store()
    await read('r', 'a red car', 'text')
    const { rows } = await run('auditor', (trx) => sql`select query_mode, query_model, query_embedding, query_considered from emend.step where tenant_id = ${tenantId}`.execute(trx))
    expect(rows).toEqual([{ query_mode: 'text', query_model: null, query_embedding: null, query_considered: null }])
  })

  test('a mode, scores and embedding of the agreed shape only', async () => {
    const { importItems, record } = await store()
    const query = (more: object) => [step('memory_read', 'r', { query: { text: 'x', k: 1, ...more } as never })]
    for (const more of [{ mode: 'magic' }, { scores: ['high'] }, { embedding: [1, 'x'], model: 'm' }, { considered: ['m1'] }]) {
      await expect(importItems(query(more))).rejects.toMatchObject({ code: 'bad_item' })
    }
    await expect(record(query({ embedding: [1] }))).rejects.toMatchObject({ code: 'bad_item' })
  })
})

describe('executed again', () => {
  test('it asks no model, and finds the same in the same order with the same scores', async () => {
    const { read, again, embedder } = await store()
    for (const mode of ['text', 'vector', 'fused'] as const) {
      const found = await read(`r-${mode}`, 'pizza at home', mode)
      const asked = embedder.asked.length
      expect(await again(`r-${mode}`, 'pizza at home')).toMatchObject({ results: found.map(({ id }) => id), scores: found.map(({ score }) => score), isExact: true })
      expect(embedder.asked).toHaveLength(asked)
    }
  })

  test('it sees no memory and no embedding that is younger than it', async () => {
    const { read, again, importItems, embed } = await store()
    await importItems([memory('unplaced', { content: 'leftover food' })])
    const found = await read('r', 'food', 'vector', 5)
    expect(found.map(({ id }) => id)).toContain('unplaced') // by its words
    await importItems([memory('younger', { content: 'food of the day' })])
    await embed()
    expect((await again('r', 'food', { k: 5 })).results).toEqual(found.map(({ id }) => id))
  })

  test('what leaves makes room for the next, and what is put back is seen', async () => {
    const { read, again } = await store([...menu, memory('old', { content: 'food of old', status: 'superseded' })])
    await read('r', 'food', 'vector')
    expect((await again('r', 'food')).results).toEqual(['pizza', 'lasagne'])
    expect((await again('r', 'food', { removed: ['pizza'] })).results).toEqual(['lasagne', 'van'])
    expect(await again('r', 'food', { reopened: ['old'] })).toMatchObject({ results: ['pizza', 'old'], isExact: true })
  })

  test('it is inexact where what is included has no embedding, or its question has none; then words decide', async () => {
    const { read, again, importItems } = await store()
    await read('r', 'food', 'vector')
    await importItems([
      memory('made', { content: 'food made in its place' }),
      step('memory_read', 'bare', { used_ids: ['pizza'], query: { text: 'corner', k: 2, mode: 'vector', scores: [1] } }),
    ])
    expect(await again('r', 'food', { include: ['made'] })).toMatchObject({ results: ['pizza', 'made'], isExact: false })
    expect(await again('bare', 'corner')).toMatchObject({ results: ['pizza'], isExact: false })
    expect(await again('r', 'food')).toMatchObject({ isExact: true })
  })
})

describe('a plan', () => {
  const dispositions = async (plan: { rows: { id: number; disposition: string; reason: string }[] }, named: (ids: readonly number[]) => Promise<string[]>) =>
    new Map(await Promise.all(plan.rows.map(async (row) => [(await named([row.id]))[0]!, row] as const)))

  test('takes in a fused read whose ranks the fault had crowded, although it was none of its results, and no other', async () => {
    const items = [
      memory('seen', { content: 'a red car which somebody has seen' }), memory('first', { content: 'food' }),
      ...Array.from({ length: 12 }, (_, n) => memory(`food${n}`, { content: `food ${n}` })), memory('things', { content: 'red things' }),
    ]
    const make = async () => {
      const made = await store(items)
      // By vector, 12 deep: first, food0 to food10. By words: things, seen. So first and things have 1/61, seen 1/62; the older is first.
      expect((await made.read('r', 'red pizza', 'fused', 1)).map(({ id }) => id)).toEqual(['first'])
      return made
    }
    const crowded = await make()
    expect((await crowded.again('r', 'red pizza', { k: 1, removed: ['things'] })).results).toEqual(['seen']) // it has 1/61 then, and is older
    expect((await dispositions(await crowded.plan('things'), crowded.named)).has('r')).toBe(true)
    const other = await make()
    expect((await dispositions(await other.plan('food3'), other.named)).has('r')).toBe(false)
  })

  test('finds reads by vector that would have returned what it brings back, whatever their words, and in doubt those that cannot be asked again', async () => {
    const { importItems, read, plan, named } = await store([
      ...menu, memory('truth', { content: 'food allergy' }), memory('fault', { content: 'wrong statement', supersedes: ['truth'] }),
    ])
    await read('r', 'lasagne', 'vector', 3) // no word in common with `truth`
    await read('by-text', 'lasagne', 'text', 3)
    await importItems([step('memory_read', 'bare', { used_ids: ['lasagne'], query: { text: 'lasagne', k: 3, mode: 'vector', scores: [1] } })])
    const rows = await dispositions(await plan('fault'), named)
    expect([rows.get('truth')?.disposition, rows.has('r'), rows.has('by-text'), rows.has('bare')]).toEqual(['reopen', true, false, true])
    expect(rows.get('bare')?.reason).toContain('an embedding is missing')
  })
})

test('a read that could not be executed exactly falls, although its results are the same', () => {
  const node = (id: number, kind: 'memory' | 'memory_read', used: number[]) => ({
    id, externalId: `n${id}`, kind, content: '', session: 1, turn: 1, userId: null, facts: null, isAffected: true, used, generated: [], consumed: [], justifications: null,
    usedBasis: 'declared' as const, toolName: null, callId: null, query: { text: 'x', k: 1, scope: null }, isInvalidBefore: false, isSettled: false, isOwed: false, place: id,
    isUndone: false, isOut: false, isStale: false, status: null, source: null, derivedFrom: [], supersedes: [], producedBy: null, isWithheld: false,
  })
  const graph = { nodes: [node(1, 'memory', []), node(2, 'memory_read', [1])], edges: [] }
  const judged = (isExact: boolean) => judgeReads(graph, [{ readId: 2, results: [1], isExact }], new Set())
  expect(judged(true)).toMatchObject([{ isSupported: true, proof: { isUnchanged: true } }])
  expect(judged(false)).toMatchObject([{ isSupported: false, proof: { isUnchanged: false, isInexact: true } }])
})
