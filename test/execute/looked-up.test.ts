/** Replay of what a fault stood in for (R14), and of steps that only repeat. */
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab, scriptedTool, type Script } from './lab.js'

const db = await testDatabase()

/** Nobody made m1. It was asked for in S1, where a scale was at hand, and answers the notes in S2. */
const told = [
  memory('m1', 'Parcel P7 weighs 9 kg.'),
  says('u1', 'What does parcel P7 weigh?'),
  read('s1', 'parcel weigh', 'm1'),
  step('s2', 'claim', 'Parcel P7 weighs 9 kg.', 'm1 s1'),
  step('s3', 'plan', 'Answer from what is known.', 'u1 s2'),
  step('s4', 'final_answer', 'Parcel P7 weighs 9 kg.', 's2'),
  says('u2', 'From your notes, what does parcel P7 weigh?', 'S2.1'),
  read('s5', 'parcel weigh', 'm1', 5, 'S2.1'),
  step('s6', 'claim', 'Parcel P7 weighs 9 kg.', 'm1 s5', {}, 'S2.1'),
  step('s7', 'plan', 'Answer from what is known.', 'u2 s6', {}, 'S2.1'),
  step('s8', 'final_answer', 'Parcel P7 weighs 9 kg.', 's6', {}, 'S2.1'),
]
const weighs: Script = {
  plan: ({ question, inputs }) => ({
    content: 'Weigh it.', evidence_ids: inputs.map(({ id }) => id),
    tool_calls: question.startsWith('From') ? [] : [{ name: 'weigh', args: '{"parcel": "P7"}', evidence_ids: [] }],
  }),
  mutation: ({ evidence }) => ({
    mutations: evidence.filter(({ kind }) => kind === 'observation').map(({ id }) => ({
      type: 'memory_write', content: 'Remember the weight.', evidence_ids: [id], retire_ids: [], memories: [{ content: 'Parcel P7 weighs 4 kg.', evidence_ids: [id] }],
    })),
  }),
}
const scale = () => scriptedTool('weigh', 'pure', () => ({ parcel: 'P7', weight: '4 kg' }))

