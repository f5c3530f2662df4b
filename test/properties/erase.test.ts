/** Erasure over random stores: whatever was made of what a user said, and however it was repaired before, nothing of it is left, and all is healthy. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStore, type EmendTenant, type RecordItem } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { linesOf, quotesOf } from '../db/lines-of.js'

const database = await testDatabase()
const marker = 'QX-71934'
const users = ['ana', 'bob', 'cy'] as const

/** What happens in a store; numbers choose among what is there. */
const happening = fc.record({
  what: fc.constantFrom('say', 'remember', 'read', 'look', 'claim', 'claim', 'plan', 'act', 'observe', 'answer', 'write', 'write', 'consolidate', 'consolidate', 'repair'),
  user: fc.constantFrom(...users), place: fc.constantFrom<'own' | 'night'>('own', 'own', 'night'), from: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }), isShared: fc.boolean(),
})

interface Happening { what: string; user: string; place: 'own' | 'night'; from: number[]; isShared: boolean }
interface Recorded { id: string; kind: 'input' | 'memory' | 'step'; carries: boolean; isOfAna: boolean; isOut: boolean }

test('nothing that a user said is left in any random store, what does not follow from it stands, and no invariant breaks', async () => {
  const store = await openStore({ databaseUrl: database.url })
  const tools = [{ name: 'look', effect: 'pure' as const, run: async () => ({ found: 'nothing' }) }]
  const seen = { stores: 0, derived: 0, rebuilt: 0, repairs: 0, untouched: 0 }
  await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 30 }), async (story) => {
    const { name, tenantId } = await database.tenant()
    const emend = await store.tenant(name, { tools })
    const { recorded, repairs } = await live(emend, story)
    if (!recorded.some(({ isOfAna }) => isOfAna)) return
    const elsewhere = recorded.filter(({ carries }) => !carries).map(({ id }) => id)
    const textsOf = async () => (await emend.exportItems()).filter(({ id }) => elsewhere.includes(id)).map(({ id, content }) => [id, content])
    const before = await textsOf()
    const report = await emend.users.erase('ana')
    expect(report).toMatchObject({ isComplete: true, repair: { state: 'done' } })
    expect(await quotesOf(database, tenantId, marker)).toEqual([])
    expect(await textsOf()).toEqual(before)
    expect(await emend.audit.violations()).toEqual([])
    for (const repair of repairs) await emend.repairs.undo(repair).catch((error: unknown) => expect(error).toMatchObject({ code: expect.stringMatching(/^(erased|repair_conflict|repair_state)$/) }))
    expect(await quotesOf(database, tenantId, marker)).toEqual([])
    const lines = await linesOf(database, tenantId)
    expect(await emend.users.erase('ana')).toMatchObject({ nodes: { inputs: 0, steps: 0, memories: 0 }, isComplete: true })
    expect(lines.length).toBeGreaterThan(0)
    seen.stores += 1
    seen.derived += report.nodes.derived
    seen.rebuilt += report.rebuilt.filter(({ by }) => by !== null).length
    seen.repairs += repairs.length
    seen.untouched += elsewhere.length
  }), { seed: Number(process.env['EMEND_TEST_SEED'] ?? 1), numRuns: Number(process.env['EMEND_TEST_STORES'] ?? 25), endOnFailure: true })
  console.log(`erased from random stores: ${JSON.stringify(seen)}`)
  expect(Math.min(seen.stores, seen.derived, seen.rebuilt, seen.repairs, seen.untouched)).toBeGreaterThan(0)
  await store.close()
}, 600_000)

