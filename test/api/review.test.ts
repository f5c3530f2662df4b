/** Which plans wait for a person, and what is out of retrieval meanwhile. */
import { afterAll, expect, test, vi } from 'vitest'
import { openStore, type EmendTenant, type Review } from '../../src/index.js'
import { testDatabase } from '../database.js'

const store = await openStore({ databaseUrl: (await testDatabase()).url })
afterAll(() => store.close())

let named = 0
/** m1 is wrong; a claim, a memory m2 and an answer follow from it. m3 is somebody else's and stands alone. */
async function told(review?: Review): Promise<EmendTenant> {
  const emend = await store.tenant(`review-${++named}`)
  if (review) await emend.settings.change({ review })
  await emend.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await emend.memories.add('Bob likes tea.', { id: 'm3', userId: 'bob', source: 'user_input' })
  await emend.inputs.add('Which router do I have? Note it.', { id: 'u1', sessionId: 's', userId: 'ana' })
  await emend.turns.record({
    sessionId: 's', turn: 1, userId: 'ana', steps: [
      { id: 'c1', type: 'claim', content: 'The router is an AX-200.', usedIds: ['m1'] },
      { id: 'w1', type: 'memory_write', content: 'Note the router.', usedIds: ['c1'], generates: [{ id: 'm2', content: 'Ana has an AX-200.' }] },
      { id: 'a1', type: 'final_answer', content: 'You have an AX-200.', usedIds: ['u1', 'c1'] },
    ],
  })
  return emend
}
const readable = async (emend: EmendTenant) => (await emend.memories.list()).filter(({ isReadable }) => isReadable).map(({ id }) => id)
const wait = async (emend: EmendTenant): Promise<number> => {
  const repairId = await emend.repairs.openFor((await emend.faults.add({ memoryId: 'm1', failedAnswerId: 'a1' })).id)
  await emend.repairs.run(repairId).catch(() => {}) // it has no report before its plan
  return repairId
}
const end = async (emend: EmendTenant) => ({
  memories: (await emend.allMemories()).map(({ status, content }) => `${status}: ${content}`), violations: await emend.audit.violations(),
  answer: (await emend.answers.current('a1')).content,
})

test('a plan that waits is contained: nothing that it would withdraw is read or cited, and the refusal names the repair', async () => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  expect(await emend.repairs.get(repairId)).toMatchObject({ state: 'open', waitingFor: 'approval', waitingReason: expect.stringMatching(/^its plan affects \d+ nodes, and every plan is approved by a person here$/) })
  expect(await readable(emend)).toEqual(['m3'])
  await expect(emend.repairs.run(repairId)).rejects.toMatchObject({ code: 'repair_state', message: expect.stringContaining('waits for a person: its plan affects') })
  expect((await emend.memories.search('AX-200', { userId: 'ana' })).results).toEqual([])
  for (const used of ['m2', 'c1', 'w1', 'a1']) {
    await expect(emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: [used] }))
      .rejects.toMatchObject({ code: 'withdrawn_evidence', isRetryable: true, where: { id: used, repair: repairId } })
  }
  expect(await emend.memories.get('m2')).toMatchObject({ isReadable: false, content: null, status: 'active', reason: expect.stringContaining('waits for a person') })
  expect((await emend.events.list({ repairId })).map(({ type }) => type)).toEqual(['repair:opened', 'repair:waiting'])
  expect((await emend.status()).decisions).toMatchObject([{ repairId, waitingFor: 'approval' }])
  expect(await emend.audit.violations()).toEqual([])
})

test('approved, it ends where it would have ended at once', async () => {
  const [careful, quick] = [await told({ mode: 'always' }), await told({ mode: 'at_once' })]
  const repairId = await wait(careful)
  expect(await careful.repairs.approve(repairId, 'ruth')).toMatchObject({ what: 'approval', tools: [] })
  expect((await careful.repairs.run(repairId)).state).toBe('done')
  const other = await wait(quick)
  expect((await quick.repairs.get(other)).state).toBe('done')
  expect(await end(careful)).toEqual(await end(quick))
  expect((await careful.repairs.show(repairId)).plan.rows).toEqual((await quick.repairs.show(other)).plan.rows.map((row) => ({ ...row, id: expect.any(String) as string })))
  expect((await careful.audit.journal({ repairId })).map(({ action, actor }) => [action, actor])).toContainEqual(['approve', 'ruth'])
  expect((await end(careful)).violations).toEqual([])
})

test('refused, all comes back but what was diagnosed, and the fault is left to a person', async () => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  await emend.repairs.skip(repairId, 'ruth')
  expect(await emend.repairs.get(repairId)).toMatchObject({ state: 'failed' })
  expect(await readable(emend)).toEqual(['m3', 'm2'])
  expect((await emend.faults.list())[0]).toMatchObject({ state: 'needs_person' })
  await emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['c1'] })
  expect(await emend.audit.violations()).toEqual([])
})

test('withdrawn while it waits, everything comes back; a fault that joins it is contained too', async () => {
  const emend = await told({ mode: 'always' })
  const first = await wait(emend)
  await emend.memories.add('The shop of Ana is in Ulm.', { id: 'm5', userId: 'ana' })
  await emend.steps.record({ sessionId: 's', id: 'c5', type: 'claim', content: 'Ulm has routers.', usedIds: ['m5', 'u1'] })
  const second = await emend.faults.add({ memoryId: 'm5' })
  const repairId = await emend.repairs.openFor(second.id)
  await emend.repairs.run(repairId).catch(() => {})
  await expect(emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['c5'] })).rejects.toMatchObject({ code: 'withdrawn_evidence' })
  for (const { id } of await emend.faults.list()) await emend.faults.withdraw(id)
  for (const one of new Set([first, repairId])) expect((await emend.repairs.get(one)).state).toBe('undone')
  expect(await readable(emend)).toEqual(expect.arrayContaining(['m1', 'm2', 'm3', 'm5']))
  await emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['c1', 'c5'] })
  expect(await emend.audit.violations()).toEqual([])
})

