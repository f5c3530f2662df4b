/** R9, R13, what stays, and the ablations. */
import { describe, expect, test } from 'vitest'
import { chain, graph, rulesOf } from './graph.js'

describe('R9: prerequisites', () => {
  test('the read of the turn that returned what is cited is replayed, other reads are not', () => {
    const plan = graph(`
      m1 memory "x"
      m2 memory "y"
      s1 memory_read S1/1
      s2 memory_read S1/1
      s3 memory_read S1/2
      s4 claim S1/2
      s5 final_answer S1/2
      m1 -cite-> s1
      m1 -cite-> s3
      m2 -cite-> s2
      m1 -cite-> s4
      s4 -support-> s5
      fault m1`).plan()
    expect(plan.replay_step_ids).toEqual(['s3', 's4', 's5'])
    expect(rulesOf(plan).s3).toBe('R9')
    expect(rulesOf(plan).s1).toBe('R10')
    expect(rulesOf(plan).s2).toBeUndefined()
  })
  test('a read that still returns the same is fixed context', () => {
    const plan = graph(`
      m1 memory "x"
      m2 memory "y"
      s1 memory_read S1/1
      s4 claim S1/1
      s5 final_answer S1/1
      m1 -supersede-> m2
      m1 -cite-> s4
      m2 -cite-> s1
      m2 -cite-> s4
      s4 -support-> s5
      fault m1`).plan()
    expect(plan.replay_step_ids).toEqual(['s4', 's5'])
    expect(plan.rows.find(({ id }) => id === 's1')).toEqual({
      id: 's1',
      disposition: 'preserve',
      rule: 'R9',
      reason: 'fixed context of s4',
    })
    expect(plan.rows.find(({ id }) => id === 'm2')).toEqual({ id: 'm2', disposition: 'keep', rule: 'R9', reason: 'fixed context of s4' })
  })
  test('of a producer that is replayed, invalid evidence is replayed first', () => {
    const plan = graph(`
      m1 memory "x"
      s1 claim S1/1
      s2 memory_write S1/1
      m2 memory "y"
      m1 -cite-> s1
      s1 -support-> s2
      s2 -produce-> m2
      fault m1
      fault m2 by s2
      answer none`).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2'])
    expect(rulesOf(plan)).toMatchObject({ s1: 'R9', s2: 'R4' })
  })
  const summary = (evidence: string) =>
    graph(`
    m0 memory "Flight F0028 is with ANA for $275.99."
    m1 memory "The airline was corrected to Qantas."
    u1 input S1/1 "${evidence}"
    s1 memory_consolidate S1/1
    m2 memory "Flight F0028: Qantas, $275.99."
    s2 memory_read S2/1
    s3 claim S2/1
    s4 final_answer S2/1
    m1 -cite-> s1
    u1 -support-> s1
    ${evidence === '' ? 'm0 -cite-> s1' : ''}
    s1 -produce-> m2
    m2 -cite-> s2
    m2 -cite-> s3
    s3 -support-> s4
    fault m1`).plan()
  test('the writer of a quarantined memory that is cited makes it anew where clean evidence remains', () => {
    expect(summary('').replay_step_ids).toEqual(['s1', 's2', 's3', 's4'])
    expect(summary('My seat is 12A.').replay_step_ids).toEqual(['s1', 's2', 's3', 's4'])
  })
  test('and does not where it rested on the fault and a question', () => {
    expect(summary('Which airline is it?').replay_step_ids).toEqual(['s2', 's3', 's4'])
  })
})

describe('R13 and the rest', () => {
  test('a supported step is preserved with its proof', () => {
    const plan = graph(`${chain}\nsupported s2 s3 s4 s5 s6 s7 m2`).plan()
    expect(plan.preserve_step_ids).toEqual(['s2', 's3', 's4', 's5', 's6', 's7'])
    expect(plan.suspicious_step_ids).toEqual(['s1'])
    expect(rulesOf(plan)).toMatchObject({ s2: 'R13', s7: 'R11', m2: 'R3' })
  })
  test('what irreversible actions did stays recorded', () => {
    const text = `
      m1 memory "Ship to Elm Street."
      s1 plan S1/1
      s2 tool_action S1/1 tool=ship
      s3 tool_observation S1/1 tool=ship
      s4 memory_write S1/1
      m2 memory "Tracking id TR77."
      s5 final_answer S1/1
      m1 -cite-> s1
      s1 -initiate-> s2
      s2 -produce-> s3
      s3 -support-> s4
      s4 -produce-> m2
      s3 -support-> s5
      fault m1`
    const plan = graph(text).plan({}, { irreversibleTools: ['ship'] })
    expect(plan.quarantine_memory_ids).toEqual([])
    expect(plan.rows.find(({ id }) => id === 'm2')).toEqual({
      id: 'm2',
      disposition: 'keep',
      rule: 'R3',
      reason: 'records what s2 did, which cannot be undone',
    })
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's5'])
    expect(plan.invalid_step_ids).toContain('s2')
    expect(graph(text).plan().quarantine_memory_ids).toEqual(['m2'])
  })
  test('steps that an earlier repair replaced are not replayed again', () => {
    const plan = graph(
      'm1 memory "x"\ns1 claim S1/1 settled\ns2 final_answer S1/1\nm1 -cite-> s1\ns1 -support-> s2\nm1 -cite-> s2\nfault m1',
    ).plan()
    expect(plan.replay_step_ids).toEqual(['s2'])
    expect(plan.suspicious_step_ids).toEqual(['s1'])
  })
  test('a stale answer is repaired on request, with what it needs', () => {
    const plan = graph(
      'm1 memory deleted "x"\ns1 claim S1/1 invalid\ns2 final_answer S1/1 invalid\nm1 -cite-> s1\ns1 -support-> s2\nfault m1\nanswer s2',
    ).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2'])
  })
})

describe('ablations', () => {
  test('without the planner everything affected is replayed but reads, and every derived memory leaves', () => {
    const plan = graph(`${chain}\nsupported s2 s3 s4 s5 s6 s7 m2`).plan({ planner: false })
    expect(plan.replay_step_ids).toEqual(['s2', 's3', 's4', 's6', 's7'])
    expect(plan.quarantine_memory_ids).toEqual(['m2'])
    expect(plan.redundant_step_ids).toEqual(['s5'])
  })
  test('without selective replay the dispositions of memories stay and the whole trace is replayed', () => {
    const all = graph(`${chain}\nsupported s2 s3 s4 s5 s6 s7 m2`).plan({ selectiveReplay: false })
    expect(all.replay_step_ids).toEqual(['s1', 's2', 's3', 's4', 's6', 's7'])
    expect(all.redundant_step_ids).toEqual(['s5'])
    expect(all.quarantine_memory_ids).toEqual([])
  })
})