/** Record a story: who rests on something that carries the text of Ana says it too, beside something of his own. */
async function live(emend: EmendTenant, story: readonly Happening[]): Promise<{ recorded: Recorded[]; repairs: number[] }> {
  const recorded: Recorded[] = []
  const repairs: number[] = []
  for (const [index, { what, user, place, from, isShared }] of story.entries()) {
    const session = place === 'night' ? 'night' : `of-${user}`
    const at = { session, turn: index + 1 }
    const pick = (of: readonly Recorded[]) => [...new Set(from.map((number) => of[number % of.length]).filter((one) => one !== undefined))]
    const citable = recorded.filter(({ isOut }) => !isOut)
    const own = place === 'own' ? { user } : {}
    const isOfAna = place === 'own' && user === 'ana'
    const text = (sources: readonly Recorded[], isAnas: boolean) => `The note of ${user} is N${index}.${isAnas || sources.some(({ carries }) => carries) ? ` The badge of Ana is ${marker}.` : ''}`
    const items: RecordItem[] = []
    const add = (id: string, kind: Recorded['kind'], sources: readonly Recorded[], isAnas = isOfAna) => {
      recorded.push({ id, kind, isOfAna: isAnas, isOut: false, carries: isAnas || sources.some(({ carries }) => carries) })
    }
    if (what === 'say') {
      items.push({ kind: 'input', id: `u${index}`, ...at, session: `of-${user}`, user, content: text([], user === 'ana') })
      add(`u${index}`, 'input', [], user === 'ana')
    } else if (what === 'remember') {
      items.push({ kind: 'memory', id: `m${index}`, user, source: 'tool_observation', content: text([], user === 'ana') })
      add(`m${index}`, 'memory', [], user === 'ana')
    } else if (what === 'repair') {
      const [memory] = pick(citable.filter(({ kind }) => kind === 'memory'))
      if (!memory) continue
      const repair = await emend.repairs.openFor((await emend.faults.add({ memoryId: memory.id, evidence: memory.carries ? marker : 'wrong' })).id)
      await emend.repairs.run(repair)
      repairs.push(repair)
      const standing = new Set((await emend.memories.list({ limit: 1000 })).map(({ id }) => id))
      const items = await emend.exportItems()
      for (const one of recorded) if (one.kind === 'memory') one.isOut = !standing.has(one.id)
      // a step that was withdrawn cannot be cited either: ask the store
      for (const one of recorded) if (one.kind === 'step' && items.some(({ id }) => id === one.id)) one.isOut = await isWithdrawn(emend, one.id)
      continue
    } else if (what === 'consolidate' || what === 'write') {
      const sources = pick(citable.filter(({ kind }) => kind === 'memory'))
      if (sources.length === 0) continue
      const consumed = what === 'consolidate' ? sources.map(({ id }) => id) : []
      const ids = sources.map(({ id }) => id)
      items.push(
        { kind: 'step', type: what === 'write' ? 'memory_write' : 'memory_consolidate', id: `s${index}`, ...at, content: text(sources, isOfAna), used_ids: ids, consumed_memory_ids: consumed, generated_memory_ids: [`m${index}`], ...own },
        { kind: 'memory', id: `m${index}`, content: text(sources, isOfAna), derived_from: ids, ...(place === 'own' ? { user } : isShared ? {} : { user: 'bob' }), ...(what === 'consolidate' ? { supersedes: consumed } : {}) },
      )
      add(`s${index}`, 'step', sources)
      add(`m${index}`, 'memory', sources, isOfAna)
      for (const one of sources) if (what === 'consolidate') one.isOut = true
    } else {
      const sources = pick(citable)
      if (sources.length === 0) continue
      // look: a read of another program, which says what it found and not what it asked
      const type = ({ read: 'memory_read', look: 'memory_read', claim: 'claim', plan: 'plan', act: 'tool_action', observe: 'tool_observation', answer: 'final_answer' } as const)[what as 'read']
      const used = type === 'memory_read' ? sources.filter(({ kind }) => kind === 'memory') : sources
      items.push({ kind: 'step', type, id: `s${index}`, ...at, content: text(what === 'read' ? [] : used, isOfAna), used_ids: used.map(({ id }) => id), ...own,
        ...(what === 'read' ? { query: { text: text([], isOfAna) } } : {}),
        ...(what === 'act' || what === 'observe' ? { tool: { name: 'look', ...(what === 'act' ? { args: { badge: text(used, isOfAna) } } : {}) } } : {}) })
      add(`s${index}`, 'step', used)
    }
    await emend.importItems(items)
  }
  return { recorded, repairs }
}

async function isWithdrawn(emend: EmendTenant, id: string): Promise<boolean> {
  const { node: { validity } } = await emend.explain(id)
  return validity !== null && validity !== 'valid'
}
