import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { judge } from '../../src/support/judge.js'
import { judgeReads } from '../../src/support/judge-reads.js'
import { testDatabase } from '../database.js'
import { addFaults, arm, judgeFaults, judgeItems, recordAll } from './graph-of.js'

const database = testDatabase()

const at = { session: 'S1', turn: 1 }
const input = (id: string, content: string, more = {}) => ({ kind: 'input', id, content, user: 'u-1', ...at, ...more })
const memory = (id: string, content: string, more = {}) => ({ kind: 'memory', id, content, user: 'u-1', ...more })
const step = (id: string, type: string, content: string, used_ids: string[], more = {}) =>
  ({ kind: 'step', id, type, content, used_ids, user: 'u-1', ...at, ...more })

async function supportedOf(items: unknown[], faults = ['bad'], policy = arm('facts'), joined: string[] = []) {
  const { db, tenant } = await database
  const { tenantId } = await tenant()
  return judgeItems(db, tenantId, items, faults, policy, joined)
}

const bad = memory('bad', 'The refund window is 45 days.')

describe('arm facts', () => {
  test('a claim with one dirty premise stands only if clean premises hold all of its facts', async () => {
    const result = await supportedOf([
      bad, memory('good', 'The refund window is 30 days.'),
      step('right', 'claim', 'The refund window is 30 days.', ['bad', 'good']),
      step('wrong', 'claim', 'The refund window is 45 days.', ['bad', 'good']),
    ])
    expect(result.supported).toEqual(['right'])
    const proof = result.verdict('wrong')!.proof
    expect(proof.kind === 'uncovered' && [proof.clean.map(result.name), proof.dirty.map(result.name), proof.missing.length > 0])
      .toEqual([['good'], ['bad'], true])
  })

  test('a plan falls with what chose its thing, also where clean evidence names that thing too; not where the user names it in the turn', async () => {
    const items = (question: string) => [
      memory('bad', 'The disputed order is ORD71.'), memory('other', 'Order ORD71 was sent by DHL.'), input('u', question),
      step('s', 'plan', 'Look up order ORD71.', ['bad', 'other', 'u']),
    ]
    expect((await supportedOf(items('What is the total of my disputed order?'))).supported).toEqual([])
    expect((await supportedOf(items('What is the total of order ORD71?'))).supported).toEqual(['s'])
  })

  test('a rescued node supports a later one, and an unsupported one does not', async () => {
    const result = await supportedOf([
      bad, memory('good', 'The refund window is 30 days.'),
      step('c1', 'claim', 'The refund window is 30 days.', ['bad', 'good']), step('c2', 'claim', 'So a return on day 29 is fine.', ['c1']),
      step('c3', 'claim', 'The refund window is 45 days.', ['bad']), step('c4', 'claim', 'So a return on day 44 is fine.', ['c3']),
    ])
    expect(result.supported).toEqual(['c1', 'c2'])
  })

  test('nodes that only hold each other up by late edges do not stand', async () => {
    const result = await supportedOf([
      bad, step('c1', 'claim', 'It rains.', ['bad'], { late: [{ from: 'c2', label: 'support' }] }),
      step('c2', 'claim', 'It rains.', ['c1']),
    ])
    expect(result.affected).toEqual(['bad', 'c1', 'c2'])
    expect(result.supported).toEqual([])
  })

  test('recorded justifications decide alone: one alternative is entirely clean, or the step falls', async () => {
    const result = await supportedOf([
      bad, memory('good', 'The sky is blue.'), memory('other', 'Grass is green.'),
      step('either', 'claim', 'Paint it any colour.', ['bad', 'good'], { justifications: [['bad'], ['good', 'other']] }),
      step('both', 'claim', 'The sky is blue.', ['bad', 'good'], { justifications: [['bad', 'good']] }),
      step('w', 'memory_write', 'Remember.', ['bad', 'good'], { justifications: [['good']], generated_memory_ids: ['m'] }),
      memory('m', 'Whatever follows from it.'),
    ])
    expect(result.supported).toEqual(['either', 'w', 'm'])
    expect(result.verdict('either')!.proof).toMatchObject({ kind: 'premises', justification: 1 })
    expect(result.verdict('both')!.proof.kind).toBe('no_clean_justification')
  })

  test('who cites a read cites its results, and the read itself is no evidence', async () => {
    const result = await supportedOf([
      bad, memory('good', 'The refund window is 30 days.'),
      step('r', 'memory_read', 'refund window', ['bad', 'good'], { query: { text: 'refund window' } }),
      step('right', 'claim', 'The refund window is 30 days.', ['r']), step('wrong', 'claim', 'The refund window is 45 days.', ['r']),
    ])
    expect(result.supported).toEqual(['right'])
    expect(result.verdict('r')).toBeUndefined()
  })

  test('a claim from a read that missed something falls, unless what the read did return says it all', async () => {
    const result = await supportedOf([
      memory('good', 'The user likes pretzels.'), bad,
      step('r', 'memory_read', 'allergies food', ['good'], { query: { text: 'allergies food' } }),
      step('said', 'claim', 'The user likes pretzels.', ['r']), step('missed', 'claim', 'The user has no allergies.', ['r']),
    ], ['bad'], arm('facts'), ['r'])
    expect(result.affected).toEqual(['bad', 'r', 'said', 'missed'])
    expect(result.supported).toEqual(['said'])
  })

  test('evidence inferred from the context contaminates and does not support', async () => {
    const result = await supportedOf([
      bad, input('u', 'How long is the refund window? I was told the refund window is 30 days.'),
      step('r', 'memory_read', 'refund window', ['bad'], { query: { text: 'refund window' } }),
      step('c', 'claim', 'The refund window is 30 days.', []),
    ])
    expect(result.affected).toEqual(['bad', 'r', 'c'])
    expect(result.supported).toEqual([])
    expect(result.verdict('c')!.proof.kind).toBe('no_clean_premise')
  })

  test("another owner's input, an imported memory and a withdrawn one are not clean; a superseded one is", async () => {
    const { db, tenant } = await database
    const { tenantId } = await tenant()
    const say = (id: string, used: string) => step(id, 'claim', 'The refund window is 30 days.', ['bad', used], { turn: 2 })
    await recordAll(db, tenantId, [
      bad, memory('imported', 'The refund window is 30 days.', { source: 'imported' }),
      memory('superseded', 'The refund window is 30 days.', { status: 'superseded' }),
      memory('suspect', 'The refund window is 30 days.'),
      input('theirs', 'The refund window is 30 days.', { user: 'u-2' }), input('mine', 'The refund window is 30 days.'),
      say('c1', 'imported'), say('c2', 'superseded'), say('c3', 'suspect'), say('c4', 'theirs'), say('c5', 'mine'),
      step('c6', 'claim', 'The refund window is 30 days.', ['bad', 'theirs']),
    ])
    await addFaults(db, tenantId, ['suspect'])
    const result = await judgeFaults(db, tenantId, await addFaults(db, tenantId, ['bad']), arm('facts'))
    // c6 was said in the turn of that input: whoever speaks there, he is being answered.
    expect(result.supported).toEqual(['c2', 'c5', 'c6'])
  })

  test('a mutation stands for all that it generates, each of its memories for itself', async () => {
    const result = await supportedOf([
      bad, memory('good', 'The account plan is Gold.'),
      step('w', 'memory_write', 'Store both.', ['bad', 'good'], { generated_memory_ids: ['m1', 'm2'] }),
      memory('m1', 'The account plan is Gold.'), memory('m2', 'The refund window is 45 days.'),
      step('w2', 'memory_write', 'Store one.', ['bad', 'good'], { generated_memory_ids: ['m3'] }),
      memory('m3', 'The account plan is Gold.'),
    ])
    expect(result.supported).toEqual(['m1', 'w2', 'm3'])
  })

  test('an update goes on from what it consumed; a deletion exports nothing, so only clean evidence carries it', async () => {
    const result = await supportedOf([
      bad, memory('old', 'The user lives in Porto.'), input('u', 'I moved to Lisbon, router model B.'),
      step('x', 'memory_update', 'Merge.', ['u'], { consumed_memory_ids: ['bad'], generated_memory_ids: ['m'] }),
      memory('m', 'The refund window is 45 days, router model B.', { status: 'active' }),
      step('d1', 'memory_delete', 'Forget it.', ['u', 'bad'], { consumed_memory_ids: ['old'] }),
    ])
    expect(result.affected).toEqual(['bad', 'x', 'm', 'd1'])
    expect(result.supported).toEqual([])
  })

  test('a memory made of an observation as it is stands with the observation', async () => {
    const result = await supportedOf([
      bad, step('p', 'plan', 'Look it up.', ['bad']), step('a', 'tool_action', 'get()', ['p'], { tool: { name: 'get', args: {} } }),
      step('o', 'tool_observation', '{"window": 30}', ['a'], { tool: { name: 'get' }, generated_memory_ids: ['m'] }),
      memory('m', 'The window is 30.'),
      step('o2', 'tool_observation', '{"window": 30}', [], { tool: { name: 'get' }, generated_memory_ids: ['m2'] }),
      memory('m2', 'The window is 30.', { derived_from: ['bad'] }),
    ])
    expect(result.supported).toEqual(['m2'])
  })
})

