import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { undoRepair } from '../../src/execute/undo-repair.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { runRepair } from '../../src/repair.js'
import { saysAgain, readKeys } from '../../src/verify/says-again.js'
import { factKeys } from '../../src/facts/fact-keys.js'
import { openRepairs } from '../../src/worker/open-repairs.js'
import { tendMemories } from '../../src/worker/tend-memories.js'
import { testDatabase } from '../database.js'
import { lab } from '../execute/lab.js'
import { insertFaults, newLog, stubDeps } from '../worker/store.js'

const database = await testDatabase()
const { db } = database

const said = (text: string) => readKeys(factKeys(text))

describe('a text says again what was buried', () => {
  const porto = said('city: Porto')
  const lisbon = said('city: Lisbon')
  test.each([
    ['city = Porto', [], 'facts'],
    ['The city is Porto.', [], 'facts'],
    ['city: Porto', lisbon, 'facts'],
    ['The user lives in Porto.', lisbon, 'words'],
    ['The user lives in Porto.', [], null],
    ['The user moved from Porto to Lisbon.', lisbon, null],
    ['The user does not live in Porto.', lisbon, null],
    ['city: Lisbon', lisbon, null],
    ['The user likes tea.', lisbon, null],
  ])('%s', (text, standing, expected) => expect(saysAgain(said(text), porto, standing)).toBe(expected))

  test('but not what stands: a partly wrong memory leaves its right part free', () => {
    const buried = said('Order ORD1 is shipped. The refund window is 45 days.')
    const standing = said('Order ORD1 is shipped. The refund window is 30 days.')
    expect(saysAgain(said('Order ORD1 is shipped.'), buried, standing)).toBeNull()
    expect(saysAgain(said('The refund window is 45 days.'), buried, standing)).toBe('facts')
  })
})

describe('retraction that must hold', () => {
  const step = (id: string, session: string, type: 'memory_write' | 'memory_consolidate', used: string[], made: string[]): RecordItem =>
    ({ kind: 'step', id, session, turn: 1, type, content: type, used_ids: used, generated_memory_ids: made })

  /** u0 is misheard: Porto; u1 says Lisbon; a consolidation reads u0 again and writes mb; mb is diagnosed and repaired. */
  async function repaired(): Promise<number> {
    const { tenantId } = await database.tenant()
    await record(tenantId, [
      { kind: 'input', id: 'u0', session: 'S', turn: 1, user: 'ann', content: 'I live in, well, Port... ask me later.' },
      { kind: 'input', id: 'u1', session: 'T', turn: 1, user: 'ann', content: 'I moved to Lisbon.' },
      step('w1', 'T', 'memory_write', ['u1'], ['ml']),
      { kind: 'memory', id: 'ml', user: 'ann', content: 'city: Lisbon', source: 'user_input' },
      { kind: 'input', id: 'n1', session: 'N', turn: 1, user: 'ann', content: 'nightly' },
      step('k1', 'N', 'memory_consolidate', ['u0'], ['mb']),
      { kind: 'memory', id: 'mb', user: 'ann', content: 'city: Porto' },
    ])
    await insertFaults(database, tenantId, ['mb'])
    const deps = { ...stubDeps(database, newLog()), model: { name: 'silent', ask: () => Promise.resolve({ mutations: [] } as never) } }
    const [repairId] = await openRepairs(deps, tenantId)
    expect(await runRepair(deps, tenantId, repairId!)).toMatchObject({ state: 'done' })
    return tenantId
  }

  const record = (tenantId: number, items: RecordItem[]) => inTenant(db, { tenantId, role: 'worker' }, (trx) => recordItems(trx, tenantId, items))
  const readable = (tenantId: number) => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => (await trx
    .selectFrom('memory_state').innerJoin('node', (join) => join.onRef('node.tenant_id', '=', 'memory_state.tenant_id').onRef('node.node_id', '=', 'memory_state.memory_id'))
    .select('node.external_id').where('memory_state.status', '=', 'active').where('memory_state.is_withheld', '=', false).orderBy('node.node_id').execute())
    .map((row) => row.external_id))

  test('the same consolidation again is refused, and in other words it is quarantined, naming the fault', async () => {
    const tenantId = await repaired()
    await expect(record(tenantId, [
      step('k2', 'N', 'memory_consolidate', ['u0'], ['mb2']), { kind: 'memory', id: 'mb2', user: 'ann', content: 'City: Porto.' },
    ])).rejects.toMatchObject({ code: 'tombstoned' })
    await record(tenantId, [
      step('k3', 'N', 'memory_consolidate', ['u0'], ['mb3']), { kind: 'memory', id: 'mb3', user: 'ann', content: 'Ann lives in Porto.' },
      step('k4', 'N', 'memory_consolidate', ['u0'], ['mb4']), { kind: 'memory', id: 'mb4', user: 'ann', content: 'Ann likes tea.' },
    ])
    expect(await tendMemories(db, tenantId)).toBe(false)
    expect(await readable(tenantId)).toEqual(['ml', 'mb4'])
    const journal = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx.selectFrom('journal')
      .innerJoin('node', (join) => join.onRef('node.tenant_id', '=', 'journal.tenant_id').onRef('node.node_id', '=', 'journal.node_id'))
      .select(['journal.actor', 'journal.to_status', 'journal.reason', 'journal.fault_id']).where('node.external_id', '=', 'mb3').execute())
    expect(journal).toEqual([{ actor: 'emend', to_status: 'quarantined', fault_id: expect.any(Number), reason: expect.stringMatching(/^says again what fault \d+ buried$/) }])
  })

  test('a new statement of the user gets through, in the same words and in others', async () => {
    const tenantId = await repaired()
    await record(tenantId, [
      { kind: 'input', id: 'u2', session: 'U', turn: 1, user: 'ann', content: 'I moved back to Porto.' },
      step('k5', 'U', 'memory_write', ['u2'], ['mp']), { kind: 'memory', id: 'mp', user: 'ann', content: 'Ann lives in Porto again.' },
      step('k6', 'U', 'memory_write', ['u2'], ['mq']), { kind: 'memory', id: 'mq', user: 'ann', content: 'city: Porto' },
    ])
    await tendMemories(db, tenantId)
    expect(await readable(tenantId)).toEqual(['ml', 'mp', 'mq'])
  })

  test('an undone repair frees what its tombstone had quarantined', async () => {
    const tenantId = await repaired()
    await record(tenantId, [step('k3', 'N', 'memory_consolidate', ['u0'], ['mb3']), { kind: 'memory', id: 'mb3', user: 'ann', content: 'Ann lives in Porto.' }])
    await tendMemories(db, tenantId)
    expect(await readable(tenantId)).toEqual(['ml'])
    const repair = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx.selectFrom('repair').select('repair_id').executeTakeFirstOrThrow())
    await undoRepair(db, tenantId, repair.repair_id, 'ann')
    expect(await readable(tenantId)).toEqual(['ml', 'mb', 'mb3'])
  })

  test('another user is not concerned', async () => {
    const tenantId = await repaired()
    await record(tenantId, [{ kind: 'memory', id: 'mo', user: 'bob', content: 'city: Porto', source: 'user_input' }])
    await tendMemories(db, tenantId)
    expect(await readable(tenantId)).toEqual(['ml', 'mo'])
  })
})

