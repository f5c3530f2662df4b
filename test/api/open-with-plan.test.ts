import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { stubModel } from '../../src/bench/stub-model.js'
import { smallStore } from '../../src/bench/poisoned-stores.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()

/** A poisoned price: memories 1-bad and 1-good, steps 1-read, 1-claim0 and 1-answer. */
async function store() {
  const { url } = await database
  const emend = await openEmend({ databaseUrl: url, tenant: `t-${randomUUID()}`, model: stubModel })
  await emend.record(smallStore(1))
  return emend
}
const plan = { by: 'somebody', failedAnswer: '1-answer' }

test('a given plan is carried out as it stands: what it names, and nothing else', async () => {
  const emend = await store()
  const fault = await emend.faults.add({ memoryId: '1-bad' })
  const report = await emend.repairs.run(await emend.repairs.openWithPlan([fault.id], { ...plan, delete: ['1-bad'], replay: ['1-answer', '1-read'], suspicious: ['1-claim0'] }))
  expect(report).toMatchObject({ state: 'done', calls: { model: 1, probe: 0 }, answer: { regenerated: true } })
  expect(report.plan).toMatchObject({ replay_step_ids: ['1-read', '1-answer'], suspicious_step_ids: ['1-claim0'], delete_memory_ids: ['1-bad'], invalid_step_ids: ['1-read', '1-claim0', '1-answer'] })
  expect(report.plan.rows[0]).toMatchObject({ id: '1-bad', rule: 'R1', reason: 'somebody says so' })
  expect((await emend.faults.get(fault.id)).state).toBe('done')
  await emend.close()
})

test('a plan without faults is a repair of its own: a memory leaves and another repair brings it back', async () => {
  const emend = await store()
  const status = async () => (await emend.allMemories()).find(({ id }) => id === '1-good')?.status
  await emend.repairs.run(await emend.repairs.openWithPlan([], { ...plan, quarantine: ['1-good'] }))
  expect(await status()).toBe('quarantined')
  await emend.repairs.run(await emend.repairs.openWithPlan([], { ...plan, reopen: ['1-good'] }))
  expect(await status()).toBe('active')
  await emend.close()
})

test.each([
  ['unknown ids', { delete: ['1-bad', 'nobody'] }, 'nobody is unknown'],
  ['two dispositions of one node', { delete: ['1-bad'], replay: ['1-answer'], suspicious: ['1-answer'] }, '1-answer is named twice, as replay and as suspicious'],
  ['a fault that is kept', { replay: ['1-answer'] }, '1-bad is diagnosed as faulty and not deleted'],
  ['a step among memories', { delete: ['1-bad', '1-claim0'] }, '1-claim0 is a claim and cannot be delete'],
  ['an answer that is none', { delete: ['1-bad'], failedAnswer: '1-claim0' }, '1-claim0 is no final answer'],
])('%s are refused, and the fault stays open', async (_, part, words) => {
  const emend = await store()
  const fault = await emend.faults.add({ memoryId: '1-bad' })
  await expect(emend.repairs.openWithPlan([fault.id], { ...plan, ...part })).rejects.toMatchObject({ code: 'bad_plan', message: expect.stringContaining(words) })
  expect((await emend.faults.get(fault.id)).state).toBe('open')
  await emend.close()
})

test('a fault that has a repair already takes no plan', async () => {
  const emend = await store()
  const fault = await emend.faults.add({ memoryId: '1-bad' })
  await emend.repairs.openFor(fault.id)
  await expect(emend.repairs.openWithPlan([fault.id], { ...plan, delete: ['1-bad'] })).rejects.toMatchObject({ code: 'repair_state' })
  await expect(emend.repairs.openWithPlan([999999], { ...plan, delete: ['1-bad'] })).rejects.toMatchObject({ code: 'not_found' })
  await emend.close()
})