describe('actions and observations', () => {
  test('an action falls with its plan or with a premise of its own, an observation with its action', async () => {
    const tool = { tool: { name: 'get', args: {}, call_id: 'c1' } }
    const result = await supportedOf([
      bad, memory('good', 'Use get for orders.'),
      step('p1', 'plan', 'Use get for orders.', ['bad', 'good']), step('p2', 'plan', 'Use get for orders.', ['good']),
      step('a1', 'tool_action', 'get(1)', ['p1'], tool), step('o1', 'tool_observation', 'one', ['a1'], tool),
      step('a2', 'tool_action', 'get(2)', ['p2', 'bad'], tool), step('o2', 'tool_observation', 'two', [], tool),
      step('p3', 'plan', 'Wait 45 days.', ['bad']), step('a3', 'tool_action', 'wait(45)', ['p3'], tool), step('o3', 'tool_observation', 'ok', ['a3'], tool),
    ])
    expect(result.affected).toEqual(['bad', 'p1', 'a1', 'o1', 'a2', 'o2', 'p3', 'a3', 'o3'])
    expect(result.supported).toEqual(['p1', 'a1', 'o1'])
    expect(result.verdict('o1')!.proof.kind).toBe('inherited')
  })
})

describe('arm paper', () => {
  test('one clean root anywhere behind it saves a derived memory, although its value came from the fault', async () => {
    const result = await supportedOf([
      input('u', 'Hello.'), bad, step('c', 'claim', 'The refund window is 45 days.', ['bad', 'u']),
      step('w', 'memory_write', 'Store it.', ['c'], { generated_memory_ids: ['m'] }), memory('m', 'The refund window is 45 days.'),
      step('w2', 'memory_write', 'Store it.', ['bad'], { generated_memory_ids: ['m2'] }), memory('m2', 'The refund window is 45 days.'),
    ], ['bad'], arm('paper'))
    // w cites only an affected claim, but the path u -> c -> w -> m may run through affected nodes.
    expect(result.supported).toEqual(['c', 'm'])
    const proof = result.verdict('m')!.proof
    expect(proof.kind === 'path' && proof.path.map(result.name)).toEqual(['u', 'c', 'w', 'm'])
  })

  test('the path is followed beyond the affected nodes, and never through a fault', async () => {
    const result = await supportedOf([
      input('u', 'Hello.'), step('w0', 'memory_write', 'Store.', ['u'], { generated_memory_ids: ['far'] }), memory('far', 'Far away.'),
      step('c0', 'claim', 'Far away.', ['far']), step('w1', 'memory_write', 'Store.', ['c0'], { generated_memory_ids: ['near'] }),
      memory('near', 'Near by.', { status: 'superseded' }), bad,
      step('w2', 'memory_consolidate', 'Merge.', ['near', 'bad'], { generated_memory_ids: ['m'] }), memory('m', 'Both.'),
      step('w3', 'memory_write', 'Copy.', ['m'], { generated_memory_ids: ['fault2'] }), memory('fault2', 'Copied.'),
      step('w4', 'memory_write', 'Copy.', ['fault2'], { generated_memory_ids: ['m4'] }), memory('m4', 'Copied again.'),
    ], ['bad', 'fault2'], arm('paper'))
    expect(result.supported).toEqual(['m'])
    const proof = result.verdict('m')!.proof
    expect(proof.kind === 'path' && proof.path.map(result.name)).toEqual(['u', 'w0', 'far', 'c0', 'w1', 'near', 'w2', 'm'])
  })
})

