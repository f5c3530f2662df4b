/**
 * What the paper's rules give for the cases of test/cases, right or wrong. Each entry stands in the place of the case's
 * own expectations, with policy paper; `holds` says whether the user is told the truth in the end.
 */
import type { Expectation } from '../../src/case/case-file.js'

interface PaperArm {
  holds: boolean
  why: string
  expect: Expectation
}

/** By id of the case. */
export const paperArm: Record<string, PaperArm> = {
  'drifted-summary': {
    holds: true,
    why: 'the claims cite nothing but the drifted summary, and its producer is replayed from the summary before it',
    expect: {
      affected: ['s_132', 'm_f026', 's_133', 's_134', 's_135', 's_136', 's_137', 's_138', 's_139', 'm_027', 'm_028', 's_140', 's_141', 's_142', 's_143', 'm_029', 's_145', 's_146', 's_147', 'm_030', 's_148'],
      delete: ['m_f026'], quarantine: [], replay: { has: ['s_132', 's_146', 's_148'], lacks: ['s_137'] }, suspicious: { has: ['s_137'] },
      active_after: ['m_027', 'm_028', 'm_029', 'm_030'], answer_contains: ['shipped', '30'], answer_lacks: ['45'],
    },
  },
  'wrong-user': {
    holds: false,
    why: 'one clean parent saves the whole summary, wrong airline and all: the support is existential',
    expect: { delete: ['m_f000'], quarantine: [], supported: { has: ['m_008', 's_006'] }, active_after: ['m_008'], active_text: ['Qantas'], answer_contains: ['Qantas'] },
  },
  'poisoned-price': {
    holds: false,
    why: 'the plan cites a read that also returned clean prices, so it is kept, and with it the comparison that started from the poisoned one',
    expect: { delete: ['m_f003'], preserve: { has: ['s_002', 's_003', 's_004'] }, tool_calls: { compare_price: 0 }, answer_contains: ['StoreB'], answer_lacks: ['63.99'] },
  },
  'one-label-three-levels': {
    holds: true,
    why: 'claim and plan cite the faults only, so the lookup runs again',
    expect: {
      delete: ['m_f005', 'm_f006', 'm_f009'], replay: { has: ['s_044', 's_047', 's_048', 's_050', 's_051', 's_052'] },
      inactive_text: ['Add to Private Task'], active_text: ['Attach to Private Task'], answer_contains: ['Attach to Private Task'], tool_calls: { lookup_page: 1 },
    },
  },
  'retraction-that-must-hold': {
    holds: false,
    why: 'the claim is preserved because its read also returned the right city, though it states the wrong one',
    expect: { delete: ['m1x'], supported: { has: ['s5'] }, active_after: ['m2'], inactive_after: ['m1', 'm1x'], answer_contains: ['Porto'] },
  },
  'second-witness': {
    holds: true,
    why: 'right, at a price: what is preserved validates nobody, so the second claim and the answer are made again',
    expect: { delete: ['m1'], quarantine: ['m3'], preserve: { has: ['c1'] }, replay: { has: ['c2', 'a1'] }, answer_regenerated: true, answer_contains: ['Gold'], tool_calls: { get_account: 0 } },
  },
  'second-witness-reversed': {
    holds: true,
    why: 'the order of sources does not matter to the paper either',
    expect: { delete: ['m1'], quarantine: ['m3'], preserve: { has: ['c1'] }, replay: { has: ['c2', 'a1'] }, answer_regenerated: true, answer_contains: ['Gold'], tool_calls: { get_account: 0 } },
  },
  'echo-between-agents': {
    holds: false,
    why: 'the question of the user counts as a trusted root of the confirmation, so the invented limit stays in the store',
    expect: { delete: ['m1'], quarantine: ['m2', 'm3'], supported: { has: ['m4'] }, active_after: ['m4'], active_text: ['50 requests per minute'], answer_lacks: ['50'] },
  },
  'bad-superseder': {
    holds: true,
    why: 'the plan cites the fault only; the retired memory is reopened',
    expect: { delete: ['m2'], reopen: ['m1'], active_text: ['allergic to nuts'], inactive_text: ['no allergies'], answer_contains: ['allergic to nuts'] },
  },
  'bad-superseder-of-a-fault': {
    holds: false,
    why: 'an unrelated remark of the user in the same turn keeps the invented memory active until it is diagnosed itself',
    expect: { delete: ['m1'], supported: { has: ['m2'] }, active_after: ['m0', 'm2'], inactive_after: ['m1'] },
  },
  'update-that-reported-success': {
    holds: false,
    why: 'the plan cites the question of the user, so it is kept, and the firmware of the wrong model with it',
    expect: { delete: ['m1'], preserve: { has: ['x1', 'p1', 't1', 'o1'] }, active_after: ['m2'], tool_calls: { firmware_lookup: 0 }, answer_contains: ['5.1.0'], answer_lacks: ['7.2.4'] },
  },
  'assistant-taken-for-user': {
    holds: false,
    why: 'a clean preference saves the plan, and the expert course stays',
    expect: { delete: ['m1'], preserve: { has: ['p1', 't1', 'o1'] }, active_after: ['m2'], tool_calls: { recommend_course: 0 }, answer_contains: ['Rust Internals'] },
  },
  'irreversible-call': {
    holds: false,
    why: 'no second shipment, but only because the plan to the wrong address is taken for supported',
    expect: { delete: ['m1'], preserve: { has: ['s2', 's3', 's4'] }, active_after: ['m0', 'm2'], tool_calls: { ship: 0 } },
  },
  'in-flight': {
    holds: true,
    why: 'containment does not depend on the arm',
    expect: { delete: ['m1'], active_after: ['m0'], inactive_after: ['m1'] },
  },
  'false-alarm': {
    holds: true,
    why: 'the derived memory repeats the time of the fault, so it is quarantined',
    expect: { delete: ['m1'], quarantine: ['d1'], inactive_after: ['m1', 'd1'], active_after: ['m3'], answer_regenerated: true, answer_lacks: ['Osteria Bruna'] },
  },
}
