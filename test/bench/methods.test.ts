import { beforeAll, describe, expect, test } from 'vitest'
import { findMethods } from '../../src/bench/controlled/find-methods.js'
import { runMethod, type MethodRun } from '../../src/bench/controlled/run-method.js'
import type { BenchCase, Method } from '../../src/bench/controlled/types.js'
import { scoresOf } from '../../src/bench/methods/memaudit.js'
import { rootOf } from '../../src/bench/methods/agent-trace.js'
import type { RecordItem } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { benchCase, stand } from './bench-cases.js'

const database = testDatabase()
let methods: Method[]
beforeAll(async () => { methods = await findMethods() })

/** The fault was found in turn 1, a claim rests on it, a note was made of the claim, and turn 2 answers from the note. */
const user = 'u1'
const items: RecordItem[] = [
  { kind: 'memory', id: 'bad', content: 'Lamp L-7 costs $95.00.', user, status: 'active' },
  { kind: 'memory', id: 'good', content: 'The catalogue says: lamp L-7 costs $40.00.', user, status: 'active' },
  { kind: 'memory', id: 'aside', content: 'Kettle K-2 is red.', user, status: 'active' },
  { kind: 'input', id: 'u', session: 's', turn: 1, content: 'Note what lamp L-7 costs.', user },
  { kind: 'step', id: 'r1', session: 's', turn: 1, type: 'memory_read', content: 'lamp L-7 costs', used_ids: ['bad', 'good'], query: { text: 'lamp L-7 costs', k: 2 } },
  { kind: 'step', id: 'c1', session: 's', turn: 1, type: 'claim', content: 'Lamp L-7 costs $95.00.', used_ids: ['bad', 'r1'] },
  { kind: 'step', id: 'w1', session: 's', turn: 1, type: 'memory_write', content: 'Note the price.', used_ids: ['c1'], generated_memory_ids: ['note'] },
  { kind: 'memory', id: 'note', content: 'Noted price: lamp L-7 costs $95.00.', user, status: 'active' },
  { kind: 'input', id: 'v', session: 's', turn: 2, content: 'What does lamp L-7 cost?', user },
  { kind: 'step', id: 'r2', session: 's', turn: 2, type: 'memory_read', content: 'What does lamp L-7 cost?', used_ids: ['note', 'bad', 'good'], query: { text: 'What does lamp L-7 cost?', k: 3 } },
  { kind: 'step', id: 'c2', session: 's', turn: 2, type: 'claim', content: 'Lamp L-7 costs $95.00.', used_ids: ['note', 'r2'] },
  { kind: 'step', id: 'a', session: 's', turn: 2, type: 'final_answer', content: 'Lamp L-7 costs $95.00.', used_ids: ['c2'] },
]
const lamp: BenchCase = benchCase('lamp', {
  items, faults: [{ memoryId: 'bad' }], failedAnswer: 'a', domain: 'shopping',
  labels: {
    required: [{ name: 'price', anyOf: ['$40.00', '$40'] }], forbidden: [{ name: 'wrong price', anyOf: ['$95.00', '$95'] }],
    benign: ['good', 'aside'], affectedClaims: ['c1', 'c2'],
  },
})

async function run(name: string, one = lamp, noise = 0): Promise<MethodRun & { active: string[] }> {
  const { url } = await database
  const method = methods.find((found) => found.name === name)
  if (!method) throw new Error(`no method ${name}`)
  const done = await runMethod(one, method, { ...stand(url), noise })
  return { ...done, active: done.store.filter(({ status }) => status === 'active').map(({ id }) => id) }
}

