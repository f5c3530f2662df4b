/** Which edges recording makes, and what else it does to the store. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'
import { claim, input, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

describe('every reference becomes the edge that its kinds ask for', () => {
  test.each<[string, RecordItem[], string[]]>([
    ['an input that is listed supports, and initiates the first step of its turn',
      [input('u'), claim('x', ['u'])], ['u -initiate-> x', 'u -support-> x']],
    ['only the first step of a turn is initiated, by every input before it',
      [input('u'), input('v'), step('memory_read', 'r'), claim('x', ['r']), input('w'), claim('y', ['x'])],
      ['r -cite-> x', 'u -initiate-> r', 'v -initiate-> r', 'x -support-> y']],
    ['memories and reads are cited',
      [memory('m'), step('memory_read', 'r', { used_ids: ['m'] }), claim('x', ['m', 'r'])], ['m -cite-> r', 'm -cite-> x', 'r -cite-> x']],
    ['a plan initiates its action, the action produces its observation, and neither supports',
      [step('plan', 'p', { used_ids: ['c'] }), step('tool_action', 'a', { used_ids: ['p', 'c'] }), step('tool_observation', 'o', { used_ids: ['a'] })],
      ['a -produce-> o', 'c -support-> a', 'c -support-> p', 'p -initiate-> a']],
    ['claims, plans, observations and answers support',
      [claim('s', ['c']), step('plan', 'p', { used_ids: ['s'] }), step('tool_observation', 'o'), step('final_answer', 'f', { used_ids: ['p', 'o', 's'] }),
        claim('t', ['f'])],
      ['c -support-> s', 'f -support-> t', 'o -support-> f', 'p -support-> f', 's -support-> f', 's -support-> p']],
    ['a step produces its memories, which derive from their parents',
      [step('memory_write', 'w', { used_ids: ['c'], generated_memory_ids: ['n', 'o'] }), memory('n', { derived_from: ['old'] }), memory('o')],
      ['c -support-> w', 'old -derive-> n', 'w -produce-> n', 'w -produce-> o']],
    ['what a mutation consumes is labelled by its type, and the new version supersedes',
      [step('memory_update', 'w', { used_ids: ['c'], consumed_memory_ids: ['old'], generated_memory_ids: ['n'] }), memory('n', { supersedes: ['old'] }),
        step('memory_consolidate', 'k', { used_ids: ['c'], consumed_memory_ids: ['n'] }), step('memory_delete', 'd', { used_ids: ['c'], consumed_memory_ids: ['n'] })],
      ['c -support-> d', 'c -support-> k', 'c -support-> w', 'n -consolidate-> k', 'n -delete-> d', 'old -supersede-> n', 'old -update-> w', 'w -produce-> n']],
    ['an observation that lists no action is produced by the latest action with its call id',
      [step('tool_action', 'a', { used_ids: ['c'], tool: { name: 't', call_id: 'k' } }), step('tool_action', 'b', { used_ids: ['c'], tool: { name: 't', call_id: 'k' } }),
        step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', call_id: 'l' } }), step('tool_observation', 'o', { tool: { name: 't', call_id: 'k' } }),
        step('tool_observation', 'q', { tool: { name: 't', call_id: 'unheard' } })],
      ['b -produce-> o observed', 'c -support-> a', 'c -support-> b', 'c -support-> x']],
    ['a late edge from a younger node is marked late, one from an older node is not',
      [claim('s', ['c'], { late: [{ from: 'n', label: 'support' }, { from: 'old', label: 'cite' }] }), memory('n')],
      ['c -support-> s', 'n -support-> s late', 'old -cite-> s']],
    ['what an importer has only seen or guessed says so',
      [claim('s', ['c'], { basis: 'observed' }), claim('t', ['c'], { basis: 'inferred' })], ['c -support-> s observed', 'c -support-> t inferred']],
  ])('%s', async (_name, items, expected) => {
    const tenant = await fresh()
    await tenant.record([memory('old'), claim('c', ['old'], { session: 'before' })])
    const before = await tenant.edges()
    await tenant.record(items)
    expect((await tenant.edges()).filter((edge) => !before.includes(edge))).toEqual(expected)
  })

  test('a claim that names no evidence rests on the inputs, reads, results and steps of its turn, in the call and before it', async () => {
    const tenant = await fresh()
    await tenant.record([memory('m1'), memory('m2'), input('u0', { turn: 1 }), input('u', { turn: 2 }), step('memory_read', 'r', { used_ids: ['m1'], turn: 2 })])
    await tenant.record([step('memory_read', 'q', { used_ids: ['m2'], turn: 2 }), claim('c', undefined, { turn: 2 })])
    expect((await tenant.edges()).filter((edge) => edge.includes('> c'))).toEqual([
      'm1 -cite-> c inferred', 'm2 -cite-> c inferred', 'q -cite-> c inferred', 'r -cite-> c inferred', 'u -support-> c inferred',
    ])
    const { rows } = await tenant.run('auditor', (trx) => sql<{ basis: string; used: number }>`
      select used_basis as basis, cardinality(used_ids) as used from emend.step s join emend.node n on n.node_id = s.step_id where n.external_id = 'c'`.execute(trx))
    expect(rows).toEqual([{ basis: 'inferred', used: 5 }])
  })

  test('an observation finds the action of an earlier call, of its own session only', async () => {
    const tenant = await fresh()
    await tenant.record([step('tool_action', 'a', { tool: { name: 't', call_id: 'k' } }), step('tool_action', 'b', { session: 'other', tool: { name: 't', call_id: 'k' } })])
    await tenant.record([step('tool_observation', 'o', { turn: 3, tool: { name: 't', call_id: 'k' } })])
    expect(await tenant.edges()).toEqual(['a -produce-> o observed'])
  })
})

test('recording twice changes nothing and says so', async () => {
  const tenant = await fresh()
  const items = [memory('m'), input('u'), claim('c', ['m', 'u']), step('memory_write', 'w', { used_ids: ['c'], generated_memory_ids: ['n'] }), memory('n')]
  const first = await tenant.record(items)
  const count = await tenant.nodeCount()
  const again = await tenant.record(items)
  expect(first.map(({ isNew }) => isNew)).toEqual([true, true, true, true, true])
  expect(again).toEqual(first.map((item) => ({ ...item, isNew: false })))
  expect(await tenant.nodeCount()).toBe(count)
  await tenant.record([...items, claim('d', ['n'])])
  expect((await tenant.edges()).at(-1)).toBe('w -produce-> n')
})

test('what steps consume and memories supersede is retired with a journal row, save what an importer states', async () => {
  const tenant = await fresh()
  await tenant.record([memory('a'), memory('b'), memory('d')])
  await tenant.record([
    step('memory_update', 'x', { used_ids: [], consumed_memory_ids: ['a'], generated_memory_ids: ['a2'] }), memory('a2', { supersedes: ['b'] }),
    step('memory_delete', 'y', { consumed_memory_ids: ['d'] }),
  ])
  expect(await tenant.states()).toEqual(['a superseded', 'b superseded', 'd deleted', 'a2 active'])
  const { rows } = await tenant.run('auditor', (trx) => sql<{ entry: string }>`
    select n.external_id || ': ' || j.from_status || ' to ' || j.to_status || ', ' || j.reason || ' by ' || j.actor as entry
      from emend.journal j join emend.node n on n.node_id = j.node_id order by n.node_id`.execute(trx))
  expect(rows.map(({ entry }) => entry)).toEqual([
    'a: active to superseded, retired by x by emend_agent', 'b: active to superseded, retired by a2 by emend_agent', 'd: active to deleted, retired by y by emend_agent',
  ])
  await tenant.importItems([
    memory('e', { status: 'active' }), memory('f', { status: 'active' }), memory('g'),
    step('memory_update', 'z', { consumed_memory_ids: ['e', 'g'], generated_memory_ids: ['e2'] }), memory('e2', { status: 'quarantined', supersedes: ['f'] }),
  ])
  expect((await tenant.states()).slice(4)).toEqual(['e active', 'f active', 'g superseded', 'e2 quarantined'])
})

test('a status is changed through its function only', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m')])
  await expect(tenant.run('worker', (trx) => trx.updateTable('memory_state').set({ status: 'deleted' }).where('tenant_id', '=', tenant.tenantId).execute()))
    .rejects.toThrow('permission denied')
  await expect(tenant.run('agent', (trx) => trx.updateTable('memory_state').set({ status: 'deleted' }).execute())).rejects.toThrow('permission denied')
  await expect(database.db.transaction().execute(async (trx) => {
    await sql`select emend.use_tenant(${tenant.name})`.execute(trx)
    try {
      await trx.updateTable('memory_state').set({ status: 'deleted' }).where('tenant_id', '=', tenant.tenantId).execute()
    } finally {
      await sql`select set_config('emend.tenant_id', '', false)`.execute(trx).catch(() => {})
    }
  }), 'the owner of the tables').rejects.toThrow('past emend.set_memory_status')
})

test('sessions and owners: a session belongs to the user of its first input, a memory to the session that made it', async () => {
  const tenant = await fresh()
  await tenant.record([
    memory('root'), step('memory_read', 'r', { user: 'tool' }), input('u', { user: 'bob' }),
    step('memory_write', 'w', { generated_memory_ids: ['n', 'o'], agent: 'a1' }), memory('n'), memory('o', { user: 'ann' }),
  ])
  const { rows } = await tenant.run('auditor', (trx) => sql<{ row: string }>`
    select n.external_id || ':' || coalesce(n.user_id, '-') || ':' || coalesce(s.external_id, '-') || ':' || coalesce(n.turn, 0) || ':' || coalesce(m.agent_id, '-') as row
      from emend.node n left join emend.session s on s.session_id = n.session_id left join emend.memory m on m.memory_id = n.node_id
     order by n.node_id`.execute(trx))
  expect(rows.map(({ row }) => row)).toEqual(['root:-:-:0:-', 'r:tool:S:1:-', 'u:bob:S:1:-', 'w:bob:S:1:-', 'n:bob:S:1:a1', 'o:ann:S:1:a1'])
})
