import { expect, test } from 'vitest'
import { failedAnswer } from '../../src/plan/failed-answer.js'
import type { NodeKind } from '../../src/vocabulary.js'

const node = (id: number, kind: NodeKind, session: number, isAffected = true, isInvalidBefore = false) => ({
  id,
  kind,
  session,
  isAffected,
  isInvalidBefore,
  place: id,
})

test('the answer that a fault names wins, the youngest of several', () => {
  expect(failedAnswer([node(1, 'final_answer', 1), node(2, 'final_answer', 1)], [1])).toBe(1)
  expect(failedAnswer([], [3, 8])).toBe(8)
})
test('else the last affected answer of the session with the youngest affected step', () => {
  expect(failedAnswer([node(1, 'final_answer', 1), node(2, 'final_answer', 1), node(3, 'final_answer', 2), node(4, 'claim', 1)])).toBe(2)
})
test('else of any session', () => expect(failedAnswer([node(1, 'final_answer', 1), node(2, 'memory_write', 2)])).toBe(1))
test('answers that are not affected or were replaced do not count', () => {
  expect(failedAnswer([node(1, 'final_answer', 1), node(2, 'final_answer', 1, false), node(3, 'final_answer', 1, true, true)])).toBe(1)
})
test('else a clean one of that session, which arm facts keeps', () => {
  expect(failedAnswer([node(1, 'claim', 1), node(2, 'final_answer', 1, false), node(3, 'final_answer', 2, false)])).toBe(2)
})
test('there may be none', () => expect(failedAnswer([node(1, 'claim', 1)])).toBeNull())