test('without the support check nothing checkable stands', async () => {
  const result = await supportedOf([
    bad, memory('good', 'It rains.'), step('c', 'claim', 'It rains.', ['bad', 'good']), step('p', 'plan', 'It rains.', ['c']),
  ], ['bad'], { ...arm('facts'), supportCheck: false })
  expect(result.supported).toEqual([])
  expect(result.verdict('c')!.proof.kind).toBe('unchecked')
})

test('a read stands if it returns the same set again and nothing of it leaves the store', async () => {
  const { db, tenant } = await database
  const { tenantId } = await tenant()
  const { graph, affected, seeds } = await judgeItems(db, tenantId, [
    bad, memory('d', 'It rains.', { derived_from: ['bad'] }), memory('e', 'It pours.'),
    step('r1', 'memory_read', 'rain', ['d', 'e'], { query: { text: 'rain' } }), step('r2', 'memory_read', 'rain', ['d'], { query: { text: 'rain' } }),
    step('r3', 'memory_read', 'rain', ['bad'], { query: { text: 'rain' } }), step('r4', 'memory_read', 'rain', ['d']),
  ], ['bad'])
  expect(affected).toEqual(['bad', 'd', 'r1', 'r2', 'r3', 'r4'])
  const id = new Map(graph.nodes.map((node) => [node.externalId, node.id]))
  const of = (name: string) => id.get(name)!
  const results = [{ readId: of('r1'), results: [of('e'), of('d')] }, { readId: of('r2'), results: [of('d'), of('e')] }, { readId: of('r3'), results: [] }]
  const verdicts = judgeReads(graph, results, new Set([of('bad')]))
  expect(verdicts.map((verdict) => verdict.isSupported)).toEqual([true, false, false, true])
  expect(verdicts[1]!.proof).toEqual({ kind: 'reexecuted', isUnchanged: false, left: [], came: [of('e')] })
  expect(judge(arm('facts'), seeds, graph).map((verdict) => verdict.id)).toEqual([of('bad'), of('d')])
})

