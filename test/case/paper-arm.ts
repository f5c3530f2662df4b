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
  'correction-that-came-later': {
    holds: true,
    why: 'the past readers are traced, and the word of the user saves the correction',
    expect: { delete: ['m1'], quarantine: ['m3'], supported: ['x1', 'm2'], active_after: ['m0', 'm2'], inactive_after: ['m1', 'm3'], answer_regenerated: true, answer_lacks: ['B12'] },
  },
  'correction-in-few-words': {
    holds: false,
    why: 'the question of the user saves the plan, and with it the firmware of the wrong model',
    expect: { delete: ['m1'], supported: { has: ['x1', 'm2', 'p1', 't1', 'o1'] }, active_after: ['m2'], tool_calls: { firmware_lookup: 0 }, answer_contains: ['5.1.0'] },
  },
  'stale-memory-with-early-readers': {
    holds: true,
    why: 'the readers from before the failed update are as clean to the paper: its time cut is the same',
    expect: { affected: ['m1', 'x1', 'm2', 's3', 'c3', 'a3'], delete: ['m1'], supported: ['x1', 'm2'], active_after: ['m2'], answer_contains: ['9 July'] },
  },
  'consolidation-that-retired-nothing': {
    holds: false,
    why: 'the consolidation runs again, but the claim of the old size is saved by a memory about colours',
    expect: { delete: ['m1'], replay: { has: ['x1'] }, supported: { has: ['c1'] }, active_text: ['43', 'blue'], answer_contains: ['42'] },
  },
  'answer-from-an-absence': {
    holds: false,
    why: 'nothing follows what a read did not return, so the answer that knows nothing stays',
    expect: { affected: ['x1', 'm2'], delete: ['m2'], reopen: ['m1'], active_text: ['lactose intolerant'], answer_contains: ['no record'] },
  },
  'two-faults-of-one-producer': {
    holds: true,
    why: 'the producer is replayed from what the user said, once for both',
    expect: { delete: ['m2', 'm3'], supported: ['s1', 'm1'], replay: ['s1', 's2', 'c1', 'a1'], active_text: ['555-0101', '04109'], inactive_text: ['9999'], answer_contains: ['04109'] },
  },
  'alternatives-that-stand-or-fall': {
    holds: true,
    why: 'recorded justifications are not looked at: any clean witness saves both claims',
    expect: { delete: ['m1'], supported: ['c1', 'c2'], answer_regenerated: true, answer_contains: ['1234'], tool_calls: { read_label: 0 } },
  },
  'witnesses-that-are-none': {
    holds: false,
    why: 'one clean memory beside the fault saves every claim, also the one that it contradicts',
    expect: { delete: ['m1'], supported: ['c1', 'c2', 'c3', 'c4', 'c5'], active_after: ['m2', 'm3', 'm4'], answer_contains: ['Ben is allergic to penicillin'] },
  },
  'circle-of-late-evidence': {
    holds: true,
    why: 'what is preserved validates nobody, so a circle is no support here either',
    expect: { supported: [], delete: ['m1'], quarantine: ['m3', 'm4'], inactive_text: ['bridge'], answer_lacks: ['closed'] },
  },
  'shipment-noted-without-sources': {
    holds: false,
    why: 'no second shipment, because the request of the user saves the plan; the answer no longer says where the parcel went',
    expect: { delete: ['m1'], supported: { has: ['s2', 's3', 's4'] }, active_after: ['m0', 'm2'], tool_calls: { ship: 0 } },
  },
  'foreign-airline': {
    holds: false,
    why: 'one clean parent saves the summary with the wrong airline, in any language',
    expect: { delete: ['m_f'], quarantine: [], supported: { has: ['m_8', 's6'] }, active_after: ['m_8'], active_text: ['澳洲航空'], answer_contains: ['澳洲航空'] },
  },
  'tool-that-fails-again': {
    holds: false,
    why: 'the balance is no fact of the fault, so the memory of it stays and is answered again',
    expect: { delete: ['m1'], quarantine: [], replay: { has: ['p1', 't1', 'a1'] }, active_after: ['m2', 'm3'], answer_contains: ['$900'], tool_calls: { get_balance: 1 } },
  },
  'answer-of-another-session': {
    holds: true,
    why: 'the other answer is marked stale in both arms',
    expect: { delete: ['m1'], quarantine: ['m3'], stale_answers: ['a2'], active_after: ['m2'], answer_contains: ['15:00'], answer_lacks: ['13:00'] },
  },
  'alarm-that-went-off-twice': {
    holds: true,
    why: 'the answer is made again; a name is none of the four patterns, so what was derived stays',
    expect: { delete: ['m1'], quarantine: [], active_after: ['m3', 'd1'], answer_regenerated: true, answer_lacks: ['Bruna'] },
  },
  'memory-that-is-partly-wrong': {
    holds: true,
    why: 'its producer is replayed from what the user said',
    expect: { delete: ['m1'], replay: { has: ['s1', 's2', 'a1'] }, active_text: ['Porto', 'vegetarian'], inactive_text: ['Lisbon'], answer_contains: ['Porto'] },
  },
  'fault-that-its-source-contests': {
    holds: true,
    why: 'a diagnosis is obeyed in both arms, and a person is told',
    expect: { delete: ['m1'], inactive_after: ['m1'], inactive_text: ['9:40'], answer_lacks: ['9:40'] },
  },
}
