/** Every rule of the planner, where it fires and where it does not. */
import { describe, expect, test } from 'vitest'
import { graph, rulesOf } from './graph.js'

const reasonOf = (plan: { rows: { id: string; reason: string }[] }, id: string): string => plan.rows.find((row) => row.id === id)?.reason ?? ''

/** A root memory is read, cited, planned with, answered from, and written back. */
const chain = `
  m0 memory "The lounge is on floor 2."
  m1 memory "The plan is Gold."
  u1 input S1/1 "What does my plan give me?"
  s1 memory_read S1/1
  s2 claim S1/1 "The plan is Gold."
  s3 plan S1/1
  s4 tool_action S1/1 tool=perks
  s5 tool_observation S1/1 tool=perks
  s6 memory_write S1/1
  m2 memory "Gold perks apply."
  s7 final_answer S1/1
  m1 -cite-> s1
  m0 -cite-> s1
  m1 -cite-> s2
  u1 -support-> s2
  s2 -support-> s3
  s3 -initiate-> s4
  s4 -produce-> s5
  s2 -support-> s6
  s6 -produce-> m2
  s5 -support-> s7
  s2 -support-> s7
  fault m1`

describe('R1: a diagnosed memory is deleted', () => {
  test('and a fault without downstream is all there is to do', () => {
    const plan = graph('m1 memory "x"\nm2 memory "y"\nfault m1').plan()
    expect(plan.rows).toEqual([{ id: 'm1', disposition: 'delete', rule: 'R1', reason: 'diagnosed by test' }])
    expect(plan.replay_step_ids).toEqual([])
  })
  test('even when it was retired or withdrawn before', () => {
    for (const status of ['superseded', 'deleted', 'quarantined']) expect(graph(`m1 memory ${status} "x"\nfault m1`).plan().delete_memory_ids).toEqual(['m1'])
  })
  test('and what clean evidence says too is marked contested', () => {
    const plan = graph(`
      m1 memory "The account plan is Gold."
      m2 memory "The plan of the account is Gold."
      fault m1`).plan()
    expect(reasonOf(plan, 'm1')).toBe('diagnosed by test; contested by m2')
  })
  test('but not a stale one, which was true once', () => {
    const plan = graph(`
      m0 memory "The plan is Gold."
      m1 memory "The plan is Gold."
      s1 memory_delete S1/1
      m1 -delete-> s1
      fault m1 missed by s1`).plan()
    expect(reasonOf(plan, 'm1')).toBe('diagnosed by test')
  })
})

