import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { longMemEvalCases } from '../../../src/bench/transfer/longmemeval/longmemeval-cases.js'
import { readLongMemEval } from '../../../src/bench/transfer/longmemeval/read-set.js'
import { evaluatorOf, questionRecord } from '../../../src/bench/transfer/longmemeval/records.js'
import { judgeSteps } from '../../../src/bench/transfer/judge-steps.js'
import { openEmend } from '../../../src/index.js'
import { testDatabase } from '../../database.js'
import { questions, writeFixture } from './longmemeval-fixture.js'

const database = await testDatabase()
const folder = writeFixture()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const evaluator = (answer: string, eval_function: string) => evaluatorOf(questionRecord.parse({ id: 'q', question: 'Q?', answer, eval_function }))

test('phrases are cut at the separators that the evaluator names, and at commas and semicolons where it names none', () => {
  expect(evaluator('Save, then Close; Exit', 'norm_phrase_set_match')).toEqual({ phrases: ['Save', 'then Close', 'Exit'], isOrdered: false })
  expect(evaluator('Save, then Close; Exit', 'norm_phrase_set_match_ordered|separators=;|lower=true')).toEqual({ phrases: ['Save, then Close', 'Exit'], isOrdered: true })
  expect(evaluator('One - Two', 'norm_phrase_set_match|separators=[" - "]')).toEqual({ phrases: ['One', 'Two'], isOrdered: false })
  expect(evaluator('A', 'mc_choice_match')).toBe(null)
})

test('questions are read that phrases judge and whose whole answer stands in one trajectory of their haystack', async () => {
  const asked = await readLongMemEval(folder, 'small')
  expect(asked.map(({ record, evidence, others }) => [record.id, evidence.map(({ id }) => id), others.map(({ id }) => id)])).toEqual([
    ['q-button', ['t-article'], ['t-report', 't-aside']],
    ['q-order', ['t-report'], ['t-article', 't-aside']],
  ])
  const [button, order] = asked
  expect(button?.evidence[0]?.snippets.map(({ url, text }) => [url, text])).toEqual([[
    'https://desk.test/article', "[a1] heading 'Reset a badge'\n[a2] button 'Attach to Private Task', clickable\n[a3] button 'Subscribe to Updates', clickable",
  ]])
  expect(order?.evidence[0]?.actions).toEqual(['click Facilities Home', 'click Badge Register', 'click Badge Report'])
})

test('a question becomes a case: the wrong label stands in every diagnosed memory, and the clean answer is right where the failed one is not', async () => {
  const source = await longMemEvalCases(folder, 'small')
  const { cases } = await source.make((options) => openEmend({ databaseUrl: database.url, ...options }), { seed: 42, limit: undefined, concurrency: 1, onProgress: () => {} })
  expect(cases.length).toBe(2)
  for (const one of cases) {
    const wrong = one.labels.forbidden[0]?.anyOf[0] ?? ''
    const item = (id: string) => one.items.find((other) => other.id === id)
    for (const { memoryId } of one.faults) expect(item(memoryId)?.content).toContain(wrong)
    for (const id of one.labels.benign) expect(item(id)?.content).not.toContain(wrong)
    expect(one.faults.length).toBe(one.faultCount)
    expect(judgeSteps(one.labels.cleanAnswer, one.labels).isRight).toBe(true)
    expect(judgeSteps(item(one.failedAnswer)?.content ?? '', one.labels).isRight).toBe(false)
    expect(source.judge(one, one.labels.cleanAnswer).isRight).toBe(true)
    expect(source.toolsOf(one.world).map(({ name, effect }) => [name, effect])).toEqual([['read_page', 'pure']])
  }
  expect(new Set(cases.map(({ labels }) => labels.isOrdered))).toEqual(new Set([false, true]))
})

test('a line that is no record, and a folder without the set, are named', async () => {
  await expect(longMemEvalCases(join(folder, 'nowhere'), 'small')).rejects.toMatchObject({ code: 'not_found' })
  const broken = writeFixture()
  try {
    writeFileSync(join(broken, 'questions.jsonl'), `${JSON.stringify(questions[0])}\n{"id": 7}\n`)
    await expect(longMemEvalCases(broken, 'small')).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('questions.jsonl line 2') })
  } finally {
    rmSync(broken, { recursive: true, force: true })
  }
})
