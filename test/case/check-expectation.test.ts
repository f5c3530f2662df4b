import { expect, test } from 'vitest'
import type { Expectation } from '../../src/case/case-file.js'
import { checkExpectation } from '../../src/case/check-expectation.js'
import type { CaseOutcome } from '../../src/case/outcome.js'

const outcome: CaseOutcome = {
  plan: {
    format: 'emend/plan@1', policy: 'facts', hash: 'h', affected: ['m1', 's1', 's2'], supported: ['s1'], delete_memory_ids: ['m1'], quarantine_memory_ids: [],
    reopen_memory_ids: [], invalid_step_ids: ['s2'], invalidated_claim_ids: [], replay_step_ids: ['s2'], preserve_step_ids: ['s1'], redundant_step_ids: [],
    suspicious_step_ids: [], stale_answer_ids: [], rows: [],
  },
  answer: { before: 'Red.', after: 'The bag is Blue.', regenerated: true },
  memories: [{ id: 'm1', status: 'deleted', content: 'The bag is red.' }, { id: 'm2', status: 'active', content: 'The bag is blue.' }],
  calls: { model: 2, tool: { look: 1 }, probe: 1 },
  refused: null, refusal: null,
}

const shortfalls = (expectation: Expectation, given: Partial<CaseOutcome> = {}) =>
  checkExpectation(expectation, { ...outcome, ...given }).map(({ place, expected, got }) => `${place}: expected ${expected}, got ${got}`)

test('What holds says nothing', () => {
  expect(shortfalls({
    affected: ['s2', 's1', 'm1'], supported: { has: ['s1'], lacks: ['s2'] }, delete: ['m1'], quarantine: [], reopen: [], invalid: ['s2'], replay: ['s2'],
    preserve: ['s1'], suspicious: [], redundant: [], stale_answers: [], active_after: ['m2'], inactive_after: ['m1'], active_text: ['BLUE'], inactive_text: ['Red'],
    answer_contains: ['blue'], answer_lacks: ['red'], answer_regenerated: true, model_calls_max: 3, tool_calls: { look: 1, other: 0 },
  })).toEqual([])
})

test.each<[Expectation, string]>([
  [{ affected: ['m1', 's1'] }, 'expect.affected: expected [m1, s1], got [m1, s1, s2]: s2 is too many'],
  [{ delete: ['m1', 'm2'] }, 'expect.delete: expected [m1, m2], got [m1]: m2 is missing'],
  [{ replay: { has: ['s1'] } }, 'expect.replay.has: expected [s1], got [s2]'],
  [{ invalid: { lacks: ['s2'] } }, 'expect.invalid.lacks: expected none of [s2], got [s2]'],
  [{ active_after: ['m1'] }, 'expect.active_after: expected m1 is active, got deleted'],
  [{ inactive_after: ['m2'] }, 'expect.inactive_after: expected m2 is not active, got active'],
  [{ active_text: ['red'] }, 'expect.active_text: expected an active memory with "red", got [m2 "The bag is blue."]'],
  [{ inactive_text: ['blue'] }, 'expect.inactive_text: expected no active memory with "blue", got [m2 "The bag is blue."]'],
  [{ answer_contains: ['green'] }, 'expect.answer_contains: expected "green", got "The bag is Blue."'],
  [{ answer_lacks: ['bag'] }, 'expect.answer_lacks: expected no "bag", got "The bag is Blue."'],
  [{ answer_regenerated: false }, 'expect.answer_regenerated: expected false, got true'],
  [{ model_calls_max: 2 }, 'expect.model_calls_max: expected at most 2, got 3 (1 of them probes)'],
  [{ tool_calls: { look: 0 } }, 'expect.tool_calls.look: expected 0, got 1'],
  [{ refused: 'tombstoned' }, 'expect.refused: expected tombstoned, got not refused'],
])('%j falls short and says so', (expectation, message) => {
  expect(shortfalls(expectation)).toEqual([message])
})

test('A refusal that was not expected is a shortfall, one that was is none', () => {
  const refused = { refused: 'tombstoned', refusal: 'a repair has deleted this' } as const
  expect(shortfalls({ active_after: ['m2'] }, refused)).toEqual(['expect.refused: expected not refused, got tombstoned: a repair has deleted this'])
  expect(shortfalls({ refused: 'tombstoned' }, refused)).toEqual([])
})
