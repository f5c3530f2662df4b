import { expect, test, vi } from 'vitest'
import { benchSearch } from '../../src/bench/search/bench-search.js'
import { knownMemory, knownQuestions, questionKinds } from '../../src/bench/search/known-items.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()

test('the bench of searches finds the known items of a small store, and leaves no tenant behind', async () => {
  const { url } = await database
  const measured = await benchSearch({ databaseUrl: url, memories: 400, questions: 2 })
  expect(measured).toMatchObject({ memories: 400, questions: 2, k: 10 })
  expect(measured.p95Ms).toBeGreaterThanOrEqual(measured.medianMs)
  expect(measured.kinds.map(({ kind }) => kind)).toEqual([...questionKinds])
  // Every question but those that any memory answers has its own memory among 400, found by its number or name.
  expect(measured.kinds.filter(({ recall }) => recall !== 1).map(({ kind, recall }) => [kind, recall])).toEqual([['words that every memory has', null]])
  expect(measured.recall).toBe(1)
  const emend = await openEmend({ databaseUrl: url, tenant: 'other' })
  expect((await emend.tenants.list()).map((tenant) => tenant.name)).toEqual(['other'])
  await emend.close()
})

test('by vector and fused, the bench places all memories first', async () => {
  const { url } = await database
  await expect(benchSearch({ databaseUrl: url, memories: 10, questions: 1, mode: 'vector' })).rejects.toMatchObject({ code: 'no_embeddings' })
  vi.stubEnv('EMEND_EMBEDDING_MODEL', 'reference')
  const measured = await benchSearch({ databaseUrl: url, memories: 100, questions: 1, mode: 'fused' }).finally(() => vi.unstubAllEnvs())
  expect(measured).toMatchObject({ mode: 'fused', recall: 1 })
})

test('each question is about one memory, and no two memories say the same', () => {
  const contents = Array.from({ length: 2_000 }, (_, n) => knownMemory(n)).map((item) => ('content' in item ? item.content : ''))
  expect(new Set(contents).size).toBe(contents.length)
  const questions = knownQuestions(2_000, 5)
  expect(questions.length).toBe(5 * questionKinds.length)
  expect(questions.filter(({ answer }) => answer === null).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'words that every memory has'))
  for (const { answer } of questions) if (answer !== null) expect(Number(answer.slice(1))).toBeLessThan(2_000)
})