describe('each method on a poisoned price that was noted and answered from', () => {
  test('no repair changes nothing and calls nothing', async () => {
    const { score, active } = await run('no-repair')
    expect(active).toEqual(['bad', 'good', 'aside', 'note'])
    expect(score).toMatchObject({ answer: 'Lamp L-7 costs $95.00.', isRecovered: false, hasRecurred: null, isDurable: false, modelCalls: 0, faultsRemoved: 0, benignKept: 2, claims: { hit: 0, needless: 0, missed: 2 } })
  })
  test('full reset leaves no memory, and so no answer', async () => {
    const { score, active } = await run('full-reset')
    expect(active).toEqual([])
    expect(score).toMatchObject({ isRecovered: false, faultsRemoved: 1, benignKept: 0, claims: { hit: 0, needless: 0, missed: 2 } })
    expect(score.modelCalls).toBeGreaterThan(0)
  })
  test('delete retrieved removes what steps before the last turn refer to, and not the note, which only the last turn does', async () => {
    const { score, active } = await run('delete-retrieved')
    expect(active).toEqual(['good', 'aside', 'note'])
    expect(score).toMatchObject({ faultsRemoved: 1, benignKept: 2, isRecovered: false })
    expect(score.replayedSteps).toBe(4) // of the new turn: the read, what the note and what the catalogue says, the answer
  })
  test('MemAudit keeps what the answer is no better without', async () => {
    const { score, result } = await run('memaudit') // without the fault the note says it still, without the note the fault does
    expect(result?.plan).toMatchObject({ removed: [] })
    expect(score).toMatchObject({ isRecovered: false, faultsRemoved: 0, benignKept: 2 })
  })
  test('the judge quarantines the note because it repeats the value, and takes every step again that cites or repeats it', async () => {
    const { score, active, result } = await run('llm-judge')
    expect(active).not.toContain('bad')
    expect(active).not.toContain('note')
    expect(score).toMatchObject({ isDurable: true, faultsRemoved: 1, benignKept: 2, claims: { hit: 2, needless: 0, missed: 0 } })
    expect(result?.tokensByStage.judge).toBeGreaterThan(0)
  })
  test('AgentTrace cleans no store up: the fault stays active', async () => {
    const { score, active } = await run('agent-trace')
    expect(active).toContain('bad')
    expect(score.faultsRemoved).toBe(0)
  })
  test('MemoRepair withdraws the note, makes it again from what is retained, and runs the last turn again', async () => {
    const { score, active, result } = await run('memo-repair')
    expect(active).not.toContain('bad')
    expect(active).not.toContain('note')
    expect(result?.plan).toMatchObject({ withdrawn: ['bad', 'note'] })
    expect(score).toMatchObject({ isDurable: true, claims: { hit: 2, needless: 0, missed: 0 } })
  })
  test.each(['facts', 'facts-without-support-check', 'facts-without-planner', 'facts-without-selective-replay'])('%s removes fault and note, and what is right stays', async (name) => {
    const { score, active } = await run(name)
    expect(active).toEqual(expect.arrayContaining(['good', 'aside']))
    expect(active).not.toContain('bad')
    expect(active).not.toContain('note')
    expect(score).toMatchObject({ faultsRemoved: 1, benignKept: 2, error: null, claims: { hit: 2, needless: 0, missed: 0 } })
  })
  test('arm paper deletes the fault, and probes nothing afterwards', async () => {
    const { score, active } = await run('paper')
    expect(active).not.toContain('bad')
    expect(score).toMatchObject({ faultsRemoved: 1, probeCalls: 0 })
  })
  test('the whole trace is replayed without selective replay: every step but an earlier answer', async () => {
    expect((await run('paper-without-selective-replay')).score.replayedSteps).toBe(6)
  })
  test('two runs give the same score, with errors on purpose as well', async () => {
    for (const noise of [0, 0.5]) {
      const [one, other] = [await run('facts', lamp, noise), await run('facts', lamp, noise)]
      expect(other.score).toEqual(one.score)
    }
  })
})

test('the score of MemAudit: 0.6 for the whole gain, 0.4 for the most contradictions, and less in proportion', () => {
  const pool = [
    { id: 'a', content: 'Lamp L-7 costs $95.' }, { id: 'b', content: 'Lamp L-7 costs $40.' }, { id: 'c', content: 'Lamp L-7 costs $40.' }, { id: 'd', content: 'Kettle K-2 costs $95.' },
  ]
  // a contradicts b and c, each of them only a; d is about something else
  expect(scoresOf(pool, new Map([['a', 1], ['b', 0], ['c', 0], ['d', 0]]))).toEqual([
    { id: 'a', influence: 1, inconsistency: 1, score: 1 },
    { id: 'b', influence: 0, inconsistency: 0.5, score: 0.2 },
    { id: 'c', influence: 0, inconsistency: 0.5, score: 0.2 },
    { id: 'd', influence: 0, inconsistency: 0, score: 0 },
  ])
})

test('the root of AgentTrace is the earliest step with the widest reach where nothing speaks against it', () => {
  const node = (id: string, from: string[]) => ({ id, kind: 'claim' as const, sessionId: 's', content: '', from: from.map((source) => ({ id: source, labels: ['cite' as const] })) })
  const trace = [node('bad', []), node('r1', ['bad']), node('c1', ['bad', 'r1']), node('w1', ['c1']), node('note', ['w1']), node('r2', ['note', 'bad']), node('c2', ['note', 'r2']), node('a', ['c2'])]
  expect(rootOf(lamp, trace)).toBe('r1')
  expect(rootOf(lamp, [])).toBe(null)
})
