import { expect, test } from 'vitest'
import { openLanes, type LaneWork } from '../../src/worker/lanes.js'

/** Lanes, and work that ends when it is told to. */
function open(limits: { count: number; perTenant: number }) {
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const errors: unknown[] = []
  const lanes = openLanes(limits, (error) => errors.push(error))
  const work = (tenantId: number, key: string, name = `${tenantId}${key}`): LaneWork => ({
    tenantId, key,
    work: () => new Promise((resolve, reject) => {
      begun.push(name)
      ends.set(name, { resolve, reject })
    }),
  })
  const settle = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve()
    await Promise.resolve().then(() => Promise.resolve()).then(() => Promise.resolve())
  }
  return { lanes, begun, errors, settle, run: (tenantId: number, key: string, name?: string) => lanes.run(work(tenantId, key, name)) }
}

test('a tenant has no more than its share, and the rest waits for that alone', async () => {
  const { run, begun, settle } = open({ count: 10, perTenant: 2 })
  for (const key of 'abcd') run(1, key)
  run(2, 'a')
  expect(begun).toEqual(['1a', '1b', '2a'])
  await settle('1a')
  expect(begun).toEqual(['1a', '1b', '2a', '1c'])
})

test('a lane that becomes free goes to the tenant that has the fewest', async () => {
  const { run, begun, settle } = open({ count: 2, perTenant: 2 })
  for (const key of 'abc') run(1, key)
  run(2, 'a')
  expect(begun).toEqual(['1a', '1b'])
  await settle('1b')
  expect(begun).toEqual(['1a', '1b', '2a'])
})

test('one piece of a key at a time, and of those that wait the last counts; what fails is told and frees its lane', async () => {
  const { run, begun, settle, errors } = open({ count: 1, perTenant: 1 })
  run(1, 'a', 'first')
  run(1, 'a', 'second')
  run(1, 'a', 'third')
  expect(begun).toEqual(['first'])
  await settle('first', new Error('down'))
  expect([begun, errors]).toEqual([['first', 'third'], [new Error('down')]])
})

test('stopped, nothing more begins, and what is under way is waited for', async () => {
  const { lanes, run, begun, settle } = open({ count: 1, perTenant: 1 })
  run(1, 'a')
  run(2, 'a')
  const stopped = lanes.stop(60_000)
  run(3, 'a')
  await settle('1a')
  await stopped
  expect(begun).toEqual(['1a'])
})
