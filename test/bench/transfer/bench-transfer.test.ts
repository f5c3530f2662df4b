import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { benchTransfer } from '../../../src/bench/transfer/bench-transfer.js'
import { readJsonWorld } from '../../../src/bench/transfer/recorded/json-world.js'
import { recordedCases } from '../../../src/bench/transfer/recorded/recorded-cases.js'
import { readToolsFile } from '../../../src/bench/transfer/recorded/world-tools.js'
import { convertRun } from '../../../src/interop/openai-chat/convert-run.js'
import { readChatFile } from '../../../src/interop/openai-chat/read-chat-file.js'
import { testDatabase } from '../../database.js'
import { readShared } from '../../interop/airline.js'

const { url } = await testDatabase()
const out = mkdtempSync(join(tmpdir(), 'emend-transfer-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

test('a run reports as the controlled benchmark does, goes on where it ended, and gives the same report again', async () => {
  const options = { databaseUrl: url, out: join(out, 'navigation'), limit: 1, methods: ['no-repair', 'facts'] }
  const first = await benchTransfer(options)
  expect(first).toMatchObject({ format: 'emend/bench-transfer@1', settings: { source: 'generated sites' }, cases: { total: 1, byDomain: { navigation: 1 }, byFaultType: { poisoned: 1 } } })
  expect(first.methods.map(({ name, metrics }) => [name, metrics.errors, metrics.faultyRemoval === 1])).toEqual([['no-repair', 0, false], ['facts', 0, true]])
  expect(first.methods[0]?.metrics).toMatchObject({ durableRecovery: 0, modelCalls: 0 })
  expect(readFileSync(join(options.out, 'report.md'), 'utf8')).toMatch(/^# Transfer benchmark\n\n1 cases .*generated sites/)
  expect(readFileSync(join(options.out, 'report.svg'), 'utf8')).toContain('<circle')

  const file = join(options.out, first.scores[0]?.caseId ?? '', 'no-repair.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"answer": "', '"answer": "marked '))
  expect((await benchTransfer({ ...options, resume: true })).scores.find(({ method }) => method === 'no-repair')?.answer).toMatch(/^marked/)
  expect({ ...await benchTransfer(options), timing: null }).toEqual({ ...first, timing: null })
}, 180_000)

const log = readShared('trajectories.json')

describe.skipIf(log === null)('recorded runs of a real agent', () => {
  test('a fault of each type that they allow is repaired by one method and left by another; no tool that is not declared runs', async () => {
    const folder = new URL('../../../../shared/data/tau-airline/', import.meta.url).pathname
    const runs = readChatFile(log ?? '', 'airline').slice(0, 20).map((run) => ({
      session: run.session, user: run.user, items: convertRun(run, { remember: 'observations', context: 'values' }).items,
    }))
    const tools = await readToolsFile(new URL('airline-tools.json', import.meta.url).pathname)
    const source = recordedCases('20 recorded runs', { runs, world: await readJsonWorld(folder), tools })
    const report = await benchTransfer({ databaseUrl: url, out: join(out, 'recorded'), limit: 4, methods: ['no-repair', 'facts'], source })
    expect(report.cases.total).toBeGreaterThanOrEqual(3)
    expect(report.methods.map(({ metrics }) => metrics.errors)).toEqual([0, 0])
    expect(report.methods[0]?.metrics.durableRecovery).toBe(0)
    expect(report.methods[1]?.metrics).toMatchObject({ faultyRemoval: 1 })
    expect(report.methods[1]?.metrics.durableRecovery).toBeGreaterThan(0.5)
  }, 180_000)
})
