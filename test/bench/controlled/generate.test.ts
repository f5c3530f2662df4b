import { expect, test } from 'vitest'
import { asCaseFile } from '../../../src/bench/controlled/cases/as-case-file.js'
import { generateCases } from '../../../src/bench/controlled/cases/generate.js'
import { isRight } from '../../../src/bench/controlled/oracle.js'
import { loadCase } from '../../../src/case/run-case.js'
import { readCase } from '../../../src/case/read-case.js'
import { openEmend, type OpenOptions, type RecordItem } from '../../../src/index.js'
import { testDatabase } from '../../database.js'

const database = await testDatabase()
const open = (options: OpenOptions) => openEmend({ databaseUrl: database.url, ...options })
const made = await generateCases({ open, limit: 4, concurrency: 2 })
const contents = new Map(made.cases.map((one) => [one, new Map(one.items.map((item): [string, RecordItem] => [item.id, item]))]))

test('the first four places give one case of each type, and candidates that were no case are counted', () => {
  expect(made.cases.map(({ faultType }) => faultType)).toEqual(['poisoned', 'stale', 'wrong_user', 'summary_drift'])
  const rejected = Object.values(made.rejected).reduce((sum, count) => sum + count, 0)
  expect(made.candidates).toBe(made.cases.length + rejected)
})

test('a case has 6 to 12 turns, 40 to 160 steps and 6 to 11 benign memories, and its failed answer is wrong where the clean one is right', () => {
  for (const one of made.cases) {
    const count = (kind: string) => one.items.filter((item) => item.kind === kind).length
    expect([count('input') >= 6, count('input') <= 12, count('step') >= 40, count('step') <= 160]).toEqual([true, true, true, true])
    expect([one.labels.benign.length >= 6, one.labels.benign.length <= 11]).toEqual([true, true])
    expect(isRight(contents.get(one)?.get(one.failedAnswer)?.content ?? '', one.labels)).toBe(false)
    expect(isRight(one.labels.cleanAnswer, one.labels)).toBe(true)
    expect(contents.get(one)?.get(one.failedAnswer)).toMatchObject({ type: 'final_answer' })
    expect(one.items.findLast((item) => item.kind === 'input')?.content).toBe(one.lastInput.content)
    expect(new Set(one.items.map((item) => (item.kind === 'step' ? item.type : item.kind))).size).toBeGreaterThan(6)
  }
})

test('labels name what the record holds: claims with the value of the fault, and active memories without it', () => {
  for (const one of made.cases) {
    const item = (id: string) => contents.get(one)?.get(id)
    for (const id of one.labels.affectedClaims) expect(item(id)).toMatchObject({ kind: 'step', type: 'claim' })
    for (const id of one.labels.benign) expect(item(id)).toMatchObject({ kind: 'memory', status: 'active' })
    for (const { memoryId } of one.faults) expect(item(memoryId)).toMatchObject({ kind: 'memory' })
    expect(one.items.filter((one) => one.kind === 'memory' && one.status === undefined)).toEqual([])
  }
})

test('the same seed gives the same case, ids included, however many are made at once; another seed another', async () => {
  const [first] = made.cases
  const again = await generateCases({ open, only: first?.id ?? '' })
  expect(again.cases).toEqual([first])
  const other = await generateCases({ open, only: first?.id ?? '', seed: 7 })
  expect(other.cases[0]?.items).not.toEqual(first?.items)
})

test('a case can be written out as a case file that loads, plans and names the faults', async () => {
  const [first] = made.cases
  if (!first) throw new Error('there is no case')
  const file = readCase(JSON.stringify(await asCaseFile(first)))
  const loaded = await loadCase(file, open)
  try {
    expect((await loaded.plan()).delete_memory_ids).toEqual(first.faults.map(({ memoryId }) => memoryId))
    expect((await loaded.emend.exportItems()).map(({ id }) => id)).toEqual(first.items.map(({ id }) => id))
  } finally {
    await loaded.close()
  }
})
