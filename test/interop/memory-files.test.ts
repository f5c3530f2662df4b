/** Memories of other stores: what they say comes in, and supports nothing. */
import { describe, expect, test } from 'vitest'
import { readMcpMemoryFile } from '../../src/interop/mcp-memory-json/read-mcp-memory-file.js'
import { readMem0File } from '../../src/interop/mem0-json/read-mem0-file.js'
import { importMemories } from '../../src/interop/memory-file/import-memories.js'
import { openTenant } from '../agent/open-tenant.js'
import { edgesOf } from './edges-of.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const mem0 = {
  results: [
    { id: '3f1a', memory: 'Name is Alex', user_id: 'alex', agent_id: 'desk', hash: 'h', metadata: { type: 'professional' }, categories: ['personal_details'], created_at: '2026-02-01T00:00:00Z', updated_at: null },
    { id: 7, memory: 'Prefers window seats', user_id: 'alex' },
    { id: 'old', memory: 'Is on holiday', user_id: 'alex', expiration_date: '2026-03-01' },
    { id: 'blank', memory: '  ' },
    { memory: 'Nobody in particular likes tea' },
  ],
  relations: [{ source: 'alex', relationship: 'works_at', target: 'TechCorp' }],
}
const graph = [
  { type: 'entity', name: 'John_Smith', entityType: 'person', observations: ['Speaks fluent Spanish', 'Graduated in 2019', 'Speaks fluent Spanish'], extra: 1 },
  { type: 'entity', name: 'Anthropic', entityType: 'organization', observations: [] },
  { type: 'relation', from: 'John_Smith', to: 'Anthropic', relationType: 'works_at' },
]
const lines = graph.map((entry) => JSON.stringify(entry)).join('\n')
const now = new Date('2026-06-01')
const take = (emend: Parameters<typeof importMemories>[0], entries: Parameters<typeof importMemories>[1], text = 'a file', owner?: string) =>
  importMemories(emend, entries, { format: 'mem0', text, owner })

describe('what is read', () => {
  test('mem0: the pages of get_all, a list of memories, or a list of pages', () => {
    const entries = readMem0File(JSON.stringify(mem0), now)
    expect(entries.map(({ notPlaced, memories }) => notPlaced ?? memories.map(({ content, user }) => `${user}: ${content}`))).toEqual([
      ['alex: Name is Alex'], ['alex: Prefers window seats'], 'expired on 2026-03-01', 'says nothing', ['undefined: Nobody in particular likes tea'], ['undefined: alex works_at TechCorp']])
    expect(entries.flatMap(({ memories }) => memories.map(({ id }) => id)).slice(0, 2)).toEqual(['3f1a', '7'])
    expect(entries[0]!.memories[0]).toMatchObject({ source: 'imported', agent: 'desk' })
    expect(entries[0]!.unreadKeys).toEqual(['metadata', 'categories', 'created_at'])
    expect(readMem0File(JSON.stringify(mem0.results), now)).toEqual(entries.slice(0, 5))
    expect(readMem0File(JSON.stringify([{ results: mem0.results.slice(0, 2) }, { results: mem0.results.slice(2) }]), now)).toEqual(entries.slice(0, 5))
  })

  test('the MCP memory server: lines, or the graph as one object', () => {
    const entries = readMcpMemoryFile(lines)
    expect(entries.map(({ memories }) => memories.map(({ content }) => content))).toEqual([
      ['John_Smith: person', 'John_Smith: Speaks fluent Spanish', 'John_Smith: Graduated in 2019'], ['Anthropic: organization'], ['John_Smith works_at Anthropic']])
    expect(entries[0]).toMatchObject({ place: 'line 1', unreadKeys: ['extra'] })
    expect(entries[2]!.memories[0]!.facts).toEqual([{ entity: 'John_Smith', attribute: 'works_at', value: 'Anthropic' }])
    const whole = readMcpMemoryFile(JSON.stringify({ entities: graph.slice(0, 2), relations: graph.slice(2) }))
    expect(whole.map(({ memories }) => memories)).toEqual(entries.map(({ memories }) => memories))
    expect(readMcpMemoryFile(lines, 'ana')[0]!.memories[0]!.id).not.toBe(entries[0]!.memories[0]!.id)
  })
})

