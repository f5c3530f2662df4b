import { expect, test } from 'vitest'
import { askAgent, conversation, runTurn, type Emend, type Model, type StageContext, type Tool } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { edgesAmong, openTenant, rowsOf } from './open-tenant.js'

const database = await testDatabase()

const parameters = { type: 'object', properties: { parcel: { type: 'string' } }, required: ['parcel'], additionalProperties: false }
const tracker = (calls: unknown[] = []): Tool => ({
  name: 'track_parcel', effect: 'pure', parameters,
  async run(args) {
    calls.push(args)
    return { parcel: 'P77', state: 'sorted', depot: 'Lyon' }
  },
})

/** The steps of a session in order, as [type, content]. */
const steps = async (emend: Emend, session: string): Promise<[string, string][]> => {
  const rows = await rowsOf<{ kind: string; content: string }>(database, emend, `
    select n.kind::text, s.content from emend.step s join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id
      join emend.session c on c.tenant_id = n.tenant_id and c.session_id = n.session_id where c.external_id = $1 order by n.node_id`, [session])
  return rows.map(({ kind, content }) => [kind, content])
}

/** Nodes of a session, named by kind and count. */
const ids = async (emend: Emend, session: string): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ external_id: string; kind: string }>(database, emend, `
    select n.external_id, n.kind::text from emend.node n join emend.session c on c.tenant_id = n.tenant_id and c.session_id = n.session_id
     where c.external_id = $1 order by n.node_id`, [session])
  const seen = new Map<string, number>()
  return new Map(rows.map(({ external_id, kind }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    return [external_id, `${kind}${seen.get(kind)}`]
  }))
}

test('a turn reads, claims, plans, acts, observes, answers and remembers, and every step cites what it rests on', async () => {
  const emend = await openTenant(database, { tools: [tracker()] })
  const { id: note } = await emend.memories.add('Parcel P77 contains books.', { userId: 'ann', sessionId: 'before' })
  const turn = await runTurn(emend, { userId: 'ann', content: 'What is the state of parcel P77, and what does it contain?' })

  expect(turn.answer.content).toBe('Parcel P77 state is sorted. Parcel P77 contains books.')
  expect(turn.calls).toEqual({ model: 4, tool: 1 })
  expect((await steps(emend, turn.sessionId)).map(([type]) => type)).toEqual([
    'memory_read', 'claim', 'plan', 'tool_action', 'tool_observation', 'final_answer', 'memory_write',
  ])
  const names = await ids(emend, turn.sessionId)
  names.set(note, 'note')
  expect(await edgesAmong(database, emend, names)).toEqual([
    'claim1 -support-> final_answer1',
    'input1 -initiate-> memory_read1',
    'input1 -support-> plan1',
    'input1 -support-> tool_action1',
    'memory_read1 -cite-> claim1',
    'memory_write1 -produce-> memory1',
    'note -cite-> claim1',
    'note -cite-> memory_read1',
    'plan1 -initiate-> tool_action1',
    'tool_action1 -produce-> tool_observation1',
    'tool_observation1 -support-> final_answer1',
    'tool_observation1 -support-> memory_write1',
  ])
  expect(await emend.memories.get(turn.memoryIds[0] ?? '')).toMatchObject({ content: 'Parcel P77 state is sorted.', source: 'tool_observation', userId: 'ann' })
})

test('what the user states is remembered, found in the next session, and corrected when he says otherwise', async () => {
  const emend = await openTenant(database)
  const first = await runTurn(emend, { userId: 'bob', content: 'I prefer window desks.' })
  expect(first.memoryIds).toHaveLength(1)
  expect((await runTurn(emend, { userId: 'bob', content: 'Which desks do I prefer?' })).answer.content).toBe('The user prefers window desks.')

  const second = await runTurn(emend, { userId: 'bob', content: 'I prefer corner desks.' })
  expect(await emend.memories.get(first.memoryIds[0] ?? '')).toMatchObject({ status: 'superseded', replacedBy: second.memoryIds })
  expect((await runTurn(emend, { userId: 'bob', content: 'Which desks do I prefer?' })).answer.content).toBe('The user prefers corner desks.')
  expect((await runTurn(emend, { userId: 'eve', content: 'Which desks do I prefer?' })).answer.content).toBe('I do not know that.')
})

test('what the user said earlier in the session may be cited', async () => {
  const emend = await openTenant(database)
  const talk = conversation(emend, { userId: 'ann', remembers: false })
  const [said, asked] = await Promise.all([talk.say('My locker number is 412.'), talk.say('What is my locker number?')])
  expect(asked.sessionId).toBe(said.sessionId)
  expect([said.turn, asked.turn]).toEqual([1, 2])
  expect(asked.answer.content).toBe("The user's locker number is 412.")
  const names = await ids(emend, asked.sessionId)
  expect(await edgesAmong(database, emend, names)).toContain('input1 -support-> claim1')
})

test('stages with nothing to do ask no model', async () => {
  const emend = await openTenant(database)
  const turn = await runTurn(emend, { content: 'What is the capital of the moon?' })
  expect(turn.calls).toEqual({ model: 1, tool: 0 })
  expect((await steps(emend, turn.sessionId)).map(([type]) => type)).toEqual(['memory_read', 'final_answer'])
})

