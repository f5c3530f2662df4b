/** A program that knows mem0, on emend. */
import { afterAll, expect, test } from 'vitest'
import { openEmend } from '../../../src/index.js'
import { Memory } from '../../../src/interop/mem0/memory.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const emend = await openEmend({ databaseUrl: url, tenant: 'mem0' })
afterAll(() => emend.close())
const memory = new Memory(emend)
const ana = { userId: 'ana' }

test('what is added is found, listed and got, in the shapes of mem0', async () => {
  const { results } = await memory.add('My boat is green.', { ...ana, runId: 'r1' })
  expect(results).toEqual([{ id: expect.any(String), memory: 'My boat is green.', metadata: { event: 'ADD' } }])
  const [{ id } = { id: '' }] = results
  const item = { id, memory: 'My boat is green.', hash: expect.stringMatching(/^[0-9a-f]{32}$/), createdAt: expect.stringMatching(/^\d{4}-/), updatedAt: expect.stringMatching(/^\d{4}-/), metadata: {}, userId: 'ana', runId: 'r1' }
  expect(await memory.get(id)).toEqual(item)
  expect(await memory.getAll(ana)).toEqual({ results: [item] })
  expect(await memory.search('Which colour has the boat?', { ...ana, limit: 3 })).toEqual({ results: [{ ...item, score: expect.any(Number) }] })
  expect(await memory.search('boat', { filters: { user_id: 'ben' } })).toEqual({ results: [] })
  expect(await memory.get('nobody')).toBeNull()
})

test('messages are memories: those of users rest on what was said, those of others on the run', async () => {
  await memory.add([{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'My car is blue.' }, { role: 'assistant', content: 'The car of Ana is blue.' }], { ...ana, agentId: 'desk', runId: 'r2' })
  expect((await emend.sessions.trace('r2')).map(({ kind, from }) => `${kind} <- ${from.map(({ labels }) => labels.join('+')).join(' ')}`)).toEqual([
    'input <- ', 'memory_write <- initiate+support', 'memory <- produce', expect.stringMatching(/^memory_write <- support support$/), 'memory <- produce',
  ])
  expect((await memory.getAll({ agentId: 'desk' })).results.map((item) => item.memory)).toEqual(['My car is blue.', 'The car of Ana is blue.'])
})

test('a memory that is updated keeps every id that it had, and its history says what happened', async () => {
  const [{ id } = { id: '' }] = (await memory.add('The flat of Ana is in Rome.', ana)).results
  expect(await memory.update(id, 'The flat of Ana is in Bari.')).toEqual({ message: 'Memory updated successfully!' })
  const now = await memory.get(id)
  expect(now).toMatchObject({ memory: 'The flat of Ana is in Bari.', userId: 'ana' })
  await memory.update(now!.id, 'The flat of Ana is in Pisa.')
  for (const one of [id, now!.id]) expect(await memory.get(one)).toMatchObject({ memory: 'The flat of Ana is in Pisa.', createdAt: now!.createdAt })
  expect(await memory.delete(id)).toEqual({ message: 'Memory deleted successfully!' })
  expect(await memory.get(id)).toBeNull()
  expect((await memory.history(id)).map(({ action, previousValue, newValue, isDeleted }) => [action, previousValue, newValue, isDeleted])).toEqual([
    ['ADD', null, 'The flat of Ana is in Rome.', 0], ['UPDATE', 'The flat of Ana is in Rome.', 'The flat of Ana is in Bari.', 0],
    ['UPDATE', 'The flat of Ana is in Bari.', null, 0], ['DELETE', null, null, 1], // what was deleted travels no further
  ])
  await expect(memory.update(id, 'x')).rejects.toMatchObject({ code: 'not_found' })
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['nobody\'s memory', () => memory.add('x', {}), /one of userId, agentId and runId/],
  ['metadata', () => memory.add('x', { ...ana, metadata: { topic: 'boats' } }), /no metadata/],
  ['inference', () => memory.add('x', { ...ana, infer: true }), /infer: false/],
  ['an unknown filter', () => memory.search('x', { ...ana, filters: { category: 'boats' } as never }), /"category"/],
  ['deleting everything by accident', () => memory.deleteAll({}), /one of userId/],
])('%s is refused, not ignored', async (_what, call, why) => {
  await expect(call()).rejects.toMatchObject({ code: 'bad_item', message: expect.stringMatching(why) })
})

test('a fault in a memory is repaired, and the same verbs show what is left', async () => {
  const kim = { userId: 'kim', agentId: 'desk' }
  await memory.add('My router is a model BX-300.', { ...kim, runId: 'k1' })
  const [{ id: lie } = { id: '' }] = (await memory.add([{ role: 'assistant', content: 'The router model of the user is AX-200.' }], { ...kim, runId: 'k2' })).results
  const asked = await emend.inputs.add('Which router model do I have?', { sessionId: 'k3', userId: 'kim' })
  const { results } = await memory.search('Which router model?', { ...kim, runId: 'k3' })
  expect(results.map((item) => item.memory)).toContain('The router model of the user is AX-200.')
  // Nothing is cited: the answer rests on its turn, with what was searched in it.
  await emend.steps.record({ id: 'answer', sessionId: 'k3', turn: asked.turn, type: 'final_answer', content: 'The router model of the user is AX-200.' })

  await emend.faults.add({ memoryId: lie, type: 'poisoned', failedAnswerId: 'answer' })
  await emend.work({ once: true })
  expect(await emend.answers.current('answer')).toMatchObject({ validity: 'valid', isReplaced: true, content: expect.stringContaining('BX-300') })
  expect(await memory.get(lie)).toBeNull()
  expect((await memory.search('Which router model?', kim)).results.map((item) => item.memory)).toEqual(['My router is a model BX-300.'])
  expect((await memory.history(lie)).at(-1)).toMatchObject({ action: 'DELETE', isDeleted: 1 })
  expect((await emend.status()).violations).toEqual([])
})

test('deleteAll and reset retire, and say so', async () => {
  expect(await memory.deleteAll(ana)).toEqual({ message: 'Memories deleted successfully!' })
  expect((await memory.getAll(ana)).results).toEqual([])
  expect((await memory.getAll({ userId: 'kim' })).results).not.toEqual([])
  await memory.reset()
  expect((await memory.getAll({ userId: 'kim' })).results).toEqual([])
})
