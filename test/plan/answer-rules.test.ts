/** R5 to R8, and R7 for answers: what the failed answer needs. */
import { describe, expect, test } from 'vitest'
import { chain, graph, rulesOf } from './graph.js'

describe('R5 to R8: what the answer needs', () => {
  test('every invalid step on its way is replayed, observations through their action, the answer last', () => {
    const plan = graph(chain).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's3', 's4', 's7'])
    expect(plan.redundant_step_ids).toEqual(['s5'])
    expect(plan.invalid_step_ids).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7'])
    expect(plan.invalidated_claim_ids).toEqual(['s2'])
    expect(rulesOf(plan)).toMatchObject({ s1: 'R9', s2: 'R8', s3: 'R8', s4: 'R8', s5: 'R7', s7: 'R11' })
  })
  test('what the answer does not need is suspicious and its memory leaves', () => {
    const plan = graph(chain).plan()
    expect(plan.suspicious_step_ids).toEqual(['s6'])
    expect(plan.quarantine_memory_ids).toEqual(['m2'])
    expect(rulesOf(plan).s6).toBe('R10')
  })
  test('what the turn of the answer looked up is looked up again, also where the failed answer had no use for it', () => {
    const unused = chain.replaceAll(/^.*s5 -\w+-> s7.*$/gm, '')
    const plan = graph(unused).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's3', 's4', 's7'])
    expect(plan.rows.find(({ id }) => id === 's3')).toMatchObject({ rule: 'R8', reason: 's7 is made again, and its turn looks things up' })
    expect(graph(unused).plan({ name: 'paper' }).replay_step_ids).not.toContain('s3')
  })
  test('a supported answer is kept, and nothing is replayed for it', () => {
    const plan = graph(`${chain}\nsupported s7`).plan()
    expect(plan.replay_step_ids).toEqual([])
    expect(plan.rows.find(({ id }) => id === 's7')).toMatchObject({ disposition: 'preserve', rule: 'R11' })
    expect(plan.suspicious_step_ids).toEqual(['s1', 's2', 's3', 's4', 's5', 's6'])
  })
  test('arm paper makes even a supported answer again', () => {
    const plan = graph(`${chain}\nsupported s7`).plan({ name: 'paper' })
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's3', 's4', 's7'])
    expect(rulesOf(plan).s7).toBe('R11')
    expect(plan.invalid_step_ids).not.toContain('s7')
  })
  test('a plan takes its actions and observations with it, whatever their verdict', () => {
    const plan = graph(`${chain}\nsupported s2 s4 s5`).plan()
    expect(plan.invalid_step_ids).toEqual(['s1', 's3', 's4', 's5', 's6', 's7'])
  })
  test('a valid plan with an invalid action: the action alone is replayed', () => {
    const plan = graph(`
      m1 memory "address"
      s1 plan S1/1
      s2 tool_action S1/1
      s3 tool_observation S1/1
      s4 final_answer S1/1
      m1 -cite-> s2
      s1 -initiate-> s2
      s2 -produce-> s3
      s3 -support-> s4
      fault m1`).plan()
    expect(plan.replay_step_ids).toEqual(['s2', 's4'])
    expect(plan.preserve_step_ids).toEqual(['s1'])
  })
  test('ways through memories that leave are cut', () => {
    const plan = graph(`
      m1 memory "x"
      u1 input S1/1 "what about x?"
      s1 memory_write S1/1
      m2 memory "y"
      s2 claim S1/1
      s3 final_answer S1/1
      m1 -cite-> s1
      u1 -support-> s1
      s1 -produce-> m2
      m2 -cite-> s2
      s2 -support-> s3
      fault m1`).plan()
    expect(plan.replay_step_ids).toEqual(['s2', 's3'])
    expect(plan.suspicious_step_ids).toEqual(['s1'])
  })
  test('an observation without a recorded action is never replayed', () => {
    const plan = graph('m1 memory "x"\ns1 tool_observation S1/1\ns2 final_answer S1/1\nm1 -support-> s1\ns1 -support-> s2\nfault m1').plan()
    expect(plan.replay_step_ids).toEqual(['s2'])
    expect(plan.redundant_step_ids).toEqual(['s1'])
  })
  test('the failed answer comes last even where a later step is replayed', () => {
    const plan = graph(`
      m1 memory "x"
      s1 final_answer S1/1
      s2 memory_write S1/2
      m2 memory "y"
      m1 -cite-> s1
      s2 -produce-> m2
      fault m1
      fault m2 by s2
      answer s1`).plan()
    expect(plan.replay_step_ids).toEqual(['s2', 's1'])
  })
})

describe('R7: earlier answers', () => {
  const text = `
    m1 memory "x"
    s1 final_answer S1/1
    s2 final_answer S1/2
    s3 final_answer S2/1
    m1 -cite-> s1
    m1 -cite-> s2
    m1 -cite-> s3
    fault m1
    answer s2`
  test('of the session are replaced by the new one; those of other sessions are stale', () => {
    const plan = graph(text).plan()
    expect(plan.replay_step_ids).toEqual(['s2'])
    expect(plan.redundant_step_ids).toEqual(['s1'])
    expect(plan.suspicious_step_ids).toEqual(['s3'])
    expect(plan.stale_answer_ids).toEqual(['s3'])
  })
  test('are stale when the failed answer is kept, since nothing replaces them', () => {
    const plan = graph(`${text}\nsupported s2`).plan()
    expect(plan.redundant_step_ids).toEqual([])
    expect(plan.stale_answer_ids).toEqual(['s1', 's3'])
  })
  test('are replayed when the failed answer rests on them', () => {
    const plan = graph(`${text}\ns1 -support-> s2`).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2'])
  })
})
