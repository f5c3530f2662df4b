/** Approved is what was seen: what grows beyond it waits again, with the difference; what shrinks or stays goes ahead. */
import { afterAll, expect, test } from 'vitest'
import { openStore, type EmendTenant, type Review, type Tool } from '../../src/index.js'
import { advanceRepair } from '../../src/repair.js'
import { testDatabase } from '../database.js'
import { lab } from '../execute/lab.js'

const database = await testDatabase()
/** Called while a tool runs. */
const during = new Map<string, () => Promise<void>>()
const calls: string[] = []
const tool = (name: string, effect: Tool['effect'], answer: string): Tool => ({
  name, effect, parameters: { type: 'object', properties: { model: { type: 'string' } } },
  async run() {
    calls.push(name)
    await during.get(name)?.()
    return answer
  },
})
const tools = [tool('look_up', 'pure', 'version 7'), tool('set_label', 'idempotent', 'labelled')]
const store = await openStore({ databaseUrl: database.url })
afterAll(() => store.close())

let named = 0
/** m1 is wrong; a claim, a look-up, a memory m2 and an answer follow from it. m4 is wrong too, and c4 follows from it and from m1. */
async function told(review?: Review): Promise<EmendTenant> {
  const emend = await store.tenant(`approval-${++named}`, { tools })
  if (review) await emend.settings.change({ review })
  await emend.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await emend.memories.add('The router of Ana is a BX-300.', { id: 'm0', userId: 'ana', source: 'tool_observation' })
  await emend.memories.add('The shop of Ana is in Ulm.', { id: 'm4', userId: 'ana', source: 'tool_observation' })
  await emend.inputs.add('Which router do I have? Note it.', { id: 'u1', sessionId: 's', userId: 'ana' })
  await emend.turns.record({
    sessionId: 's', turn: 1, userId: 'ana', steps: [
      { id: 'c1', type: 'claim', content: 'The router is an AX-200.', usedIds: ['m1'] },
      { id: 't1', type: 'tool_action', content: 'look_up(AX-200)', usedIds: ['c1'], tool: { name: 'look_up', args: { model: 'AX-200' }, callId: '1' } },
      { id: 'o1', type: 'tool_observation', content: 'version 5', usedIds: ['t1'], tool: { name: 'look_up', callId: '1' } },
      { id: 'w1', type: 'memory_write', content: 'Note the router.', usedIds: ['c1'], generates: [{ id: 'm2', content: 'Ana has an AX-200.' }] },
      { id: 'a1', type: 'final_answer', content: 'You have an AX-200 with version 5.', usedIds: ['u1', 'c1', 'o1'] },
    ],
  })
  return emend
}
const fault = async (emend: EmendTenant, memoryId = 'm1') => emend.repairs.openFor((await emend.faults.add({ memoryId, ...(memoryId === 'm1' ? { failedAnswerId: 'a1' } : {}) })).id)
const wait = async (emend: EmendTenant): Promise<number> => {
  const repairId = await fault(emend)
  await emend.repairs.run(repairId).catch(() => {}) // it has no report before its plan
  return repairId
}
const go = async (emend: EmendTenant, repairId: number) => {
  await emend.repairs.run(repairId).catch(() => {})
  return emend.repairs.get(repairId)
}
const readable = async (emend: EmendTenant) => (await emend.memories.list()).filter(({ isReadable }) => isReadable).map(({ id }) => id)
const late = async (emend: EmendTenant, name = '9') => {
  await emend.steps.record({ sessionId: 's', id: `c${name}`, type: 'claim', content: 'It is an old router.', usedIds: ['c1'] }, { onWithdrawn: 'accept' })
  await emend.memories.add('Ana has an old router.', { id: `m${name}`, userId: 'ana', sessionId: 's', usedIds: [`c${name}`], onWithdrawn: 'accept' })
}
const tenantIdOf = async (emend: EmendTenant) => (await database.pool.query<{ tenant_id: number }>('select tenant_id from emend.tenant where name = $1', [emend.tenant])).rows[0]!.tenant_id

test('what waits is shown with its hash and what it does, and what is approved of it is kept', async () => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  const { proposal } = await emend.repairs.get(repairId)
  expect(proposal).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    effects: {
      affected: 8, delete: ['m1'], quarantine: ['m2'], invalidate: [expect.any(String), 'c1', 't1', 'o1', 'w1', 'a1'], // the step that wrote m1 has no id of ours
      change: expect.any(Array) as string[], call: [],
    },
    growth: null,
  })
  expect(await emend.repairs.approve(repairId, 'ruth', proposal!.hash)).toEqual({ what: 'approval', tools: [], effects: proposal!.effects, growth: null })
  expect((await emend.repairs.run(repairId)).state).toBe('done')
  expect(await emend.repairs.get(repairId)).toMatchObject({ waitingFor: null, proposal: null })
})

