import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEmend, type ListOptions } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
let count = 0
const open = () => openEmend({ databaseUrl: database.url, tenant: `verbs-${count++}` })

test('what is added is found, with the read that found it', async () => {
  const emend = await open()
  const { id, stepId } = await emend.memories.add('Bob prefers window seats', { userId: 'bob' })
  await emend.memories.add('Ann prefers the aisle', { userId: 'ann' })
  const { readStepId, results } = await emend.memories.search('Which seats does Bob prefer?', { userId: 'bob' })
  expect(results.map((row) => row.id)).toEqual([id])
  expect(await emend.memories.get(id)).toMatchObject({
    content: 'Bob prefers window seats', status: 'active', isReadable: true, reason: null, userId: 'bob', producingStepId: stepId, source: 'agent_summary',
  })
  const read = await emend.steps.record({ type: 'claim', content: 'window', usedIds: [readStepId, id], sessionId: 's', turn: 1 })
  expect(read.memoryIds).toEqual([])
  await emend.close()
})

test('an update retires the old version, and history tells both', async () => {
  const emend = await open()
  const old = await emend.memories.add('lives in Porto', { userId: 'bob' })
  const now = await emend.memories.update(old.id, 'lives in Lisbon')
  expect(await emend.memories.get(old.id)).toMatchObject({ status: 'superseded', isReadable: false, content: 'lives in Porto', replacedBy: [now.id] })
  expect(await emend.memories.get(now.id)).toMatchObject({ status: 'active', supersedes: [old.id], userId: 'bob' })
  expect((await emend.memories.list({ userId: 'bob' })).map(({ id }) => id)).toEqual([now.id])
  expect((await emend.memories.history(now.id)).map(({ memoryId, action, to }) => [memoryId, action, to])).toEqual([
    [old.id, 'recorded', null], [now.id, 'recorded', null], [old.id, 'set_status', 'superseded'],
  ])
  expect((await emend.memories.history(old.id)).length).toBe(3)
  expect(await emend.memories.lineage(now.id)).toMatchObject({
    sources: [{ relation: 'produced_by', id: now.stepId }, { relation: 'supersedes', id: old.id, status: 'superseded' }], descendants: [],
  })
  await emend.close()
})

test('a deleted memory answers with its state and the reason, and without its text', async () => {
  const emend = await open()
  const { id } = await emend.memories.add('likes jazz')
  const { stepId } = await emend.memories.delete(id)
  expect(await emend.memories.get(id)).toMatchObject({ status: 'deleted', content: null, reason: `retired by ${stepId}` })
  expect((await emend.memories.search('jazz')).results).toEqual([])
  expect((await emend.memories.list({ statuses: ['deleted'] })).map((row) => row.id)).toEqual([id])
  await expect(emend.memories.get('nobody')).rejects.toMatchObject({ code: 'not_found', status: 404 })
  await emend.close()
})

test('a fault takes its memory out of retrieval at once, and withdrawing it brings the memory back', async () => {
  const emend = await open()
  const { id } = await emend.memories.add('plan is Gold')
  const fault = await emend.faults.add({ memoryId: id, type: 'poisoned', detector: 'page-check', evidence: 'anybody can edit the page' })
  expect(fault).toMatchObject({ memoryId: id, state: 'open', detector: 'page-check' })
  expect((await emend.memories.search('plan Gold')).results).toEqual([])
  expect(await emend.memories.get(id)).toMatchObject({ isWithheld: true, content: null, reason: 'diagnosed by page-check' })
  expect(await emend.faults.list({ state: 'open' })).toMatchObject([{ id: fault.id }])
  expect(await emend.faults.withdraw(fault.id)).toMatchObject({ state: 'withdrawn' })
  expect((await emend.memories.search('plan Gold')).results.map((row) => row.id)).toEqual([id])
  await expect(emend.faults.get(999_999)).rejects.toMatchObject({ code: 'not_found' })
  await emend.close()
})

