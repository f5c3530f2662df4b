/** Texts made to make a reader slow: reading stays near linear in their length. */
import { expect, test } from 'vitest'
import { findUncovered } from '../../src/facts/cover.js'
import { extractFacts } from '../../src/facts/extract.js'
import { paperFacts } from '../../src/facts/paper-patterns.js'

const pieces = [
  'a', '1', '-1', '1-', 'a-1', '1,', '1.', '1 ', '1,111', "1'111", ' and ', ' and is ', ', which ', 'the ', '"', '"a', '@', 'a.', 'a@a.', 'a_', '_1', '#', '$', '$1', '不', '没有', '过敏',
  '1 day ', '1-day', '3 May ', '2026-01-', '1:', '12:00 ', 'no ', "don't ", '- ', '1. ', '. ', '\n', '\n{', '[', '{"a":', '{"a":[', ' over ', ' rather than ', "A's ", 'http://', 'Please ', 'if ', 'ß', '\u0301',
  '1 day is A1 and ', 'x costs $5 and B', '? ', ';',
]

test.each(pieces)('%j, many times', (piece) => {
  const text = piece.repeat(Math.ceil(20_000 / piece.length))
  const start = process.cpuUsage().user
  extractFacts(text)
  paperFacts(text)
  const seconds = (process.cpuUsage().user - start) / 1e6
  expect(seconds).toBeLessThan(2)
})

test.each(['L', 'Ll', "A's", 'A '])('somebody whose name is long, %j', (piece) => {
  const start = process.cpuUsage().user
  extractFacts(`My brother ${piece.repeat(900 / piece.length)}. `.repeat(20))
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2)
})

test('long premises do not make a comparison slow', () => {
  const text = Array.from({ length: 1500 }, (_, index) => `Order ORD${index} costs $${index} and ships in ${index % 30} days.`).join(' ')
  const start = process.cpuUsage().user
  expect(findUncovered([{ text: 'Order ORD77 costs $77. Order ORD78 costs $77.' }], [{ id: 1, text }]).missing).toEqual(['$77 (ORD78)'])
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2)
})
