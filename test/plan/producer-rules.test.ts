/** R4: producers of faults and failed retirements. */
import { describe, expect, test } from 'vitest'
import { graph, reasonOf, rulesOf } from './graph.js'

describe('R4: what made a fault is replayed', () => {
  test('even if it is supported itself', () => {
    const plan = graph(`
      u1 input S1/1 "hello"
      s1 memory_write S1/1
      m1 memory "x"
      u1 -support-> s1
      s1 -produce-> m1
      fault m1 by s1
      supported s1`).plan()
    expect(plan.replay_step_ids).toEqual(['s1'])
    expect(plan.invalid_step_ids).toEqual([])
    expect(rulesOf(plan)).toEqual({ s1: 'R4', m1: 'R1' })
  })
  test('once for several faults, and a sound sibling is kept', () => {
    const plan = graph(`
      s1 memory_write S1/1
      m1 memory "x"
      m2 memory "y"
      m3 memory "z"
      s1 -produce-> m1
      s1 -produce-> m2
      s1 -produce-> m3
      fault m1 by s1
      fault m2 by s1
      supported s1 m3`).plan()
    expect(plan.replay_step_ids).toEqual(['s1'])
    expect(reasonOf(plan, 's1')).toContain('made m1, m2')
    expect(plan.rows.find(({ id }) => id === 'm3')).toMatchObject({ disposition: 'keep', rule: 'R3' })
  })
  const update = (verdict: string, status = 'active') =>
    graph(`
    m1 memory "router model A"
    u1 input S1/1 "It is model B."
    s1 memory_update S1/1
    m2 memory ${status} "router model B"
    s2 claim S2/1
    s3 final_answer S2/1
    u1 -support-> s1
    m1 -update-> s1
    m1 -cite-> s1
    s1 -produce-> m2
    m1 -cite-> s2
    s2 -support-> s3
    fault m1 missed by s1
    ${verdict}`).plan()
  test('a failed retirement is not where its own product stands: it is reused', () => {
    const plan = update('supported s1 m2')
    expect(plan.replay_step_ids).toEqual(['s2', 's3'])
    expect(plan.rows.find(({ id }) => id === 's1')).toMatchObject({
      disposition: 'preserve',
      rule: 'R13',
      reason: expect.stringContaining('m2 is there already'),
    })
    expect(plan.quarantine_memory_ids).toEqual([])
  })
  test('a failed retirement is where its product falls, or was not active', () => {
    expect(update('').replay_step_ids).toContain('s1')
    expect(update('supported s1 m2', 'superseded').replay_step_ids).toContain('s1')
  })
  test('a failed deletion is replayed: nothing shows that it worked', () => {
    const plan = graph('m1 memory "x"\ns1 memory_delete S1/1\nm1 -delete-> s1\nfault m1 missed by s1\nsupported s1').plan()
    expect(plan.replay_step_ids).toEqual(['s1'])
    expect(reasonOf(plan, 's1')).toContain('failed to retire m1')
  })
  test('a failed retirement that consumed several memories leaves the ones that nobody diagnosed', () => {
    const plan = graph(`
      m1 memory "x"
      m2 memory "y"
      s1 memory_consolidate S1/1
      m1 -consolidate-> s1
      m2 -consolidate-> s1
      fault m1 missed by s1
      supported s1`).plan()
    expect(plan.delete_memory_ids).toEqual(['m1'])
    expect(plan.replay_step_ids).toEqual(['s1'])
    expect(plan.affected).toEqual(['m1', 's1'])
  })
  test('an observation that made a fault is taken again through its action', () => {
    const plan = graph(`
      s0 plan S1/1
      s1 tool_action S1/1
      s2 tool_observation S1/1
      m1 memory "x"
      s0 -initiate-> s1
      s1 -produce-> s2
      s2 -produce-> m1
      fault m1 by s2
      supported s2`).plan()
    expect(rulesOf(plan)).toMatchObject({ s1: 'R4', s2: 'R7', s0: 'R9' })
    expect(plan.replay_step_ids).toEqual(['s1'])
    expect(plan.redundant_step_ids).toEqual(['s2'])
    expect(plan.preserve_step_ids).toEqual(['s0'])
  })
  test('not when an earlier repair replaced it', () => {
    const plan = graph('s1 memory_write S1/1 settled\nm1 memory "x"\ns1 -produce-> m1\nfault m1 by s1').plan()
    expect(plan.replay_step_ids).toEqual([])
    expect(rulesOf(plan).s1).toBe('R10')
  })
})
