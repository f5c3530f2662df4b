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
