/** R14: plans that called no tool because a fault had told what it would have told. */
import { describe, expect, test } from 'vitest'
import { graph, rulesOf } from './graph.js'

/** A memory that nobody made is asked for in S1, and answered from in S2. */
const told = `
  m1 memory "Parcel P7 weighs 9 kg."
  u1 input S1/1 "What does parcel P7 weigh?"
  s1 memory_read S1/1
  s2 claim S1/1 "Parcel P7 weighs 9 kg."
  s3 plan S1/1 "Answer from what is known."
  s4 final_answer S1/1 "9 kg."
  u2 input S2/1 "From your notes, what does parcel P7 weigh?"
  s5 memory_read S2/1
  s6 claim S2/1 "Parcel P7 weighs 9 kg."
  s7 plan S2/1 "Answer from what is known."
  s8 final_answer S2/1 "9 kg."
  m1 -cite-> s1
  m1 -cite-> s2
  s1 -cite-> s2
  s2 -support-> s3
  u1 -support-> s3
  s2 -support-> s4
  m1 -cite-> s5
  m1 -cite-> s6
  s6 -support-> s7
  u2 -support-> s7
  s6 -support-> s8`

describe('R14: what a fault stood in for', () => {
  test('the plan of the answer\'s own turn is asked again, and so is a turn that the fault alone has answered, with its answer', () => {
    const plan = graph(`${told}\nfault m1`).plan()
    expect(rulesOf(plan)).toMatchObject({ s3: 'R14', s4: 'R14', s7: 'R14', s8: 'R11', s6: 'R8', s2: 'R9' })
    expect(plan.replay_step_ids.indexOf('s4')).toBeLessThan(plan.replay_step_ids.indexOf('s7'))
    expect(plan.rows.find(({ id }) => id === 's3')?.reason).toBe('m1 told its turn what a tool may tell, and no step made that')
    // until it is made again, the other session's answer is stale
    expect(plan.stale_answer_ids).toEqual(['s4'])
  })
  test('where a step made the fault, replaying it brings what is right: other turns are left alone', () => {
    const plan = graph(`s0 memory_write S0/1\n${told}\ns0 -produce-> m1\nfault m1 by s0`).plan()
    expect(rulesOf(plan)).toMatchObject({ s0: 'R4', s3: 'R10', s4: 'R10', s7: 'R14' })
  })
  test('a turn that has something clean to answer from is left alone', () => {
    const plan = graph(`m0 memory "Parcel P7 goes to Bonn."\n${told}\nm0 -cite-> s3\nfault m1`).plan()
    expect(rulesOf(plan)).toMatchObject({ s3: 'R10', s4: 'R10', s7: 'R14' })
  })
  test('a turn whose answer rests on another fault is left alone', () => {
    const other = told.replaceAll(/m1 -cite-> s(5|6)/g, 'm2 -cite-> s$1')
    const plan = graph(`m2 memory "Parcel P7 weighs 8 kg."\n${other}\nfault m2`).plan()
    expect(rulesOf(plan)).not.toHaveProperty('s3')
    expect(rulesOf(plan)).toMatchObject({ s7: 'R14' })
  })
  test('nothing of it in arm paper, nor where the answer stands', () => {
    expect(Object.values(rulesOf(graph(`${told}\nfault m1`).plan({ name: 'paper' })))).not.toContain('R14')
    expect(Object.values(rulesOf(graph(`${told}\nfault m1\nsupported s8`).plan()))).not.toContain('R14')
  })
  test('an earlier answer that told the fault although its turn had called a tool is made again, and its plan stands', () => {
    // s3 called a tool of its own accord, and the answer passed by what that returned: nothing of these is affected
    const called = told.replace('s2 -support-> s3\n', '').replace('  s4 final_answer', '  a1 tool_action S1/1 tool=weigh\n  o1 tool_observation S1/1 "4 kg"\n  s4 final_answer') + `
      s3 -initiate-> a1
      a1 -produce-> o1`
    expect(rulesOf(graph(`${called}\nfault m1`).plan())).toMatchObject({ s4: 'R14', s7: 'R14', s8: 'R11' })
    expect(rulesOf(graph(`${called}\nfault m1`).plan())).not.toHaveProperty('o1')
    // where it had used that, or its turn had looked up nothing, there is nothing to make it of anew
    expect(rulesOf(graph(`${called}\no1 -support-> s4\nfault m1`).plan())).toMatchObject({ s4: 'R10' })
    expect(rulesOf(graph(`${told.replace('s2 -support-> s3\n', '')}\nfault m1`).plan())).toMatchObject({ s4: 'R10' })
    // where a step made the fault, replaying that step brings what is right
    expect(rulesOf(graph(`s0 memory_write S0/1\n${called}\ns0 -produce-> m1\nfault m1 by s0`).plan())).toMatchObject({ s4: 'R10' })
    // and an answer that has clean evidence too is left alone
    expect(rulesOf(graph(`m0 memory "Parcel P7 goes to Bonn."\n${called}\nm0 -cite-> s4\nfault m1`).plan())).toMatchObject({ s4: 'R10' })
  })
})