describe('a retirement that is made good', () => {
  const user = 'ann'
  const at = (turn: number) => ({ session: 'S', turn })
  /** An order was seen, its window changed, and the update that should have noted that did nothing. */
  const failed: RecordItem[] = [
    { kind: 'memory', id: 'old', user, content: 'Order ORD1 is shipped. The window of ORD1 is 45 days.', source: 'tool_observation', status: 'active' },
    { kind: 'input', id: 'u1', ...at(1), user, content: 'Look at my order.' },
    { kind: 'step', id: 'o1', ...at(1), type: 'tool_observation', content: 'Order ORD1 is shipped. The window of ORD1 is 30 days.', used_ids: [], tool: { name: 'look' } },
    { kind: 'step', id: 'x1', ...at(1), type: 'memory_update', content: 'Update the window of ORD1.', used_ids: ['o1', 'old'], consumed_memory_ids: ['old'] },
    { kind: 'input', id: 'u2', ...at(2), user, content: 'What is the window of ORD1?' },
    { kind: 'step', id: 'a2', ...at(2), type: 'final_answer', content: 'The window of ORD1 is 45 days.', used_ids: ['u2', 'old'] },
  ]
  const remade = async (content: string) => {
    const at = await lab(database)
    await at.record(failed)
    at.model.script({
      mutation: ({ mutation }) => ({ mutations: [{
        type: 'memory_update', content: 'x', evidence_ids: ['o1'], retire_ids: mutation?.consumes ?? [], memories: [{ content, evidence_ids: ['o1'] }],
      }] }),
    })
    await at.repair('old')
    return { made: Object.keys(await at.memories()).filter((id) => id !== 'old'), active: Object.values(await at.active()) }
  }

  test('may repeat what was and is true of the retired memory', async () => {
    const content = 'Order ORD1 is shipped. The window of ORD1 is 30 days.'
    expect((await remade(content)).active).toEqual([content])
  })

  test('may not bring back what its evidence says otherwise', async () => {
    const { made, active } = await remade('Order ORD1 is shipped. The window of ORD1 is 45 days. Ann likes tea.')
    expect([made.length, active]).toEqual([1, []])
  })
})