test('a plan that has grown by what an agent recorded meanwhile waits again, says by what, and stays contained', async () => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  await emend.repairs.approve(repairId, 'ruth')
  await late(emend)
  expect(await go(emend, repairId)).toMatchObject({
    state: 'open', waitingFor: 'approval', waitingReason: expect.stringMatching(/^it does more than ruth approved: quarantines m9; makes c9, \S+ invalid; affects 3 nodes more$/) as string,
    proposal: { effects: { quarantine: ['m2', 'm9'] }, growth: { affected: 3, delete: [], quarantine: ['m9'], invalidate: ['c9', expect.any(String)], call: [] } },
  })
  expect(await readable(emend)).toEqual(['m0', 'm4'])
  expect((await emend.events.list({ repairId })).map(({ type }) => type).filter((type) => type !== 'record:late')).toEqual(['repair:opened', 'repair:waiting', 'repair:waiting'])
  expect((await emend.repairs.approve(repairId, 'ruth')).growth).toMatchObject({ quarantine: ['m9'] })
  expect(await go(emend, repairId)).toMatchObject({ state: 'done' })
  expect(await readable(emend)).not.toContain('m9')
  expect(await emend.audit.violations()).toEqual([])
})

test('a second fault that joins what was approved is asked for; what was seen before is not approved any more by its hash', async () => {
  const emend = await told({ mode: 'always' })
  await emend.steps.record({ sessionId: 's', id: 'c4', type: 'claim', content: 'Ulm has AX-200 routers.', usedIds: ['m4', 'm1'] })
  const repairId = await wait(emend)
  const seen = (await emend.repairs.get(repairId)).proposal!.hash
  expect(await fault(emend, 'm4')).toBe(repairId)
  await emend.repairs.run(repairId).catch(() => {})
  await expect(emend.repairs.approve(repairId, 'ruth', seen)).rejects.toMatchObject({ code: 'plan_changed', where: { repair: repairId } })
  const now = (await emend.repairs.get(repairId)).proposal!
  expect(now).toMatchObject({ effects: { delete: ['m1', 'm4'] }, growth: null })
  await emend.repairs.approve(repairId, 'ruth', now.hash)
  expect(await go(emend, repairId)).toMatchObject({ state: 'done' })
})

test('a fault that joins after the approval is asked for with the difference', async () => {
  const emend = await told({ mode: 'always' })
  await emend.steps.record({ sessionId: 's', id: 'c4', type: 'claim', content: 'Ulm has AX-200 routers.', usedIds: ['m4', 'm1'] })
  const repairId = await wait(emend)
  await emend.repairs.approve(repairId, 'ruth')
  expect(await fault(emend, 'm4')).toBe(repairId)
  expect(await go(emend, repairId)).toMatchObject({ waitingFor: 'approval', proposal: { growth: { affected: 2, delete: ['m4'], quarantine: [], invalidate: [expect.any(String)], call: [] } } }) // m4, and the step that wrote it
})

test('an earlier repair that an approved plan would take over is asked for, and stands until that is approved', async () => {
  const emend = await told({ mode: 'at_once' })
  await emend.steps.record({ sessionId: 's', id: 'c4', type: 'claim', content: 'Ulm has AX-200 routers.', usedIds: ['m4', 'm1'] })
  const later = await told({ mode: 'always' })
  expect(later.tenant).not.toBe(emend.tenant)
  const first = await fault(emend, 'm4')
  expect((await emend.repairs.run(first)).state).toBe('done')
  await emend.settings.change({ review: { mode: 'always' } })
  const second = await wait(emend)
  const { proposal } = await emend.repairs.get(second)
  expect(proposal?.effects.delete).toEqual(['m1', 'm4'])
  expect((await emend.repairs.get(first)).state).toBe('done')
  await emend.repairs.approve(second, 'ruth', proposal!.hash)
  expect(await go(emend, second)).toMatchObject({ state: 'done', takenOver: [first] })
})

test('what shrinks goes ahead', async () => {
  const emend = await told({ mode: 'always' })
  await emend.steps.record({ sessionId: 's', id: 'c4', type: 'claim', content: 'Ulm has AX-200 routers.', usedIds: ['m4', 'm1'] })
  const first = await emend.faults.add({ memoryId: 'm4' })
  const repairId = await wait(emend)
  expect((await emend.repairs.get(repairId)).faults).toContain(first.id)
  await emend.repairs.approve(repairId, 'ruth')
  await emend.faults.withdraw(first.id)
  expect(await go(emend, repairId)).toMatchObject({ state: 'done' })
  expect(await readable(emend)).toContain('m4')
})

test('above a number, what an approved plan takes in by and by counts; below it nothing is asked', async () => {
  const emend = await told({ mode: 'above', above: 3 })
  const repairId = await wait(emend)
  await emend.repairs.approve(repairId, 'ruth')
  await late(emend)
  expect(await go(emend, repairId)).toMatchObject({ waitingFor: 'approval' })
  const small = await told({ mode: 'above', above: 30 })
  const other = await wait(small)
  await late(small)
  await small.repairs.open()
  expect(await small.repairs.get(other)).toMatchObject({ state: 'done', waitingFor: null })
  expect(await small.memories.get('m9')).toMatchObject({ status: 'quarantined' })
})

