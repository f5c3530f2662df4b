/** The shapes of the paper's four worked cases (appendix G), both arms. */
import { describe, expect, test } from 'vitest'
import { graph, rulesOf } from './graph.js'

describe('drifted summary', () => {
  const drift = graph(`
    m19 memory superseded "Order ORD00169 is shipped; the Home refund window is 30 days."
    u1 input S1/1 "Summarise the case."
    s132 memory_update S1/1
    f26 memory "Order ORD00169 is shipped; the Home refund window is 45 days."
    s136 memory_read S1/2
    s137 claim S1/2
    s138 memory_write S1/2
    m27 memory "Order ORD00169 is shipped."
    u3 input S1/3 "Using only the summary, tell me status and window."
    s146 memory_read S1/3
    s147 claim S1/3
    s148 final_answer S1/3
    m19 -update-> s132
    m19 -cite-> s132
    u1 -support-> s132
    m19 -supersede-> f26
    s132 -produce-> f26
    f26 -cite-> s136
    f26 -cite-> s137
    f26 -cite-> s138
    s138 -produce-> m27
    f26 -cite-> s146
    f26 -cite-> s147
    s147 -support-> s148
    fault f26 by s132
    supported s132 m27`)
  test.each(['facts', 'paper'] as const)('arm %s replays the update although supported, and the way of the answer', (name) => {
    const plan = drift.plan({ name })
    expect(plan.delete_memory_ids).toEqual(['f26'])
    expect(plan.replay_step_ids).toEqual(['s132', 's146', 's147', 's148'])
    expect(plan.suspicious_step_ids).toEqual(['s136', 's137', 's138'])
    expect(plan.quarantine_memory_ids).toEqual([])
    expect(plan.reopen_memory_ids).toEqual(['m19'])
    expect(rulesOf(plan)).toMatchObject({ s132: 'R4', s137: 'R10', m27: 'R3', m19: 'R12' })
  })
})

describe('wrong user', () => {
  const travel = graph(`
    f0 memory "The airline of the active flight was corrected to Qantas rather than ANA."
    m8 memory "Flight F0028 with ANA costs $275.99."
    s20 memory_consolidate S1/2
    m12 memory "Active flight: F0028, Qantas, $275.99."
    u3 input S1/3 "Which airline is my confirmed flight with?"
    s30 memory_read S1/3
    s31 claim S1/3
    s32 final_answer S1/3
    f0 -cite-> s20
    m8 -cite-> s20
    s20 -produce-> m12
    f0 -derive-> m12
    m8 -derive-> m12
    f0 -cite-> s30
    m12 -cite-> s30
    m12 -cite-> s31
    f0 -cite-> s31
    s31 -support-> s32
    fault f0`)
  test('arm facts takes root and summary out, and the summary is made anew from the clean record', () => {
    const plan = travel.plan()
    expect(plan.delete_memory_ids).toEqual(['f0'])
    expect(plan.quarantine_memory_ids).toEqual(['m12'])
    expect(plan.replay_step_ids).toEqual(['s20', 's30', 's31', 's32'])
    expect(plan.affected).not.toContain('m8')
  })
  test('arm paper leaves the summary active, because Qantas is none of its four patterns', () => {
    const plan = graph(travelText()).plan({ name: 'paper' })
    expect(plan.quarantine_memory_ids).toEqual([])
    expect(plan.replay_step_ids).toEqual(['s20', 's30', 's31', 's32'])
  })
  function travelText(): string {
    return `
      f0 memory "The airline was corrected to Qantas."
      s20 memory_consolidate S1/2
      m12 memory "Active flight with Qantas."
      s30 memory_read S1/3
      s31 claim S1/3
      s32 final_answer S1/3
      f0 -cite-> s20
      s20 -produce-> m12
      m12 -cite-> s30
      m12 -cite-> s31
      s31 -support-> s32
      fault f0`
  }
})

describe('poisoned price', () => {
  test('the comparison runs again; its old observation is not used; other products stay', () => {
    const plan = graph(`
      m1 memory "P0199 at StoreA: $67.00"
      s1 memory_write S1/1
      f3 memory "P0199 at StoreC: $88.67"
      u2 input S1/2 "Compare the prices of the product."
      s2 memory_read S1/2
      s3 plan S1/2
      s4 tool_action S1/2 tool=compare_price
      s5 tool_observation S1/2 tool=compare_price
      s6 memory_write S1/2
      m4 memory "The cheapest for P0199 is StoreB at $66.95."
      s7 claim S1/2
      s8 final_answer S1/2
      m9 memory "P0200 is blue."
      s1 -produce-> f3
      m1 -cite-> s2
      f3 -cite-> s2
      f3 -cite-> s3
      m1 -cite-> s3
      u2 -support-> s3
      s3 -initiate-> s4
      s4 -produce-> s5
      s5 -support-> s6
      s6 -produce-> m4
      m4 -cite-> s7
      s7 -support-> s8
      fault f3 by s1
      supported s1`).plan()
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's3', 's4', 's6', 's7', 's8'])
    expect(plan.redundant_step_ids).toEqual(['s5'])
    expect(plan.quarantine_memory_ids).toEqual(['m4'])
    expect(plan.rows.map(({ id }) => id)).not.toContain('m9')
  })
})

describe('one label at three levels', () => {
  test('three faults, their producers and the lookup are dealt with at once', () => {
    const plan = graph(`
      u1 input S1/1 "Which new button appears?"
      s40 plan S1/1
      s41 tool_action S1/1 tool=open_page
      s42 tool_observation S1/1 tool=open_page
      f5 memory "Header: Add to Private Task"
      s43 memory_write S1/1
      f6 memory "The label is Add to Private Task."
      s44 memory_consolidate S1/1
      f9 memory "Answer: Add to Private Task"
      s46 claim S1/1
      s49 claim S1/1
      s50 final_answer S1/1
      u1 -support-> s40
      s40 -initiate-> s41
      s41 -produce-> s42
      s42 -produce-> f5
      f5 -cite-> s43
      s43 -produce-> f6
      f6 -cite-> s44
      s44 -produce-> f9
      f6 -cite-> s46
      f9 -cite-> s49
      s46 -support-> s50
      s49 -support-> s50
      fault f5 by s42
      fault f6 by s43
      fault f9 by s44
      supported s42`).plan()
    expect(plan.delete_memory_ids).toEqual(['f5', 'f6', 'f9'])
    expect(plan.replay_step_ids).toEqual(['s41', 's43', 's44', 's46', 's49', 's50'])
    expect(plan.invalidated_claim_ids).toEqual(['s46', 's49'])
    expect(plan.redundant_step_ids).toEqual(['s42'])
    expect(plan.preserve_step_ids).toEqual(['s40'])
  })
})
