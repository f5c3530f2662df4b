import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { benchControlled } from '../../src/bench/controlled/bench-controlled.js'
import { perturb } from '../../src/bench/controlled/perturb.js'
import { planLines, showCase } from '../../src/bench/controlled/show-case.js'
import { openEmend, type RecordItem } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()
const out = mkdtempSync(join(tmpdir(), 'emend-bench-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

test('a run makes its cases, a report in three forms and a folder a case, leaves no tenant, and goes on where it ended', async () => {
  const { url } = await database
  const options = { databaseUrl: url, out, limit: 1, methods: ['facts', 'no-repair'] }
  const first = await benchControlled(options)
  expect(first.methods.map(({ name }) => name)).toEqual(['no-repair', 'facts'])
  expect(first.methods[0]?.metrics).toMatchObject({ cases: 1, durableRecovery: 0, modelCalls: 0 })
  expect(first.comparisons).toMatchObject([{ method: 'no-repair' }])
  const id = first.scores[0]?.caseId ?? ''
  expect(readdirSync(out).sort()).toEqual(['cases-phrases-default-42-1.json', id, 'report.json', 'report.md', 'report.svg'].sort())
  expect(readFileSync(join(out, 'report.svg'), 'utf8')).toContain('<circle')
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('| no-repair | 0.000 |')

  const shown = await showCase(out, id)
  expect(shown.runs.map(({ score }) => score.method)).toEqual(['facts', 'no-repair'])
  expect(planLines(shown.runs[0]?.result?.plan)).toContainEqual(expect.stringMatching(/^delete: /))
  await expect(showCase(out, 'nobody-1')).rejects.toMatchObject({ code: 'not_found' })

  // a result that is there is taken as it is, one that was made otherwise is not
  const file = join(out, id, 'no-repair.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"answer": "', '"answer": "marked '))
  expect((await benchControlled({ ...options, resume: true })).scores[0]?.answer).toMatch(/^marked/)
  expect({ ...await benchControlled(options), timing: null }).toEqual({ ...first, timing: null })

  const emend = await openEmend({ databaseUrl: url, tenant: 'other' })
  expect((await emend.tenants.list()).map((tenant) => tenant.name)).toEqual(['other'])
  await emend.close()
})

test('a method that nobody has is named, with those that there are', async () => {
  await expect(benchControlled({ out, methods: ['guess'] })).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('there are no-repair, full-reset') })
})

test('references are lost and made up by seed: a larger share loses what a smaller one lost, and never the last of a step', () => {
  const items: RecordItem[] = Array.from({ length: 60 }, (_, index): RecordItem => ({
    kind: 'step', id: `s${index}`, session: 's', turn: 1, type: 'claim', content: '', used_ids: [`s${index - 1}`, `s${index - 2}`, `s${index - 3}`].filter((id) => !id.includes('-')),
  }))
  const used = (list: RecordItem[]): string[] => list.flatMap((item) => (item.kind === 'step' ? (item.used_ids ?? []).map((id) => `${item.id} ${id}`) : []))
  const [all, some, few] = [used(items), used(perturb(items, 'one', 0.2, 0)), used(perturb(items, 'one', 0.9, 0))]
  expect(perturb(items, 'one', 0, 0)).toEqual(items)
  expect(some.length).toBeGreaterThan(all.length * 0.65)
  expect(some.length).toBeLessThan(all.length * 0.95)
  expect(new Set(few.map((one) => one.split(' ')[0])).size).toBe(59)
  expect(used(perturb(items, 'one', 0.2, 0))).toEqual(some)
  expect(used(perturb(items, 'one', 0, 0.5)).filter((one) => !all.includes(one)).length).toBeGreaterThan(30)
})
