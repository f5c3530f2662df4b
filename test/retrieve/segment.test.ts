import { expect, test } from 'vitest'
import { segment } from '../../src/record/segment.js'
import { uuidV7 } from '../../src/record/uuid-v7.js'
import { questionWords } from '../../src/retrieve/question-words.js'

test.each([
  ['Hello, World!', 'hello world'],
  ['order_id=7', 'order_id 7 order id orderid'],
  ['getUserName()', 'getusername get user name'],
  ['HTTPServer2', 'httpserver2 http server 2'],
  ['a a a', 'a'],
  ['', ''],
  ['...', ''],
])('the words of %j are %j', (text, words) => {
  expect(segment(text).split(' ').sort()).toEqual(words.split(' ').sort())
})

test('Chinese is cut by dictionary', () => {
  expect(segment('退款政策').split(' ')).toContain('退款')
})

test.each([
  ['words', 'word '.repeat(52_000)], ['one word', 'w'.repeat(262_000)], ['camels', 'aB'.repeat(131_000)], ['dots', 'a.'.repeat(131_000)],
  ['signs', '_'.repeat(262_000)], ['blanks', ' '.repeat(262_000)], ['capitals', 'A'.repeat(262_000)], ['Chinese', '中文'.repeat(43_000)],
  ['emoji', '👍'.repeat(65_000)], ['JSON', '{"order_id":"X-1","userName":"b"},'.repeat(7_500)],
])('256 kB of %s are cut in no time', (_what, text) => {
  const startedAt = process.cpuUsage()
  const words = segment(text)
  expect(process.cpuUsage(startedAt).user).toBeLessThan(4_000_000) // microseconds
  expect(words.isWellFormed()).toBe(true)
})

test('a long text has the words of its parts', () => {
  const sentences = Array.from({ length: 400 }, (_, i) => `In ${1900 + i} the agent's order_id ${i} cost 1,200.50 euros at user@example.com; getUserName${i}() said 退款政策 and 👍🏽.`)
  const parts = new Set(sentences.flatMap((sentence) => segment(sentence).split(' ')))
  expect(new Set(segment(sentences.join(' ')).split(' '))).toEqual(parts)
})

test('binding words are not looked for, unless there are no others', () => {
  expect(questionWords('What is the status of my order?')).toBe('status order')
  expect(questionWords('what is it?')).toBe('what is it')
})

test('ids that clients make are UUIDs of version 7 and rise with time', () => {
  const ids = Array.from({ length: 1000 }, uuidV7)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.map((id) => id.slice(0, 13))).toEqual(ids.map((id) => id.slice(0, 13)).sort())
})
