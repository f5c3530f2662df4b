import { beforeAll, describe, expect, test } from 'vitest'
import { approve, skip } from '../../src/execute/decide-tool.js'
import type { EffectClass } from '../../src/vocabulary.js'
import { buildOnce } from '../build-once.js'
import { testDatabase, type TestDatabase } from '../database.js'
import { callsIn, drain, endState, insertFaults, newLog, poisonedStore, startWorker } from './store.js'

beforeAll(() => buildOnce())

const tools = (calls: string[]) => calls.filter((line) => line.startsWith('tool'))

async function kill(database: TestDatabase, log: string, failpoint: string, effect: EffectClass = 'idempotent'): Promise<void> {
  expect(await startWorker(database.url, log, { failpoint, effect }).ended).toBe('SIGKILL')
}

const points = ['B0', 'B1', 'B2', 'B3', 'B4', 'tool-called', 'B5', 'B5:3', 'B6', 'B7']
const whole = await testDatabase()
const databases = new Map(await Promise.all(points.map(async (point) => [point, await testDatabase()] as const)))
const personal = await testDatabase()

describe('kill -9 of a worker (G9)', () => {
  let expected: Awaited<ReturnType<typeof endState>>
  beforeAll(async () => {
    const tenantId = await poisonedStore(whole)
    await insertFaults(whole, tenantId, ['m1'])
    await drain(whole, newLog())
    expected = await endState(whole, tenantId)
    expect(expected.repairs).toEqual(['done |  | true'])
    expect(expected.answers).toEqual(["a1' | valid | Lamp L-1 costs 30 euros."])
  })

  test.concurrent.each(points)('after %s, the repair finishes by itself and ends as without the crash', async (point) => {
    const database = databases.get(point)!
    const log = newLog()
    const tenantId = await poisonedStore(database)
    await insertFaults(database, tenantId, ['m1'])
    await kill(database, log, point)
    await drain(database, log)
    expect(await endState(database, tenantId)).toEqual(expected)
    // One intent, one key, however often a call was made.
    expect(new Set(tools(callsIn(log))).size).toBe(1)
  })
})

describe('an irreversible tool (G5)', () => {
  test('runs once, when a person has approved it, however the worker dies; a hidden result asks again', async () => {
    const log = newLog()
    const tenantId = await poisonedStore(personal)
    await insertFaults(personal, tenantId, ['m1'])
    await drain(personal, log, 'irreversible')
    const waiting = async () => (await endState(personal, tenantId)).repairs
    expect(await waiting()).toEqual(['applied | tool | true'])
    expect(tools(callsIn(log))).toEqual([])

    await approve(personal.db, tenantId, 1, 'ann')
    await kill(personal, log, 'tool-called', 'irreversible')
    await drain(personal, log, 'irreversible')
    expect(await waiting()).toEqual(['applied | tool | true'])
    expect(tools(callsIn(log))).toHaveLength(1)

    await skip(personal.db, tenantId, 1, 'ann')
    await drain(personal, log, 'irreversible')
    const end = await endState(personal, tenantId)
    expect(end.repairs).toEqual(['done |  | true'])
    expect(end.violations).toEqual([])
    expect(tools(callsIn(log))).toHaveLength(1)
  })
})