test('the graph holds premises, the producer, what was retired and by whom, reads of the turn and the last answer of the session', async () => {
  const { db, tenant } = await database
  const { tenantId } = await tenant()
  await recordAll(db, tenantId, [
    input('u', 'Hello.'), memory('old', 'Old.'), memory('unread', 'Unread.'),
    step('r', 'memory_read', 'x', ['unread'], { query: { text: 'x' } }),
    step('x', 'memory_update', 'Update.', ['u', 'old'], { consumed_memory_ids: ['old'], generated_memory_ids: ['bad', 'twin'] }), bad, memory('twin', 'Twin.'),
    step('y', 'memory_delete', 'Delete.', ['u'], { consumed_memory_ids: ['old'] }),
    step('a', 'final_answer', 'Bye.', ['u'], { turn: 2 }), input('v', 'Elsewhere.', { session: 'S2' }), memory('far', 'Far.'),
  ])
  const { graph } = await judgeFaults(db, tenantId, await addFaults(db, tenantId, ['bad']), arm('facts'))
  expect(graph.nodes.map((node) => node.externalId)).toEqual(['u', 'old', 'unread', 'r', 'x', 'bad', 'twin', 'y', 'a'])
  expect(graph.nodes.filter((node) => node.isAffected).map((node) => node.externalId)).toEqual(['x', 'bad', 'twin'])
  const names = new Map(graph.nodes.map((node) => [node.id, node.externalId]))
  expect(graph.edges.map((edge) => `${names.get(edge.source)} -${edge.label}-> ${names.get(edge.target)}`)).toContain('old -delete-> y')
  const rows = await inTenant(db, { tenantId, role: 'worker' }, (trx) => trx.selectFrom('step').select('used_ids').where('content', '=', 'Update.').execute())
  expect(graph.nodes.find((node) => node.externalId === 'x')!.used).toEqual(rows[0]!.used_ids)
})