describe('in a store', () => {
  test('importing again changes nothing, and a longer file continues', async () => {
    const emend = await openTenant(database)
    expect(await take(emend, readMcpMemoryFile(lines, 'ana'), lines, 'ana')).toMatchObject({ entries: 3, memories: 5, written: 5, known: 0, equation: '3 entries = 3 placed + 0 not placed' })
    const longer = `${lines}\n${JSON.stringify({ type: 'entity', name: 'Anthropic', entityType: 'organization', observations: ['Is in San Francisco'] })}`
    expect(await take(emend, readMcpMemoryFile(longer, 'ana'), longer, 'ana')).toMatchObject({ written: 1, known: 5 })
    expect((await emend.memories.search('which language does John speak, Spanish?', { userId: 'ana' })).results[0]?.content).toBe('John_Smith: Speaks fluent Spanish')
    expect((await emend.memories.search('Spanish', { userId: 'bob' })).results).toEqual([])
    expect(await take(emend, readMem0File(JSON.stringify(mem0), now), 'mem0', 'ana')).toMatchObject({ entries: 6, memories: 4, notPlaced: [{ place: 'entry 3' }, { place: 'entry 4' }] })
    expect(await emend.memories.get('3f1a')).toMatchObject({ source: 'imported', userId: 'alex', agentId: 'desk', producingStepId: expect.any(String) })
    expect(await emend.audit.violations()).toEqual([])
    // no memory and no step that writes one rests on anything; the searches cite what they found
    expect(new Set((await edgesOf(emend)).filter(({ label }) => label !== 'cite').map(({ label }) => label))).toEqual(new Set(['produce']))
  })

  test.each(['facts', 'paper'] as const)('they are no trusted roots: arm %s lets nothing stand on them', async (policy) => {
    const emend = await openTenant(database, { policy })
    await take(emend, readMem0File(JSON.stringify([{ id: 'i1', memory: 'The refund window is 30 days.', user_id: 'u' }])))
    await emend.importItems([
      { kind: 'memory', id: 'bad', content: 'The refund window is 30 days.', user: 'u', source: 'tool_observation' },
      { kind: 'memory', id: 'derived', content: 'The refund window is 30 days.', user: 'u', derived_from: ['i1', 'bad'] },
    ])
    const fault = await emend.faults.add({ memoryId: 'bad' })
    const plan = await emend.repairs.plan([fault.id])
    expect(plan.supported).toEqual([])
  })

  test('what a repair has deleted, or a user took along, does not come back by an import', async () => {
    const emend = await openTenant(database)
    await emend.memories.add('Prefers aisle seats', { id: 'm1', userId: 'alex' })
    await emend.repairs.run(await emend.repairs.openFor((await emend.faults.add({ memoryId: 'm1' })).id))
    await emend.memories.add('Lives in Oslo', { id: 'm2', userId: 'eve' })
    await emend.users.erase('eve')
    const report = await take(emend, readMem0File(JSON.stringify([
      { id: 'a', memory: 'prefers aisle seats.', user_id: 'alex' }, { id: 'b', memory: 'Likes tea', user_id: 'alex' }, { id: 'm2', memory: 'Lives in Oslo', user_id: 'eve' },
      { id: 'c', memory: 'Lives in Oslo', user_id: 'eve' },
    ])))
    expect(report).toMatchObject({ written: 1, notPlaced: expect.arrayContaining([
      { place: 'entry 1', why: 'a repair has deleted what it says' }, { place: 'entry 3', why: 'it was erased with its user' }, { place: 'entry 4', why: 'a repair has deleted what it says' }]) })
    // of a user who was imported as well, many at once
    const many = JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ id: `f${index}`, memory: `note ${index}`, user_id: 'fay' })))
    await take(emend, readMem0File(many), many)
    expect(await emend.users.erase('fay')).toMatchObject({ nodes: { memories: 3_000, steps: 3_000 } })
    const again = await take(emend, readMem0File(many), many)
    expect(again).toMatchObject({ memories: 0, equation: '3000 entries = 0 placed + 3000 not placed' })
  })
})