test('above a number only larger plans wait', async () => {
  const [small, large] = [await told({ mode: 'above', above: 100 }), await told({ mode: 'above', above: 1 })]
  expect((await small.repairs.get(await wait(small))).state).toBe('done')
  expect(await large.repairs.get(await wait(large))).toMatchObject({ waitingFor: 'approval', waitingReason: expect.stringContaining('more than 1') })
})

test('where NODE_ENV is production every plan waits, unless the tenant or the environment says otherwise, or a program has it for itself', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  try {
    const production = await told()
    expect(await production.repairs.get(await wait(production))).toMatchObject({ waitingFor: 'approval' })
    const quick = await told({ mode: 'at_once' })
    expect(await quick.repairs.get(await wait(quick))).toMatchObject({ state: 'done' })
    const own = await store.tenant(`own-${++named}`, { isolated: true })
    await own.memories.add('x', { id: 'm1' })
    expect((await own.repairs.run(await own.repairs.openFor((await own.faults.add({ memoryId: 'm1' })).id))).state).toBe('done')
    vi.stubEnv('EMEND_APPROVE_ABOVE', '1000')
    const configured = await told()
    expect(await configured.repairs.get(await wait(configured))).toMatchObject({ state: 'done' })
  } finally {
    vi.unstubAllEnvs()
  }
})

test('settings are changed one by one, and the journal says who did it', async () => {
  const emend = await told()
  expect(await emend.settings.get()).toEqual({ review: null, model: null })
  await emend.settings.change({ review: { mode: 'always' } }, 'key:7')
  expect(await emend.settings.change({ model: { name: 'large' } })).toEqual({ review: { mode: 'always' }, model: { name: 'large', url: null, secret: null } })
  expect(await emend.settings.change({ review: null, model: null })).toEqual({ review: null, model: null })
  expect((await emend.audit.journal({})).filter(({ action }) => action === 'set_review').map(({ actor, reason }) => [actor, reason])).toEqual(
    expect.arrayContaining([['key:7', 'always'], ['person', 'as the workers are configured']]))
  await expect(emend.settings.change({ review: { mode: 'above' } as Review })).rejects.toMatchObject({ code: 'bad_item' })
  await expect(emend.settings.change({ model: { name: 'x', url: 'http://169.254.169.254/v1' } })).rejects.toMatchObject({ code: 'address_refused' })
})

test('what a waiting plan withholds stays withheld when another repair ends that touches it, and what that one decides stays decided', async () => {
  const emend = await told({ mode: 'above', above: 4 })
  const waiting = await wait(emend)
  expect(await emend.repairs.get(waiting)).toMatchObject({ waitingFor: 'approval' })
  const other = await emend.repairs.openWithPlan([], { by: 'test', failedAnswer: 'a1', replay: ['c1'], suspicious: ['w1'], quarantine: [] })
  expect((await emend.repairs.run(other)).state).toBe('done')
  expect(await readable(emend)).not.toContain('m2')
  await expect(emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['a1'] })).rejects.toMatchObject({ code: 'withdrawn_evidence', where: { repair: waiting } })
  await emend.repairs.skip(waiting)
  expect(await readable(emend)).toContain('m2')
  await expect(emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['w1'] })).rejects.toMatchObject({ code: 'withdrawn_evidence', where: { repair: other } })
  expect((await emend.audit.violations()).map(({ violation }) => violation)).not.toContain('violations_leftover_barrier')
})

test.each(['approve', 'skip', 'withdraw'] as const)('what an agent records on it meanwhile, and is accepted, goes with the plan: %s', async (verb) => {
  const emend = await told({ mode: 'always' })
  const repairId = await wait(emend)
  await emend.steps.record({ sessionId: 's', id: 'c9', type: 'claim', content: 'It is an old router.', usedIds: ['c1'] }, { onWithdrawn: 'accept' })
  await emend.memories.add('Ana has an old router.', { id: 'm9', userId: 'ana', sessionId: 's', usedIds: ['c9'], onWithdrawn: 'accept' })
  expect(await readable(emend)).toEqual(['m3'])
  if (verb === 'withdraw') await emend.faults.withdraw((await emend.faults.list())[0]!.id)
  else await emend.repairs[verb](repairId)
  if (verb === 'approve') {
    await expect(emend.repairs.run(repairId)).rejects.toMatchObject({ message: expect.stringContaining('it does more than person approved: quarantines m9') }) // which was not there to be seen
    await emend.repairs.approve(repairId)
    expect((await emend.repairs.run(repairId)).plan).toMatchObject({ affected: expect.arrayContaining(['c9', 'm9']), quarantine_memory_ids: expect.arrayContaining(['m9']) })
    expect(await readable(emend)).not.toContain('m9')
  } else {
    expect(await readable(emend)).toEqual(expect.arrayContaining(['m2', 'm9']))
    await emend.steps.record({ sessionId: 's', type: 'claim', content: 'x', usedIds: ['c9'] })
  }
  expect(await emend.audit.violations()).toEqual([])
})