test('a turn goes in one call, and its evidence may be left to the turn', async () => {
  const emend = await open()
  const turn = await emend.turns.record({
    userId: 'bob', agentId: 'a1', input: { content: 'which plan do I have?' },
    steps: [{ type: 'claim', content: 'it is Gold' }, { type: 'final_answer', id: 'answer', content: 'Gold' }],
  })
  const next = await emend.inputs.add('and until when?', { sessionId: turn.sessionId })
  expect([turn.turn, next.turn]).toEqual([1, 2])
  expect(await emend.sessions.get(turn.sessionId)).toMatchObject({ userId: 'bob', lastTurn: 2 })
  expect((await emend.sessions.list({ userId: 'bob' })).map(({ id }) => id)).toEqual([turn.sessionId])
  expect((await emend.sessions.recent(turn.sessionId)).map(({ kind, turn: of, content }) => [kind, of, content])).toEqual([
    ['input', 1, 'which plan do I have?'], ['claim', 1, 'it is Gold'], ['final_answer', 1, 'Gold'], ['input', 2, 'and until when?'],
  ])
  expect((await emend.sessions.recent(turn.sessionId, { turns: 1 })).map(({ id, digest }) => [id, digest])).toEqual([[next.id, createHash('sha256').update('and until when?').digest('hex')]])
  expect([await emend.sessions.recent('nobody'), await emend.audit.owners([next.id, 'nobody'])]).toEqual([[], [{ id: next.id, userId: 'bob', sessionId: turn.sessionId }]])
  expect(await emend.answers.current('answer')).toEqual({ id: 'answer', content: 'Gold', validity: 'valid', isStale: false, isReplaced: false })
  await expect(emend.answers.current('nothing')).rejects.toMatchObject({ code: 'not_found' })
  await emend.close()
})

test('options with unknown keys are refused by name', async () => {
  const emend = await open()
  await expect(emend.memories.search('x', { limit: 3 } as object)).rejects.toMatchObject({ code: 'bad_item', message: expect.stringContaining('limit') as string })
  await expect(openEmend({ databaseURL: 'postgres://' } as object)).rejects.toMatchObject({ code: 'bad_item' })
  await emend.close()
})

test('agents may neither state statuses nor write for another user; an importer may', async () => {
  const emend = await open()
  const stated = [{ kind: 'memory' as const, id: 'm1', content: 'old news', status: 'superseded' as const }]
  await expect(emend.record(stated)).rejects.toMatchObject({ code: 'bad_item', where: { id: 'm1', key: 'status' } })
  await emend.importItems(stated)
  expect(await emend.memories.get('m1')).toMatchObject({ status: 'superseded', reason: 'recorded as superseded' })
  await emend.sessions.open({ id: 's', userId: 'bob' })
  await expect(emend.inputs.add('I am Bob', { sessionId: 's', userId: 'eve' })).rejects.toMatchObject({ code: 'bad_item', where: { key: 'user' } })
  await emend.close()
})

test('tenants see nothing of each other, and one that is to be new must be', async () => {
  const [one, two] = [await open(), await open()]
  const { id } = await one.memories.add('secret of one')
  await expect(two.memories.get(id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await two.memories.search('secret')).results).toEqual([])
  await expect(two.faults.add({ memoryId: id })).rejects.toMatchObject({ code: 'unknown_id' })
  await expect(openEmend({ databaseUrl: database.url, tenant: one.tenant, isolated: true })).rejects.toMatchObject({ code: 'duplicate_id' })
  expect((await one.tenants.list()).map(({ name }) => name)).toEqual(expect.arrayContaining([one.tenant, two.tenant]))
  await one.close()
  await two.close()
})

test('memories are listed by how their ids begin, letter by letter', async () => {
  const emend = await open()
  for (const id of ['a/b/1', 'a/b/2', 'a/bc/1', 'a%b/1', 'A/b/1']) await emend.memories.add(`memory ${id}`, { id, userId: id === 'a/b/2' ? 'bob' : 'ana' })
  const ids = async (options: ListOptions) => (await emend.memories.list(options)).map(({ id }) => id)
  expect([await ids({ idPrefix: 'a/b/' }), await ids({ idPrefix: 'a/b/', userId: 'ana' }), await ids({ idPrefix: 'a%' }), await ids({ idPrefix: 'x' })]).toEqual([['a/b/1', 'a/b/2'], ['a/b/1'], ['a%b/1'], []])
  expect([await ids({ idPrefix: 'a/b', limit: 2 }), await ids({ idPrefix: 'a/b', after: 'a/b/1' })]).toEqual([['a/b/1', 'a/b/2'], ['a/b/2', 'a/bc/1']])
  await emend.memories.delete('a/b/1')
  expect([await ids({ idPrefix: 'a/b/' }), await ids({ idPrefix: 'a/b/', statuses: ['deleted'] })]).toEqual([['a/b/2'], ['a/b/1']])
  await emend.close()
})