describe('hostile files are refused with the place, and leave no row', async () => {
  const emend = await openTenant(database)
  await emend.memories.add('taken', { id: 'taken' })
  const big = 'x'.repeat(262_145)
  const entity = (value: object) => `${lines}\n${JSON.stringify({ type: 'entity', name: 'n', entityType: 't', observations: [], ...value })}`
  const memories = (...values: unknown[]) => JSON.stringify([{ id: 'ok', memory: 'fine' }, ...values])

  test.each<[what: string, read: () => unknown, code: string, place: string]>([
    ['an empty file of lines', () => readMcpMemoryFile(''), 'bad_import', 'the file'],
    ['half a line at the end', () => readMcpMemoryFile(lines.slice(0, -5)), 'bad_import', 'line 3'],
    ['a line that is no JSON', () => readMcpMemoryFile(`${lines}\nhello`), 'bad_import', 'line 4'],
    ['a line of another type', () => readMcpMemoryFile(`${lines}\n{"type":"evil"}`), 'bad_import', 'line 4'],
    ['a list in a line', () => readMcpMemoryFile(`${lines}\n[]`), 'bad_import', 'line 4'],
    ['observations that are objects', () => readMcpMemoryFile(entity({ observations: [{ content: 'x' }] })), 'bad_import', 'line 4'],
    ['a NUL', () => readMcpMemoryFile(entity({ observations: ['a\0b'] })), 'bad_text', 'line 4'],
    ['a lone surrogate', () => readMcpMemoryFile(entity({ observations: ['a\ud800b'] })), 'bad_text', 'line 4'],
    ['a NUL in a name', () => readMcpMemoryFile(entity({ name: 'a\0', observations: ['x'] })), 'bad_text', 'line 4'],
    ['an observation above 256 kB', () => readMcpMemoryFile(entity({ observations: [big] })), 'too_large', 'line 4'],
    ['a file of mem0 that is no JSON', () => readMem0File('{"results": ['), 'bad_import', 'the file'],
    ['a file of mem0 that holds something else', () => readMem0File('{"messages": []}'), 'bad_import', 'the file'],
    ['a memory that is a word', () => readMem0File(memories('x')), 'bad_import', 'entry 2'],
    ['a memory without text', () => readMem0File(memories({ id: 'x' })), 'bad_import', 'entry 2'],
    ['a memory with a NUL', () => readMem0File(memories({ id: 'x', memory: 'a\0b' })), 'bad_text', 'entry 2'],
    ['an id with a lone surrogate', () => readMem0File(memories({ id: 'a\udc00', memory: 'a' })), 'bad_text', 'entry 2'],
    ['an id above 200 characters', () => readMem0File(memories({ id: 'x'.repeat(201), memory: 'a' })), 'too_large', 'entry 2'],
    ['a memory above 256 kB', () => readMem0File(memories({ id: 'x', memory: big })), 'too_large', 'entry 2'],
    ['the id of something else in the store', () => take(emend, readMem0File(memories({ id: 'taken', memory: 'other' }))), 'duplicate_id', 'entry 2'],
    ['one id with two contents', () => take(emend, readMem0File(memories({ id: 'ok', memory: 'other' }))), 'duplicate_id', 'entry 2'],
  ])('%s', async (_what, read, code, place) => {
    const error: unknown = await (async () => read())().then(() => null, (thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, where: { place } })
    expect(await emend.allMemories()).toMatchObject([{ id: 'taken' }])
  })

  test('ten thousand and one memories are one transaction', async () => {
    const many = await openTenant(database)
    const list = Array.from({ length: 10_001 }, (_, index) => ({ id: `m${index}`, memory: `note ${index}` }))
    await many.memories.add('something else', { id: 'm10000' })
    await expect(take(many, readMem0File(JSON.stringify(list)))).rejects.toMatchObject({ code: 'duplicate_id', where: { place: 'entry 10001' } })
    expect((await many.status()).memories).toEqual({ active: 1 })
    expect(await take(many, readMem0File(JSON.stringify([...list.slice(0, -1), { id: 'last', memory: 'last' }])))).toMatchObject({ written: 10_001 })
  })
})
