import { expect, test } from 'vitest'
import { holdsFact, isRight, oraclePort } from '../../../src/bench/controlled/oracle.js'

test.each<[string, string, boolean]>([
  ['The price is $1,200.00.', '1200 USD', true],
  ['The price is 63.90.', '$63.9', true],
  ['The window is 145 days.', '45', false],
  ['The window is 45.5 days.', '45', false],
  ['It costs 12.45.', '45', false],
  ['It was 45.', '45', true],
  ['The date is 5 March 2026.', '2026-03-05', true],
  ['The date is March 5, 2026.', '5 March 2026', true],
  ['日期是2026年3月5日。', 'March 5, 2026', true],
  ['The date is 15 March 2026.', '5 March 2026', false],
  ['The user lives at 14 elm  street now.', '14 Elm Street', true],
  ['The user lives at 114 Elm Street.', '14 Elm Street', false],
  ['用户的送货地址是榆树街14号。', '榆树街14号', true],
  ['用户的送货地址是榆树街114号。', '榆树街14号', false],
  ['Paid first thing.', 'first', true],
  ['A firstling.', 'first', false],
  ['Anything.', '', false],
])('%s / %s: %s', (text, form, holds) => {
  expect(holdsFact(text, { name: 'fact', anyOf: [form] })).toBe(holds)
})

test('an answer is right with every required fact in some spelling and without a forbidden one', () => {
  const labels = { required: [{ name: 'seat', anyOf: ['window', 'by the window'] }], forbidden: [{ name: 'seat', anyOf: ['aisle'] }] }
  expect(isRight('It is window.', labels)).toBe(true)
  expect(isRight('It is window, not aisle.', labels)).toBe(false)
  expect(isRight('I do not know that.', labels)).toBe(false)
  expect(oraclePort({ ...labels, benign: [], affectedClaims: [], cleanAnswer: '' })('A window seat.')).toBe(true)
})
