import { expect, test } from 'vitest'
import { readCase } from '../../src/case/read-case.js'

const good = {
  format: 'emend/case@1', id: 'c',
  items: [
    { kind: 'memory', id: 'm1', content: 'a' },
    { kind: 'step', id: 's1', session: 'S', turn: 1, type: 'claim', content: 'b', used_ids: ['m1'] },
    { kind: 'step', id: 's2', session: 'S', turn: 1, type: 'final_answer', content: 'b', used_ids: ['s1'] },
  ],
  faults: [{ memory_id: 'm1' }],
}

test('A case needs little: defaults are filled in', () => {
  expect(readCase(JSON.stringify(good))).toMatchObject({ policy: 'facts', tools: [], then: [], items: [{ derived_from: [] }, { generated_memory_ids: [] }, {}] })
})

const withItem = (item: object) => ({ ...good, items: [...good.items, item] })

test.each([
  ['what is not JSON', '{', /^case: top level: is not JSON/],
  ['another format', { ...good, format: 'emend/case@2' }, /^case: format/],
  ['an unknown key', { ...good, surprise: 1 }, /surprise/],
  ['an unknown key of an item', withItem({ kind: 'memory', id: 'm2', content: 'x', colour: 'red' }), /^case: items\[3\].*colour/],
  ['no items', { ...good, items: [] }, /^case: items/],
  ['an id twice', withItem({ kind: 'memory', id: 'm1', content: 'x' }), /^case: items\[3\]\.id: "m1" stands twice/],
  ['a used id that is nowhere', withItem({ kind: 'step', id: 's3', session: 'S', turn: 1, type: 'claim', content: 'x', used_ids: ['s1', 'm9'] }), /^case: items\[3\]\.used_ids\[1\]: "m9" is no id of this file/],
  ['a generated id that is a step', withItem({ kind: 'step', id: 's3', session: 'S', turn: 1, type: 'memory_write', content: 'x', generated_memory_ids: ['s1'] }), /generated_memory_ids\[0\]: "s1" is a claim, not a memory/],
  ['a parent that is nowhere', withItem({ kind: 'memory', id: 'm2', content: 'x', derived_from: ['m9'] }), /items\[3\]\.derived_from\[0\]: "m9"/],
  ['a late edge from nowhere', withItem({ kind: 'memory', id: 'm2', content: 'x', late: [{ from: 'm9', label: 'support' }] }), /items\[3\]\.late\[0\]\.from: "m9"/],
  ['a fault on a step', { ...good, faults: [{ memory_id: 's1' }] }, /^case: faults\[0\]\.memory_id: "s1" is a claim, not a memory/],
  ['no fault', { ...good, faults: [] }, /^case: faults/],
  ['a failed answer that is none', { ...good, failed_answer: 's1' }, /^case: failed_answer: "s1" is a claim, not a final_answer/],
  ['an empty expectation', { ...good, expect: {} }, /^case: expect: an expectation that expects nothing/],
  ['an unknown expectation', { ...good, expect: { answer_is: 'b' } }, /^case: expect.*answer_is/],
  ['an expected id that is nowhere', { ...good, expect: { replay: { has: ['s9'] } } }, /^case: expect\.replay\.has\[0\]: "s9"/],
  ['a refusal with a code that is none', { ...good, expect: { refused: 'nope' } }, /^case: expect\.refused: is no error code/],
  ['calls of a tool that is not there', { ...good, expect: { tool_calls: { ship: 0 } } }, /^case: expect\.tool_calls\.ship: "ship" is no tool/],
  ['an unknown event', { ...good, then: [{ do: 'dance' }] }, /^case: then\[0\]/],
  ['an event that names nothing', { ...good, then: [{ do: 'withdraw', memory_id: 'm9' }] }, /^case: then\[0\]\.memory_id: "m9"/],
])('Refuses %s, naming the place', (_name, value, message) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  expect(() => readCase(text)).toThrow(expect.objectContaining({ code: 'bad_case', message: expect.stringMatching(message) }))
})

test('Ids that a later event records may be expected, and cited by what comes after', () => {
  const file = { ...good, then: [{ do: 'record', items: [{ kind: 'memory', id: 'm2', content: 'x', derived_from: ['m1'] }] }, { do: 'expect', expect: { active_after: ['m2'] } }] }
  expect(readCase(JSON.stringify(file)).then).toHaveLength(2)
})

test('What is expected may name what a repair puts in the place of something of the file, and nothing else new', () => {
  const expecting = (id: string) => () => readCase(JSON.stringify({ ...good, expect: { active_after: [id] } }))
  expect(expecting("m1'")).not.toThrow()
  expect(expecting("m1''")).not.toThrow()
  expect(expecting("m9'")).toThrow(/"m9" is no id of this file/)
})
