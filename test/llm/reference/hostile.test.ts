import { test } from 'vitest'
// A text that is read in more than the time limit of a test fails here.
import type { Stage } from '../../../src/llm/contracts.js'
import { ask, context } from '../ask-reference.js'

const size = 40_000
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each([
  ['nothing', ''],
  ['blanks', ' '.repeat(size)],
  ['one letter', 'a'.repeat(size)],
  ['underscores', '_'.repeat(size)],
  ['dots', '.'.repeat(size)],
  ['digits', '1'.repeat(size)],
  ['hyphens between letters', 'a-'.repeat(size / 2)],
  ['words without an end', 'gate '.repeat(size / 5)],
  ['the first person', 'I '.repeat(size / 2)],
  ['assent', 'ok, '.repeat(size / 4)],
  ['joints', 'and , '.repeat(size / 6)],
  ['signs', '@#$%^&*()'.repeat(size / 9)],
  ['another script', '门的颜色'.repeat(size / 12)],
  ['emoji', '👍🏽'.repeat(size / 8)],
  ['JSON as deep as is recorded', deep(60)],
  ['JSON that is wide', JSON.stringify({ rows: Array.from({ length: 1000 }, (_, at) => ({ gate: `G${at}`, colour: 'green' })) })],
  ['JSON that is cut off', '{"gate": "green", "rows": [1, 2'],
  ['keys that objects have of their own', '{"__proto__": {"colour": "red"}, "constructor": "x", "toString": "y"}'],
])('%s is read in time, in every place, and breaks nothing', async (_, content) => {
  for (const stage of ['claim', 'plan', 'answer', 'mutation'] as Stage[]) {
    const asked = context('u1: What is the colour of the gate?\nm1: The colour of the gate is green.', {
      tools: [{ name: 'get_gate', parameters: { type: 'object', properties: { gate: { type: 'string' } }, required: ['gate'] } }],
      hint: { content, toolCalls: [{ name: 'get_gate', args: { gate: content } }], memories: [content] },
      ...(stage === 'mutation' ? { mutation: { type: 'memory_update' as const, instruction: content, consumes: ['m1'] } } : {}),
    })
    await ask(stage, { ...asked, evidence: [...asked.evidence, { id: 'm2', kind: 'memory', content }, { id: 'o1', kind: 'observation', content }] })
    await ask(stage, { ...asked, question: content, inputs: [{ id: 'u2', kind: 'input', content }] })
  }
})
