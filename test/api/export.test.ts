import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEmend, recordItem, type RecordItem } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const open = () => openEmend({ databaseUrl: database.url, tenant: `t-${randomUUID()}`, isolated: true })
const S1 = { session: 'S1', turn: 1 }

const items: RecordItem[] = [
  { kind: 'memory', id: 'm1', content: 'The Home window is 30 days.', source: 'imported', status: 'superseded', trust: 0.5, facts: [{ entity: 'Home', attribute: 'window', value: '30 days' }, { entity: null, attribute: null, value: '30' }] },
  { kind: 'input', id: 'u1', ...S1, content: 'How long?', user: 'ann' },
  { kind: 'step', id: 's1', ...S1, type: 'memory_read', content: 'How long?', used_ids: ['m1'], query: { text: 'How long?', k: 3, scope: { user: 'ann' } } },
  { kind: 'step', id: 's2', ...S1, type: 'plan', content: 'Call.', used_ids: ['u1'], agent: 'a1' },
  { kind: 'step', id: 's3', ...S1, type: 'tool_action', content: 'get', used_ids: ['s2'], tool: { name: 'get', args: { key: null, n: 1 }, call_id: 'c1' } },
  { kind: 'step', id: 's4', ...S1, type: 'tool_observation', content: '{"days": 45}', used_ids: ['s3'], tool: { name: 'get', call_id: 'c1' }, basis: 'observed' },
  { kind: 'step', id: 's5', ...S1, type: 'claim', content: 'It is 45.', used_ids: ['s4', 'm1'], justifications: [['s4'], ['m1', 'u1']] },
  { kind: 'step', id: 's6', ...S1, type: 'memory_update', content: 'Correct.', used_ids: ['s4'], consumed_memory_ids: ['m1'], generated_memory_ids: ['m2'] },
  { kind: 'memory', id: 'm2', content: 'The Home window is 45 days.', user: 'ann', derived_from: ['m1'], supersedes: ['m1'], status: 'active' },
  { kind: 'step', id: 's7', ...S1, type: 'final_answer', content: '45 days.', used_ids: ['s5'] },
]

test('what is exported is what was recorded, in clock order, with the statuses of now', async () => {
  const emend = await open()
  await emend.importItems(items)
  const exported = await emend.exportItems()
  expect(exported.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  const dropOwner = (item: RecordItem) => ({ ...item, user: undefined })
  expect(exported.map((item) => dropOwner(item))).toEqual(items.map((item) => dropOwner(recordItem.parse(item))))
  await emend.close()
})

test('an export recorded in another tenant exports the same again, edges included', async () => {
  const [one, other] = [await open(), await open()]
  await one.importItems(items)
  const exported = await one.exportItems()
  await other.importItems(exported)
  expect(await other.exportItems()).toEqual(exported)
  await Promise.all([one.close(), other.close()])
})

test('a tenant exports its own record alone', async () => {
  const [one, other] = [await open(), await open()]
  await one.importItems(items)
  expect(await other.exportItems()).toEqual([])
  await Promise.all([one.close(), other.close()])
})
