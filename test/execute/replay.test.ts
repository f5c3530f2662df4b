import { describe, expect, it } from 'vitest'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab, scriptedTool } from './lab.js'

const db = await testDatabase()

/** A poisoned weight, read, claimed and answered; a right one beside it that the read left out. */
const parcel = [
  memory('m1', 'The parcel weighs 9 kg.'),
  memory('m2', 'The parcel weighs 4 kg.'),
  says('u1', 'How much does the parcel weigh?'),
  read('s1', 'parcel weighs', 'm1', 1),
  step('s2', 'claim', 'The parcel weighs 9 kg.', 'm1 s1'),
  step('s3', 'final_answer', 'It weighs 9 kg.', 's2'),
]

describe('replay of reads, claims and answers', () => {
  it('replays what rested on a poisoned memory in its order, the answer last', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const { repairId, at: end } = await at.repair('m1')
    expect(end).toMatchObject({ state: 'done', next: 'end' })
    expect(await at.replays(repairId)).toEqual({ s1: 'done', s2: 'done', s3: 'done' })
    expect(await at.contentOf("s3'")).toBe('The parcel weighs 4 kg.')
    expect(await at.active()).toEqual({ m2: 'The parcel weighs 4 kg.' })
    expect(await at.invalid()).toEqual(['s1', 's2', 's3'])
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['claim', 'answer'])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('shows a model no withdrawn text: not the fault, not an invalid claim', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair('m1')
    expect(JSON.stringify(at.model.asked)).not.toContain('9 kg')
  })

  it('cuts off where a claim comes out the same: the old one is valid again and the answer costs no call', async () => {
    const at = await lab(db)
    await at.record([
      memory('m1', 'The parcel weighs 4 kg and goes to Bremen.'),
      memory('m2', 'The parcel weighs 4 kg, as the scale shows.'),
      says('u1', 'How much does the parcel weigh?'),
      read('s1', 'parcel weighs', 'm1 m2', 2),
      step('s2', 'claim', 'It is 4 kg heavy for Bremen.', 'm1 s1'),
      step('s3', 'final_answer', 'Four kilograms.', 's2'),
    ])
    at.model.script({ claim: ({ evidence }) => ({ claims: [{ content: 'It is 4 kg heavy for Bremen.', evidence_ids: evidence.map(({ id }) => id) }] }) })
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toEqual({ s1: 'done', s2: 'cut_off', s3: 'cut_off' })
    expect(await at.invalid()).toEqual(['s1'])
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['claim'])
    expect(await at.violations(repairId)).toEqual([])
    // a later fault in what the claim was found to follow from reaches it
    const later = await at.repair('m2')
    expect(await at.invalid()).toContain('s2')
    expect(later.at.state).toBe('done')
  })

  it('makes a step a no-op when nothing that it rested on is left, and still answers', async () => {
    const at = await lab(db)
    await at.record([
      memory('m1', 'The parcel weighs 9 kg.'),
      says('u1', 'How much does the parcel weigh?'),
      step('s2', 'claim', 'The parcel weighs 9 kg.', 'm1'),
      step('s3', 'final_answer', 'It weighs 9 kg.', 's2'),
    ])
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toEqual({ s2: 'noop', s3: 'done' })
    expect(await at.contentOf("s3'")).toBe('I do not know.')
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['answer'])
  })

  it('asks for the claims of a turn in one call and gives each to the claim that it resembles', async () => {
    const at = await lab(db)
    await at.record([
      memory('m1', 'The parcel weighs 9 kg and goes to Bremen.'),
      memory('m2', 'The parcel weighs 4 kg.'),
      memory('m3', 'The parcel goes to Bonn.'),
      says('u1', 'How much does the parcel weigh and where does the parcel go?'),
      read('s1', 'parcel weighs goes', 'm1', 3),
      step('s2', 'claim', 'The parcel weighs 9 kg.', 'm1 s1'),
      step('s3', 'claim', 'The parcel goes to Bremen.', 'm1 s1'),
      step('s4', 'final_answer', 'It weighs 9 kg and goes to Bremen.', 's2 s3'),
    ])
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toEqual({ s1: 'done', s2: 'done', s3: 'done', s4: 'done' })
    expect(await at.contentOf("s2'")).toBe('The parcel weighs 4 kg.')
    expect(await at.contentOf("s3'")).toBe('The parcel goes to Bonn.')
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['claim', 'answer'])
  })

  it('asks for a claim on a tool call that runs again after the call, not with the claim before it', async () => {
    const scale = scriptedTool('weigh', 'pure', () => ({ weight: '4 kg' }))
    const at = await lab(db, { tools: [scale] })
    await at.record([
      memory('m1', 'The parcel weighs 9 kg.'),
      memory('m2', 'The parcel goes to Bonn.'),
      says('u1', 'How much does the parcel weigh, and where does it go?'),
      read('s1', 'parcel', 'm1 m2', 2),
      step('s2', 'claim', 'The parcel of 9 kg goes to Bonn.', 'm1 m2 s1'),
      step('p1', 'plan', 'Weigh it.', 's2'),
      step('t1', 'tool_action', 'weigh()', 'p1', { tool: { name: 'weigh', args: {}, call_id: 'c1' } }),
      step('o1', 'tool_observation', '{"weight": "9 kg"}', 't1', { tool: { name: 'weigh', call_id: 'c1' } }),
      step('s3', 'claim', 'The scale shows 9 kg.', 'o1'),
      step('s4', 'final_answer', 'It weighs 9 kg.', 's3'),
    ])
    at.model.script({ plan: ({ inputs }) => ({ content: 'Weigh it.', evidence_ids: inputs.map(({ id }) => id), tool_calls: [{ name: 'weigh', args: '{}', evidence_ids: [] }] }) })
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toEqual({ s1: 'done', s2: 'done', p1: 'cut_off', t1: 'done', s3: 'done', s4: 'done' })
    expect(await at.contentOf("s3'")).toContain('"4 kg"')
    expect(scale.calls).toEqual(['run {}'])
  })

  it('gives new nodes ids that say what they replace, also the second time', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair('m1')
    await at.record([memory('m3', 'The parcel weighs 5 kg.')])
    const { at: end, repairId } = await at.repair('m2')
    expect(end.state).toBe('done')
    expect(await at.replays(repairId)).toMatchObject({ s3: 'done' })
    expect(await at.contentOf("s3''")).not.toContain('4 kg')
  })
})