test('a tenant that comes under review between plan and execution waits before anything is applied; refused, all comes back but the diagnosed', async () => {
  for (const verb of ['approve', 'skip'] as const) {
    const emend = await told({ mode: 'at_once' })
    const repairId = await fault(emend)
    await advanceRepair((await lab(database)).deps, await tenantIdOf(emend), repairId) // B2
    expect((await emend.repairs.get(repairId)).state).toBe('planned')
    await emend.settings.change({ review: { mode: 'always' } })
    expect(await go(emend, repairId)).toMatchObject({ state: 'planned', waitingFor: 'approval', proposal: { effects: { delete: ['m1'] } } })
    expect(await readable(emend)).toEqual(['m0', 'm4'])
    await emend.repairs[verb](repairId, 'ruth')
    expect(await go(emend, repairId)).toMatchObject(verb === 'approve' ? { state: 'done' } : { state: 'failed', waitingFor: null })
    if (verb === 'skip') {
      expect(await readable(emend)).toEqual(['m0', 'm4', 'm2'])
      await emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['c1'] })
      expect((await emend.faults.list())[0]).toMatchObject({ state: 'needs_person' })
    }
    expect(await emend.audit.violations()).toEqual([])
  }
})

test.each(['approve', 'skip'] as const)('what is recorded on withdrawn evidence during the replay makes the repair wait before it finishes: %s', async (verb) => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  await emend.repairs.approve(repairId, 'ruth')
  during.set('look_up', async () => {
    during.clear()
    await late(emend)
  })
  expect(await go(emend, repairId)).toMatchObject({ state: 'replayed', waitingFor: 'approval', proposal: { growth: { quarantine: ['m9'], invalidate: expect.arrayContaining(['c9']) as string[] } } })
  expect(await emend.memories.get('m9')).toMatchObject({ status: 'active', isReadable: false })
  await emend.repairs[verb](repairId, 'ruth')
  expect(await go(emend, repairId)).toMatchObject({ state: 'done', waitingFor: null })
  expect(await emend.memories.get('m9')).toMatchObject({ status: verb === 'approve' ? 'quarantined' : 'active', isReadable: false })
  expect(await emend.repairs.open()).toEqual([])
  expect((await emend.repairs.get(repairId)).waitingFor).toBeNull()
  expect(await emend.audit.violations()).toEqual([])
})

test('what is recorded on withdrawn evidence once it is done is asked for too, and stays withheld until then', async () => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  await emend.repairs.approve(repairId, 'ruth')
  expect(await go(emend, repairId)).toMatchObject({ state: 'done' })
  await late(emend)
  await emend.repairs.open()
  expect(await emend.repairs.get(repairId)).toMatchObject({ state: 'done', waitingFor: 'approval', proposal: { growth: { quarantine: ['m9'] } } })
  expect((await emend.status()).decisions).toMatchObject([{ repairId, waitingFor: 'approval' }])
  expect(await emend.memories.get('m9')).toMatchObject({ status: 'active', isReadable: false })
  await late(emend, '8')
  await emend.repairs.open()
  expect((await emend.repairs.get(repairId)).proposal?.growth?.quarantine).toEqual(['m9', 'm8'])
  await emend.repairs.approve(repairId, 'ruth')
  await emend.repairs.open()
  expect(await emend.memories.get('m9')).toMatchObject({ status: 'quarantined' })
  expect(await emend.repairs.get(repairId)).toMatchObject({ state: 'done', waitingFor: null })
  expect(await emend.audit.violations()).toEqual([])
})

test('a tenant that comes under review stops nothing half-way; what such a repair takes in once it is done is asked for by itself', async () => {
  const emend = await told({ mode: 'at_once' })
  const repairId = await fault(emend)
  const { deps } = await lab(database)
  for (const state of ['planned', 'applied']) expect(await advanceRepair(deps, await tenantIdOf(emend), repairId)).toMatchObject({ state })
  await emend.settings.change({ review: { mode: 'always' } })
  expect(await go(emend, repairId)).toMatchObject({ state: 'done', waitingFor: null })
  await late(emend)
  await emend.repairs.open()
  expect(await emend.repairs.get(repairId)).toMatchObject({
    state: 'done', waitingFor: 'approval', waitingReason: expect.stringMatching(/^it does more than it had done: quarantines m9; /) as string, proposal: { growth: { delete: [], quarantine: ['m9'] } },
  })
  await emend.repairs.approve(repairId, 'ruth')
  await emend.repairs.open()
  expect(await emend.memories.get('m9')).toMatchObject({ status: 'quarantined' })
})