describe('R2 and R3: derived memories', () => {
  test('an unsupported one is quarantined, a supported one kept', () => {
    const text = `
      m1 memory "x"
      m2 memory "y"
      m3 memory "z"
      m1 -derive-> m2
      m1 -derive-> m3
      fault m1
      supported m3`
    const plan = graph(text).plan()
    expect(plan.quarantine_memory_ids).toEqual(['m2'])
    expect(plan.rows.find(({ id }) => id === 'm3')).toMatchObject({ disposition: 'keep', rule: 'R3' })
    expect(plan.supported).toEqual(['m3'])
  })
  test('one that an earlier repair took out stays as it is', () => {
    const plan = graph('m1 memory "x"\nm2 memory quarantined "y"\nm1 -derive-> m2\nfault m1').plan()
    expect(plan.quarantine_memory_ids).toEqual([])
    expect(plan.rows[1]).toMatchObject({ id: 'm2', disposition: 'keep', reason: expect.stringContaining('already quarantined') })
  })
  test('a superseded one is quarantined too, so that nothing rests on it', () => {
    expect(graph('m1 memory "x"\nm2 memory superseded "y"\nm1 -derive-> m2\nfault m1').plan().quarantine_memory_ids).toEqual(['m2'])
  })
  test('arm paper quarantines only what carries a fact of the fault that nothing clean has', () => {
    const of = (content: string, clean: string[] = []) => graph(`m1 memory "window 45 days"\nm2 memory "${content}"\nm1 -derive-> m2\nfault m1`)
      .plan({ name: 'paper' }, { cleanActiveTexts: clean }).quarantine_memory_ids
    expect(of('the window is 45')).toEqual(['m2'])
    expect(of('the window is 45', ['45 pieces'])).toEqual([])
    expect(of('the window is long')).toEqual([])
  })
  test('arm paper misses what its patterns miss: a colour, an airline', () => {
    const plan = graph('m1 memory "prefers red"\nm2 memory "red shoes"\nm1 -derive-> m2\nfault m1').plan({ name: 'paper' })
    expect(plan.quarantine_memory_ids).toEqual([])
  })
})

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
  const update = (verdict: string, status = 'active') => graph(`
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
    expect(plan.rows.find(({ id }) => id === 's1')).toMatchObject({ disposition: 'preserve', rule: 'R13', reason: expect.stringContaining('m2 is there already') })
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
    const plan = graph('s1 memory_write S1/1 invalid\nm1 memory "x"\ns1 -produce-> m1\nfault m1 by s1').plan()
    expect(plan.replay_step_ids).toEqual([])
    expect(rulesOf(plan).s1).toBe('R10')
  })
})

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
    expect(plan.rows.find(({ id }) => id === 's1')).toEqual({ id: 's1', disposition: 'preserve', rule: 'R9', reason: 'fixed context of s4' })
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
  const summary = (evidence: string) => graph(`
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

describe('R12: retired by a fault', () => {
  const text = (more = '', status = 'superseded') => `
    m1 memory ${status} "allergic to nuts"
    u2 input S2/1 "I like pretzels."
    s2 memory_update S2/1
    m2 memory "no allergies"
    m1 -cite-> s2
    m1 -update-> s2
    s2 -produce-> m2
    m1 -supersede-> m2
    fault m2 by s2
    ${more}`
  test('a memory whose only superseder is a fault comes back', () => {
    const plan = graph(text()).plan()
    expect(plan.reopen_memory_ids).toEqual(['m1'])
    expect(reasonOf(plan, 'm1')).toBe('was superseded by m2, which leaves')
  })
  test('also without a supersede edge, when the step that made the fault consumed it', () => {
    expect(graph(text().replace('m1 -supersede-> m2', '')).plan().reopen_memory_ids).toEqual(['m1'])
  })
  test('one that was diagnosed before stays out', () => {
    expect(graph(text('', 'deleted')).plan().reopen_memory_ids).toEqual([])
    expect(graph(text('fault m1')).plan().reopen_memory_ids).toEqual([])
  })
  test('one that another memory replaces as well stays retired', () => {
    expect(graph(`${text()}\nm3 memory "allergic to nuts and eggs"\nm1 -supersede-> m3`).plan().reopen_memory_ids).toEqual([])
  })
  test('of a chain whose later links all leave, the last sound one comes back', () => {
    const plan = graph(`
      m1 memory superseded "a"
      m2 memory superseded "b"
      m3 memory "c"
      m1 -supersede-> m2
      m2 -supersede-> m3
      fault m3`).plan()
    expect(plan.reopen_memory_ids).toEqual(['m2'])
  })
  test('the end state does not depend on which link was diagnosed first', () => {
    const links = (second: string, third: string, faults: string) => graph(`
      m1 memory superseded "a"
      m2 memory ${second} "b"
      m3 memory ${third} "c"
      m1 -supersede-> m2
      m2 -supersede-> m3
      ${faults}`).plan().reopen_memory_ids
    expect(links('superseded', 'active', 'fault m2\nfault m3')).toEqual(['m1'])
    expect(links('superseded', 'active', 'fault m2')).toEqual([]) // m3 still stands for it
    expect(links('deleted', 'active', 'fault m3')).toEqual(['m1'])
    expect(links('superseded', 'active', 'fault m3')).toEqual(['m2'])
    expect(links('active', 'deleted', 'fault m2')).toEqual(['m1'])
  })
  test('what a stale memory had rightly replaced stays retired', () => {
    const plan = graph(`
      m0 memory superseded "model 0"
      m1 memory "model A"
      s1 memory_delete S1/1
      m0 -supersede-> m1
      m1 -delete-> s1
      fault m1 missed by s1`).plan()
    expect(plan.reopen_memory_ids).toEqual([])
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
    expect(plan.rows.find(({ id }) => id === 'm2')).toEqual({ id: 'm2', disposition: 'keep', rule: 'R3', reason: 'records what s2 did, which cannot be undone' })
    expect(plan.replay_step_ids).toEqual(['s1', 's2', 's5'])
    expect(plan.invalid_step_ids).toContain('s2')
    expect(graph(text).plan().quarantine_memory_ids).toEqual(['m2'])
  })
  test('steps that an earlier repair replaced are not replayed again', () => {
    const plan = graph('m1 memory "x"\ns1 claim S1/1 invalid\ns2 final_answer S1/1\nm1 -cite-> s1\ns1 -support-> s2\nm1 -cite-> s2\nfault m1').plan()
    expect(plan.replay_step_ids).toEqual(['s2'])
    expect(plan.suspicious_step_ids).toEqual(['s1'])
  })
  test('a stale answer is repaired on request, with what it needs', () => {
    const plan = graph('m1 memory deleted "x"\ns1 claim S1/1 invalid\ns2 final_answer S1/1 invalid\nm1 -cite-> s1\ns1 -support-> s2\nfault m1\nanswer s2').plan()
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
