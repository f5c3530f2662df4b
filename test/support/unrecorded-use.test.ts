import { expect, test } from 'vitest'
import { digitWords } from '../../src/support/digit-words.js'
import { unrecordedUse } from '../../src/support/unrecorded-use.js'
import { graph } from '../plan/graph.js'

/** Edges by name, with the nodes named in `fallen` fallen. */
function usesOf(text: string, fallen: string): string[] {
  const { input, ids } = graph(text)
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  return unrecordedUse(input, new Set(fallen.split(' ').map((name) => ids.get(name)!))).map(({ source, target }) => `${names.get(source)}>${names.get(target)}`)
}

const turn = `
  m1 memory "The gate is C30."
  u1 input S1/1 "Where do I board?"
  s1 memory_read S1/1
  s2 claim S1/1 "The gate is C30."
  m1 -cite-> s1
  m1 -cite-> s2`

test('what says a value that only a fallen step of its turn says has it from there', () => {
  expect(usesOf(`${turn}\n s3 final_answer S1/1 "Gate C30."\n u1 -support-> s3`, 'm1 s2')).toEqual(['s2>s3'])
})

test('from the memory, where the turn has read it and made nothing of it', () => {
  expect(usesOf(`${turn}\n s3 final_answer S1/1 "Gate C30."\n u1 -support-> s3`, 'm1')).toEqual(['m1>s3'])
})

test('a value in other words is the same value', () => {
  const dated = turn.replaceAll('C30', '3 May 2026')
  expect(usesOf(`${dated}\n s3 final_answer S1/1 "On 2026-05-03."\n u1 -support-> s3`, 'm1 s2')).toEqual(['s2>s3'])
  expect(usesOf(`${dated}\n m2 memory "Boarding is on 2026-05-03."\n s3 final_answer S1/1 "On 3 May 2026."\n m2 -cite-> s3`, 'm1 s2')).toEqual([])
})

test('nothing is inferred where evidence is named, where the user said it, in other turns, for words, nor from what comes later', () => {
  expect(usesOf(`${turn}\n s3 final_answer S1/1 "Gate C30."\n s2 -support-> s3`, 'm1 s2')).toEqual([])
  expect(usesOf(`${turn.replace('Where do I board?', 'Is it C30?')}\n s3 final_answer S1/1 "Gate C30."\n u1 -support-> s3`, 'm1 s2')).toEqual([])
  expect(usesOf(`${turn}\n u2 input S1/2 "And now?"\n s3 final_answer S1/2 "Gate C30."\n u2 -support-> s3`, 'm1 s2')).toEqual([])
  expect(usesOf(`${turn.replaceAll('C30', 'green')}\n s3 final_answer S1/1 "The green gate."\n u1 -support-> s3`, 'm1 s2')).toEqual([])
  expect(usesOf(`u1 input S1/1 "Where?"\n s3 claim S1/1 "Gate C30."\n u1 -support-> s3\n s4 claim S1/1 "The gate is C30."`, 's4')).toEqual([])
  expect(usesOf(`${turn}\n s3 final_answer S1/1 "Gate C30."\n u1 -support-> s3`, 's1')).toEqual([])
})

test('of a plan also where other evidence names the thing: it was chosen', () => {
  const other = 'm2 memory "At C30 there is a cafe."\n s3 plan S1/1 "Go to C30."\n m2 -cite-> s3'
  expect(usesOf(`${turn}\n ${other}`, 'm1 s2')).toEqual(['s2>s3'])
  expect(usesOf(`${turn}\n ${other.replace('plan', 'claim')}`, 'm1 s2')).toEqual([])
})

test('long texts with a thousand values are read once', () => {
  const many = (word: string) => Array.from({ length: 1_500 }, (_, index) => `${word} X${index + 1000}Y costs it.`).join(' ')
  const start = process.cpuUsage().user
  expect(usesOf(`${turn.replaceAll('The gate is C30.', many('Order'))}\n s3 plan S1/1 "${many('Item')}"\n u1 -support-> s3`, 'm1 s2')).toEqual(['s2>s3'])
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(5)
})

test('words with digits are what they are without case, stops and separators of thousands, and the parts of what is joined', () => {
  expect([...digitWords('Order ORD7, of 3 May: $1,200.50. 2026年8月 v2.')]).toEqual(['ord7', '3', '1200.50', '1200', '50', '2026', '8', 'v2'])
})

test('small bare numbers and years are nobody\'s', () => {
  const dogs = turn.replaceAll('The gate is C30.', 'The user has 2 dogs since 2026 and 480 books.')
  expect(usesOf(`${dogs}\n s3 plan S1/1 "1. Search, limit 2, of 2026. 2. Answer."\n u1 -support-> s3`, 'm1 s2')).toEqual([])
  expect(usesOf(`${dogs}\n s3 plan S1/1 "Search for 480 books."\n u1 -support-> s3`, 'm1 s2')).toEqual(['s2>s3'])
})