describe('replay of mutations', () => {
  it('writes a replacement from valid evidence, owned like the old memory, and supersedes what it replaces', async () => {
    const at = await lab(db)
    await at.record([
      says('u1', 'My router is an AX-200.'),
      step('s1', 'memory_write', 'Store it.', 'u1', { generated_memory_ids: ['m1'] }),
      memory('m1', 'The router is an AX-200.', { source: 'user_input' }),
      says('u2', 'Its serial number is 777.', 'S1.2'),
      step('s2', 'memory_update', 'Add the serial number.', 'u2 m1', { generated_memory_ids: ['m2'], consumed_memory_ids: ['m1'] }, 'S1.2'),
      memory('m2', 'The router is an AX-900 with serial number 777.', { derived_from: ['m1'], supersedes: ['m1'] }),
      says('u3', 'Which router do I have?', 'S1.3'),
      read('s3', 'router', 'm2', 1, 'S1.3'),
      step('s4', 'final_answer', 'An AX-900.', 'm2 s3', {}, 'S1.3'),
    ])
    at.model.script({
      mutation: ({ mutation, evidence, inputs }) => ({ mutations: [{
        type: mutation?.type ?? 'memory_write', content: 'Add it.', evidence_ids: [], retire_ids: mutation?.consumes ?? [],
        memories: [{ content: 'The router is an AX-200 with serial number 777.', evidence_ids: [evidence[0]?.id ?? '', inputs.at(-1)?.id ?? ''] }],
      }] }),
    })
    const { repairId, at: end } = await at.repair('m2')
    expect(end.state).toBe('done')
    expect(await at.replays(repairId)).toEqual({ s2: 'done', s3: 'done', s4: 'done' })
    expect(await at.memories()).toEqual({ m1: 'superseded', m2: 'deleted', "m2'": 'active' })
    expect(await at.contentOf("s4'")).toContain('AX-200')
    expect(await at.query(`select user_id from emend.node where external_id = 'm2''' `)).toEqual([{ user_id: 'ann' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('keeps a reopened memory active when the replacement says nothing about it', async () => {
    const at = await lab(db)
    await at.record([
      says('u1', 'I am allergic to nuts.'),
      step('s1', 'memory_write', 'Store it.', 'u1', { generated_memory_ids: ['m1'] }),
      memory('m1', 'The user is allergic to nuts.', { source: 'user_input' }),
      says('u2', 'I like pretzels.', 'S2.1'),
      step('s2', 'memory_update', 'Update the food profile.', 'u2 m1', { generated_memory_ids: ['m2'], consumed_memory_ids: ['m1'] }, 'S2.1'),
      memory('m2', 'The user has no allergies and likes pretzels.', { derived_from: ['m1'], supersedes: ['m1'] }),
    ])
    at.model.script({
      mutation: ({ inputs, mutation }) => ({ mutations: [{
        type: 'memory_update', content: 'x', evidence_ids: [], retire_ids: mutation?.consumes ?? [],
        memories: [{ content: 'Pretzels are liked.', evidence_ids: [inputs.at(-1)?.id ?? ''] }],
      }] }),
    })
    await at.repair('m2')
    expect(await at.active()).toEqual({ m1: 'The user is allergic to nuts.', "m2'": 'Pretzels are liked.' })
  })

  it('drops what a repair has buried, what cites nothing that was offered, and reuses what is there already', async () => {
    const at = await lab(db)
    await at.record([
      says('u1', 'I live in Lisbon. I have a dog.'),
      step('s1', 'memory_write', 'Store it.', 'u1', { generated_memory_ids: ['m1', 'm2'] }),
      memory('m1', 'The user lives in Porto.'),
      memory('m2', 'The user has a dog.'),
    ])
    at.model.script({
      mutation: () => ({ mutations: [{
        type: 'memory_write', content: 'x', evidence_ids: ['u1'], retire_ids: [],
        memories: [
          { content: 'the user lives in  porto', evidence_ids: ['u1'] }, { content: 'The user has a dog.', evidence_ids: ['u1'] },
          { content: 'The user lives in Lisbon.', evidence_ids: ['u1'] },
        ],
      }] }),
    })
    const { repairId } = await at.repair('m1')
    expect(await at.active()).toEqual({ m2: 'The user has a dog.', "m1'": 'The user lives in Lisbon.' })
    expect(await at.query(`select detail -> 'dropped' -> 0 ->> 'content' as dropped from emend.replay_step where repair_id = ${repairId}`))
      .toEqual([{ dropped: 'the user lives in  porto' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('does not write what a model copied from the hint', async () => {
    const at = await lab(db)
    await at.record([
      says('u1', 'My order is 77.'),
      step('s1', 'memory_write', 'Store it.', 'u1', { generated_memory_ids: ['m1'] }),
      memory('m1', 'Order 77 costs $4,500.'),
    ])
    at.model.script({ mutation: ({ hint }) => ({ mutations: [{
      type: 'memory_write', content: 'x', evidence_ids: ['u1'], retire_ids: [],
      memories: [{ content: `As said before: ${hint?.memories?.[0] ?? ''}`, evidence_ids: ['u1'] }, { content: 'The order is 77.', evidence_ids: ['u1'] }],
    }] }) })
    await at.repair('m1')
    expect(await at.active()).toEqual({ "m1'": 'The order is 77.' })
  })
})

describe('arm paper', () => {
  it('always regenerates the answer, also where it would come out the same', async () => {
    const at = await lab(db, { policy: 'paper' })
    await at.record([
      memory('m1', 'The parcel weighs 4 kg.'),
      says('u1', 'How much does the parcel weigh? The scale says: The parcel weighs 4 kg.'),
      step('s2', 'claim', 'The parcel weighs 4 kg.', 'u1 m1'),
      step('s3', 'final_answer', 'The parcel weighs 4 kg.', 's2'),
    ])
    const { repairId } = await at.repair('m1')
    expect(await at.replays(repairId)).toEqual({ s3: 'done' })
    expect(at.model.asked.map(({ stage }) => stage)).toEqual(['answer'])
    expect(await at.contentOf("s3'")).toBe('The parcel weighs 4 kg.')
  })
})

describe('a memory that stands again', () => {
  it('retires again what it had taken the place of, also where it was merged into something faulty', async () => {
    const at = await lab(db, { script: {
      mutation: ({ mutation, inputs, evidence }) => ({ mutations: [{
        type: mutation?.type ?? 'memory_write', content: 'Write it.', retire_ids: mutation?.consumes ?? [], evidence_ids: [...inputs, ...evidence].map(({ id }) => id),
        memories: [{ content: 'The address of the user is 41 Elm Street.', evidence_ids: [...inputs, ...evidence].map(({ id }) => id) }],
      }] }),
    } })
    await at.record([
      memory('old', 'The address of the user is 27 Mill Road.'),
      memory('bad', 'The favourite colour of the user is crimson.'),
      says('u1', 'They have updated it, which means it is 41 Elm Street from now on.'),
      read('r1', 'address', 'old bad'),
      step('w1', 'memory_update', 'Correct the address.', 'u1 old r1', { consumed_memory_ids: ['old'], generated_memory_ids: ['new'] }),
      memory('new', 'The address of the user is 41 Elm Street.', { derived_from: ['old'], supersedes: ['old'] }),
      says('u2', 'Merge my address and my colour.', 'S2.1'),
      step('w2', 'memory_consolidate', 'Merge.', 'u2 new bad', { consumed_memory_ids: ['new', 'bad'], generated_memory_ids: ['both'] }, 'S2.1'),
      memory('both', 'The address of the user is 41 Elm Street. The favourite colour of the user is crimson.', { derived_from: ['new', 'bad'], supersedes: ['new', 'bad'] }),
      says('u3', 'What is my address?', 'S3.1'),
      read('r2', 'address', 'both', 5, 'S3.1'),
      step('a1', 'final_answer', '41 Elm Street, and crimson.', 'both', {}, 'S3.1'),
    ])
    const before = await at.memories()
    const { repairId } = await at.repair('bad', 'a1')
    expect(await at.replays(repairId)).toMatchObject({ w1: 'cut_off' })
    // one address is left, and the old one is not
    expect([...new Set(Object.values(await at.active()))]).toEqual(['The address of the user is 41 Elm Street.'])
    expect(await at.violations(repairId)).toEqual([])
    await at.query(`select emend.undo_repair(${at.tenantId}, ${repairId}, 'test')`)
    expect(await at.memories()).toMatchObject(before)
  })
})

describe('a new answer', () => {
  const asked = (answers: string[]) => {
    const said = [...answers]
    return async () => {
      const at = await lab(db, { script: {
        claim: ({ evidence }) => ({ claims: evidence.map(({ id, content }) => ({ content, evidence_ids: [id] })) }),
        answer: ({ evidence }) => ({ content: said.shift() ?? '', evidence_ids: evidence.map(({ id }) => id) }),
      } })
      await at.record([
        memory('m1', 'The gate is C30.'), memory('m2', 'The seat is 14A.'),
        says('u1', 'Which gate and which seat?'), read('s1', 'gate seat', 'm1 m2'),
        step('c1', 'claim', 'The gate is C30.', 'm1 s1'), step('c2', 'claim', 'The seat is 14A.', 'm2 s1'),
        step('a1', 'final_answer', 'The gate is C30 and the seat is 14A.', 'c1 c2'),
      ])
      await at.repair('m1')
      return { answer: await at.contentOf("a1'"), calls: at.model.asked.filter(({ stage, purpose }) => stage === 'answer' && purpose === 'replay').length }
    }
  }

  it('is sent back once where it leaves out what the old one told and still stands', async () => {
    expect(await asked(['I do not know the gate.', 'The seat is 14A.'])()).toEqual({ answer: 'The seat is 14A.', calls: 2 })
  })

  it('is taken the second time: it may say so in words that nobody recognises', async () => {
    expect(await asked(['By the window.', 'Right at the front, by the window.', 'never asked for'])()).toEqual({ answer: 'Right at the front, by the window.', calls: 2 })
  })

  it('costs no further call where it tells it', async () => {
    expect(await asked(['Your seat is 14A; the gate is not known.'])()).toEqual({ answer: 'Your seat is 14A; the gate is not known.', calls: 1 })
  })
})