test('a tool that fails is an observation, and nothing is remembered of it', async () => {
  const broken: Tool = { ...tracker(), async run() { throw new Error('the depot is closed') } }
  const emend = await openTenant(database, { tools: [broken] })
  const turn = await runTurn(emend, { content: 'What is the state of parcel P77?' })
  expect((await steps(emend, turn.sessionId)).find(([type]) => type === 'tool_observation')?.[1]).toBe('Error: track_parcel: the depot is closed')
  expect(turn.answer.content).toBe('I do not know that.')
  expect(turn.memoryIds).toEqual([])
})

test('plan and action are recorded before the tool runs', async () => {
  let seen: [string, string][] = []
  const session = 'before-the-call'
  let emend: Emend
  const watching: Tool = { ...tracker(), async run() {
    seen = await steps(emend, session)
    return { parcel: 'P77', state: 'sorted' }
  } }
  emend = await openTenant(database, { tools: [watching] })
  await runTurn(emend, { content: 'What is the state of parcel P77?', sessionId: session })
  expect(seen.map(([type]) => type)).toEqual(['memory_read', 'plan', 'tool_action'])
})

/** The reference model, with something happening before it answers a stage the first time. */
const interrupted = (model: Model, at: keyof typeof import('../../src/llm/contracts.js').replies, happen: () => Promise<unknown>): Model => {
  let isDone = false
  return {
    name: model.name,
    async ask(stage, context, purpose) {
      if (stage === at && !isDone) {
        isDone = true
        await happen()
      }
      return model.ask(stage, context, purpose)
    },
  }
}

test('a memory that is withdrawn while the turn thinks makes it read again', async () => {
  const emend = await openTenant(database)
  const { id: poison } = await emend.memories.add('The gate code is 9999.', { userId: 'ann' })
  await emend.memories.add('The gate is in Mill Street.', { userId: 'ann' })
  const model = interrupted(emend.model, 'answer', () => emend.faults.add({ memoryId: poison, type: 'poisoned', detector: 'test' }))
  const turn = await runTurn({ ...emend, model }, { userId: 'ann', content: 'Where is the gate, and what is the gate code?' })
  expect(turn.answer.content).toBe('The gate is in Mill Street.')
  expect((await steps(emend, turn.sessionId)).map(([type]) => type)).toEqual(['memory_read', 'memory_read', 'claim', 'final_answer'])
})

test('once a tool has run, a turn that cites what was withdrawn enters the repair and is not run again', async () => {
  const calls: unknown[] = []
  const emend = await openTenant(database, { tools: [tracker(calls)] })
  const { id: poison } = await emend.memories.add('Parcel P77 contains stones.', { userId: 'ann' })
  const model = interrupted(emend.model, 'answer', () => emend.faults.add({ memoryId: poison, type: 'poisoned', detector: 'test' }))
  const turn = await runTurn({ ...emend, model }, { userId: 'ann', content: 'What is the state of parcel P77, and what does it contain?' })
  expect(calls).toHaveLength(1)
  expect(turn.answer.content).toMatch(/stones/)
  const repair = await emend.repairs.plan((await emend.faults.list()).map(({ id }) => id))
  expect(repair.affected).toContain(turn.answer.id)
})

test('what a repair has buried is not remembered again, and the answer is not lost', async () => {
  const emend = await openTenant(database, { tools: [tracker()] })
  const { id } = await emend.memories.add('Parcel P77 state is sorted.', { userId: 'ann', usedIds: [] })
  await emend.faults.add({ memoryId: id, type: 'poisoned', detector: 'test' })
  await emend.work({ once: true })
  const turn = await runTurn(emend, { userId: 'ann', content: 'What is the state of parcel P77?' })
  expect(turn.answer.content).toBe('Parcel P77 state is sorted.')
  expect(turn).toMatchObject({ refused: ['Parcel P77 state is sorted.'], memoryIds: [] })
})

test('asked as by a newcomer, the agent remembers nothing and leaves tools with side effects alone', async () => {
  const calls: unknown[] = []
  const emend = await openTenant(database, { tools: [{ ...tracker(calls), effect: 'irreversible' }] })
  await emend.memories.add('Parcel P77 contains books.', { userId: 'ann' })
  const { content, memoryIds } = await askAgent(emend, { userId: 'ann', content: 'What is the state of parcel P77? I like books.' })
  expect(content).toMatch(/P77/)
  expect([calls, memoryIds]).toEqual([[], []])
  expect(await emend.memories.list({ userId: 'ann' })).toHaveLength(1)
})

test('the domain reaches the model, and so do the tools by name', async () => {
  const emend = await openTenant(database, { tools: [tracker()] })
  const seen: StageContext[] = []
  const model: Model = { name: 'listening', ask: (stage, context, purpose) => {
    seen.push(context)
    return emend.model.ask(stage, context, purpose)
  } }
  await runTurn({ ...emend, model }, { content: 'What is the state of parcel P77?', domain: 'support', toolNames: [] })
  await runTurn({ ...emend, model }, { content: 'What is the state of parcel P77?', domain: 'support' })
  expect(new Set(seen.map(({ domain }) => domain))).toEqual(new Set(['support']))
  expect(seen.filter(({ tools }) => tools !== undefined).map(({ tools }) => tools?.map(({ name }) => name))).toEqual([['track_parcel']])
})

test('calls of a turn are recorded as the agent\'s own', async () => {
  const emend = await openTenant(database)
  await runTurn(emend, { content: 'I like tea.' })
  const rows = await rowsOf(database, emend, 'select stage, purpose, model from emend.model_call order by model_call_id')
  expect(rows).toEqual([{ stage: 'answer', purpose: 'agent', model: 'reference' }, { stage: 'mutation', purpose: 'agent', model: 'reference' }])
})
