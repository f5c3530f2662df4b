import { expect, test } from 'vitest'
import { failedAnswers } from '../../src/plan/failed-answers.js'
import { graph } from './graph.js'

/** Two sessions, each with a fault of its own and an answer; S2's answer also rests on that of S1. */
const { input, ids } = graph(`
  m1 memory active "one"
  m2 memory active "two"
  a1 final_answer S1/1 "one"
  a2 final_answer S2/1 "one and two"
  m1 -cite-> a1
  a1 -support-> a2
  m2 -cite-> a2
  fault m1
  fault m2`)

const id = (name: string): number => ids.get(name) ?? 0
const numbers = (...names: string[]): number[] => input.seeds.filter(({ memoryId }) => names.some((name) => id(name) === memoryId)).map(({ faultId }) => faultId)
const found = (about: { named?: string[]; unnamed?: number[]; awaited?: string[]; arm?: 'facts' | 'paper' }) => {
  const { failedAnswer, alsoFailed } = failedAnswers({
    ...input, policy: { ...input.policy, name: about.arm ?? 'facts' },
    named: (about.named ?? []).map(id), unnamed: about.unnamed ?? [], awaited: (about.awaited ?? []).map(id),
  })
  return [failedAnswer, ...alsoFailed].map((found) => input.nodes.find((node) => node.id === found)?.externalId)
}

test('what the faults name, the youngest first', () => expect(found({ named: ['a1', 'a2'] })).toEqual(['a2', 'a1']))
test('of a fault that names none, the last answer that it reaches itself', () => {
  expect(found({ named: ['a1'], unnamed: numbers('m2') })).toEqual(['a2', 'a1'])
  expect(found({ unnamed: numbers('m1', 'm2') })).toEqual(['a2'])
})
test('and what somebody else waits for', () => expect(found({ named: ['a2'], awaited: ['a1', 'a2'] })).toEqual(['a2', 'a1']))
test('arm paper looks at all that is affected, as published', () => expect(found({ unnamed: numbers('m1', 'm2'), arm: 'paper' })).toEqual(['a2']))
