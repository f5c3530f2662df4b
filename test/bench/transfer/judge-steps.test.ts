import { expect, test } from 'vitest'
import { judgeSteps, normalisePhrase } from '../../../src/bench/transfer/judge-steps.js'

const tests = (...texts: string[]) => texts.map((text) => ({ name: text, anyOf: [text] }))

test('phrases are compared in lower case, without punctuation, hyphens as blanks', () => {
  expect(normalisePhrase('  Sign-Off, "Final_Report";\n(v2) ')).toBe('sign off final report v2')
})

test.each([
  ['Press Save-Draft, then Send.', ['save draft', 'SEND'], true],
  ['Press Save Drafts.', ['Save Draft'], false],
  ['Press Send and save draft.', ['Save Draft', 'Send'], true],
  ['', ['Send'], false],
])('a set of phrases: %j has %j: %s', (answer, phrases, isRight) => {
  expect(judgeSteps(answer, { required: tests(...phrases), forbidden: [] }).isRight).toBe(isRight)
})

test('steps must follow each other; one that only stands before its place is missing', () => {
  const labels = { required: tests('open Billing', 'press Save', 'open Billing'), forbidden: [], isOrdered: true }
  expect(judgeSteps('Open Billing, press Save, open Billing.', labels)).toEqual({ isRight: true, missing: [], forbidden: [] })
  expect(judgeSteps('Press Save, open Billing, open Billing.', labels).missing).toEqual(['press Save'])
  expect(judgeSteps('Open Billing, press Save.', labels).missing).toEqual(['open Billing'])
})

test('a phrase that only the fault says makes an answer wrong', () => {
  expect(judgeSteps('Press Save, or Copy.', { required: tests('Save'), forbidden: tests('Copy') })).toEqual({ isRight: false, missing: [], forbidden: ['Copy'] })
})