describe('R14 on replay', () => {
  it('makes the call that the fault spared the turn, remembers what comes of it, and the later answer finds it', async () => {
    const tool = scale()
    const at = await lab(db, { tools: [tool], script: weighs })
    await at.record(told)
    const { repairId } = await at.repair('m1', 's8')
    expect(tool.calls).toEqual(['run {"parcel":"P7"}'])
    expect(await at.replays(repairId)).toMatchObject({ s2: 'noop', s3: 'done', s4: 'done', s5: 'done', s6: 'done', s7: 'noop', s8: 'done' })
    expect(await at.active()).toEqual({ "s4.memory'": 'Parcel P7 weighs 4 kg.' })
    expect(await at.contentOf("s8'")).toBe('Parcel P7 weighs 4 kg.')
    expect(await at.contentOf("s4'")).toContain('4 kg')
    // the claim of S2 repeats what stands for what it had repeated: nobody is asked
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['plan', 'answer', 'mutation', 'answer'])
    expect(await at.violations(repairId)).toEqual([])
    // the other session's answer is no longer stale
    expect(await at.query(`select step_id from emend.step_state where is_stale_answer`)).toEqual([])
  })

  it('remembers what the turn had looked up and passed by, because the fault told it already', async () => {
    const called = told.filter(({ id }) => id !== 's3' && id !== 's4')
    called.splice(called.findIndex(({ id }) => id === 'u2'), 0,
      step('s3', 'plan', 'Weigh it.', 'u1'),
      step('a1', 'tool_action', 'weigh({"parcel": "P7"})', 's3', { tool: { name: 'weigh', args: { parcel: 'P7' } } }),
      step('o1', 'tool_observation', '{"parcel": "P7", "weight": "4 kg"}', 'a1'),
      step('s4', 'final_answer', 'Parcel P7 weighs 9 kg.', 's2'))
    const tool = scale()
    const at = await lab(db, { tools: [tool], script: weighs })
    await at.record(called)
    const { repairId } = await at.repair('m1', 's8')
    // what the tool returned stands: it is not called again
    expect(tool.calls).toEqual([])
    expect(await at.active()).toEqual({ "s4.memory'": 'Parcel P7 weighs 4 kg.' })
    expect(await at.contentOf("s4'")).toContain('4 kg')
    expect(await at.contentOf("s8'")).toBe('Parcel P7 weighs 4 kg.')
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['answer', 'mutation', 'answer'])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('leaves the other turn as it is, its answer stale, where it looks nothing up', async () => {
    const at = await lab(db, { tools: [scale()] })
    await at.record(told)
    const { repairId } = await at.repair('m1', 's8')
    expect(await at.replays(repairId)).toMatchObject({ s3: 'done', s4: 'noop', s8: 'done' })
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['plan', 'plan', 'answer'])
    expect(await at.query(`select external_id from emend.step_state join emend.node on node_id = step_id where is_stale_answer`)).toEqual([{ external_id: 's4' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('asks the plan again where what stands for a claim speaks of something else', async () => {
    const tool = scale()
    const at = await lab(db, { tools: [tool], script: { ...weighs, plan: () => ({ content: 'Weigh it.', evidence_ids: [], tool_calls: [{ name: 'weigh', args: '{"parcel": "P7"}', evidence_ids: [] }] }) } })
    await at.record([memory('m0', 'The user weighs letters on Mondays.'), ...told.map((item) => (item.kind === 'step' && item.type === 'memory_read' ? { ...item, used_ids: ['m1', 'm0'] } : item))])
    await at.repair('m1', 's8')
    expect(tool.calls).not.toEqual([])
    expect(await at.contentOf("s8'")).toContain('4 kg')
  })

  it('is taken back by undo, with what was remembered', async () => {
    const at = await lab(db, { tools: [scale()], script: weighs })
    await at.record(told)
    const before = await at.active()
    const { repairId } = await at.repair('m1', 's8')
    await at.query(`select emend.undo_repair(${at.tenantId}, ${repairId}, 'test')`)
    expect(await at.active()).toEqual(before)
  })

  const pointed = (weight: string) => [
    says('u0', 'My urgent parcel is P8.', 'S0.1'),
    step('w1', 'memory_write', 'Remember the parcel.', 'u0', { generated_memory_ids: ['m1'] }, 'S0.1'),
    memory('m1', 'The urgent parcel of the user is P7.'),
    memory('m2', weight),
    says('u1', 'What does my urgent parcel weigh?'),
    read('s1', 'parcel weigh', 'm1 m2'),
    step('s2', 'claim', 'The urgent parcel of the user is P7.', 'm1'),
    step('s3', 'claim', weight, 'm2'),
    step('s4', 'plan', `Answer from what is known: The urgent parcel of the user is P7. ${weight}`, 's2 s3'),
    step('s5', 'final_answer', `The urgent parcel of the user is P7. ${weight}`, 's2 s3'),
  ]
  const renamed: Script = {
    ...weighs,
    mutation: () => ({ mutations: [{ type: 'memory_write', content: 'Remember it.', evidence_ids: ['u0'], retire_ids: [], memories: [{ content: 'The urgent parcel of the user is P8.', evidence_ids: ['u0'] }] }] }),
  }

  it('asks the plan again where what is known is known of another thing only', async () => {
    const tool = scale()
    const at = await lab(db, { tools: [tool], script: renamed })
    await at.record(pointed('Parcel P7 weighs 9 kg.'))
    await at.repair('m1')
    expect(tool.calls).toHaveLength(1)
  })

  it('does not where nothing was known of the one thing, or all of it is of the other', async () => {
    const tool = scale()
    const at = await lab(db, { tools: [tool], script: renamed })
    await at.record(pointed('The user ships from Bonn.'))
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toMatchObject({ s4: 'noop' })
    expect(tool.calls).toEqual([])
  })
})

describe('steps that only repeat', () => {
  const merged = (content: string) => [
    says('u1', 'My parcel weighs 4 kg.', 'S0.1'),
    step('w1', 'memory_write', 'Remember the weight.', 'u1', { generated_memory_ids: ['m1'] }, 'S0.1'),
    memory('m1', 'The parcel weighs 9 kg.', { status: 'superseded' }),
    memory('m2', 'The parcel goes to Bonn.', { status: 'superseded' }),
    says('u2', 'Merge your notes about the parcel.'),
    step('c1', 'memory_consolidate', 'Merge what is remembered.', 'u2 m1 m2', { consumed_memory_ids: ['m1', 'm2'], generated_memory_ids: ['m3'] }),
    memory('m3', content, { supersedes: ['m1', 'm2'], derived_from: ['m1', 'm2'], source: 'agent_summary', status: 'active' }),
    says('u3', 'What do you know of my parcel?', 'S1.2'),
    read('s1', 'parcel', 'm3', 5, 'S1.2'),
    step('s2', 'final_answer', content, 'm3 s1', {}, 'S1.2'),
  ]
  const right: Script = {
    mutation: ({ mutation }) => ({
      mutations: mutation?.type === 'memory_write'
        ? [{ type: 'memory_write', content: 'Remember it.', evidence_ids: ['u1'], retire_ids: [], memories: [{ content: 'The parcel weighs 4 kg.', evidence_ids: ['u1'] }] }]
        : [],
    }),
  }

  it('a merger that said all that it consumed is merged again without a call', async () => {
    const at = await lab(db, { script: right })
    await at.record(merged('The parcel weighs 9 kg. The parcel goes to Bonn.'))
    const { repairId } = await at.repair('m1')
    expect(await at.active()).toEqual({ "m3'": 'The parcel goes to Bonn. The parcel weighs 4 kg.' })
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['mutation', 'answer'])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('one that said something of its own is asked for', async () => {
    const at = await lab(db, { script: right })
    await at.record(merged('The parcel weighs 9 kg and is late. The parcel goes to Bonn.'))
    await at.repair('m1')
    expect(at.model.asked.filter(({ stage }) => stage === 'mutation')).toHaveLength(2)
  })

  it('a claim drawn from more than it repeats is asked for', async () => {
    const at = await lab(db, { script: right })
    await at.record([
      ...merged('').slice(0, 2),
      memory('m1', 'The parcel weighs 9 kg.'),
      says('u2', 'What does my parcel weigh?'),
      step('s1', 'claim', 'The parcel is heavier than 5 kg.', 'm1'),
      step('s2', 'final_answer', 'It is heavier than 5 kg.', 's1'),
    ])
    await at.repair('m1')
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['mutation', 'claim', 'answer'])
  })
})
