import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { corruptField } from '../../../src/bench/transfer/recorded/corrupt-field.js'
import { fieldsOf } from '../../../src/bench/transfer/recorded/fields.js'
import { readJsonWorld, withChanges } from '../../../src/bench/transfer/recorded/json-world.js'
import { makeRecordedCases, recordedTools } from '../../../src/bench/transfer/recorded/make-cases.js'
import { readToolsFile, toolsFile, worldTools } from '../../../src/bench/transfer/recorded/world-tools.js'
import { judgeAnswer } from '../../../src/bench/controlled/judge-answer.js'
import { convertRun } from '../../../src/interop/openai-chat/convert-run.js'
import { readChatFile } from '../../../src/interop/openai-chat/read-chat-file.js'
import { openEmend, type OpenOptions } from '../../../src/index.js'
import { testDatabase } from '../../database.js'

const database = await testDatabase()
const open = (options: OpenOptions) => openEmend({ databaseUrl: database.url, ...options })
const folder = mkdtempSync(join(tmpdir(), 'emend-world-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const customers = {
  ann_1: { name: 'Ann Low', city: 'Lisbon', plan: 'Copper' }, bob_2: { name: 'Bob High', city: 'Oslo', plan: 'Silver' }, eve_3: { name: 'Eve Wide', city: 'Turin', plan: 'Golden' },
}
const order = (order_id: string, courier: string, bags: number) => ({ order_id, courier, depot: `Depot ${order_id.slice(1)}`, bags })
const orders = { W11: order('W11', 'Hermes', 1), W12: order('W12', 'Evri', 2), W13: order('W13', 'Colissimo', 3) }
writeFileSync(join(folder, 'customers.json'), JSON.stringify(customers))
writeFileSync(join(folder, 'orders.json'), JSON.stringify(orders))
writeFileSync(join(folder, 'runs.json'), '[1, 2]')
mkdirSync(join(folder, 'empty'))
const declared = toolsFile.parse({
  format: 'emend/world-tools@1',
  tools: { get_customer: { table: 'customers', key: 'customer_id', else: 'Error: nobody' }, get_order: { table: 'orders', key: 'order_id' }, by_city: { table: 'customers', where: { city: 'city' }, only: { plan: 'Silver' } } },
})
const context = { idempotencyKey: 'k', signal: new AbortController().signal }

/** Ann asks for her order, has a bag added, and is told of both. */
const messages = [
  { role: 'user', content: 'Which courier brings my order W11? I am customer ann_1.' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_customer', arguments: '{"customer_id":"ann_1"}' } }] },
  { role: 'tool', tool_call_id: 'c1', name: 'get_customer', content: JSON.stringify(customers.ann_1) },
  { role: 'assistant', content: null, tool_calls: [{ id: 'c2', type: 'function', function: { name: 'get_order', arguments: '{"order_id":"W11"}' } }] },
  { role: 'tool', tool_call_id: 'c2', name: 'get_order', content: JSON.stringify(orders.W11) },
  { role: 'assistant', content: 'Order W11 comes with Hermes.' },
  { role: 'user', content: 'Please add bags.' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'c3', type: 'function', function: { name: 'add_bags', arguments: '{"order_id":"W11","bags":4}' } }] },
  { role: 'tool', tool_call_id: 'c3', name: 'add_bags', content: JSON.stringify({ ...orders.W11, bags: 4 }) },
  { role: 'assistant', content: 'Done.' },
]
const run = { session: 'log', user: 'ann_1', items: convertRun(readChatFile(JSON.stringify(messages), 'log')[0]!, { remember: 'observations', context: 'values' }).items }
const world = await readJsonWorld(folder)
const source = { runs: [run], world, tools: declared }

describe('a world of JSON tables', () => {
  test('has the files that are objects of rows; a folder without any is named', async () => {
    expect(Object.keys(world)).toEqual(['customers', 'orders'])
    await expect(readJsonWorld(join(folder, 'empty'))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is changed in a copy', () => {
    expect(withChanges(world, [{ key: 'W11', path: ['bags'], value: 4 }])['orders']?.['W11']).toEqual({ ...orders.W11, bags: 4 })
    expect(world['orders']?.['W11']).toEqual(orders.W11)
  })
})

describe('declared tools', () => {
  const tools = worldTools(world, declared, ['get_order', 'add_bags'])
  const call = (name: string, args: unknown) => tools.find((tool) => tool.name === name)?.run(args, context)

  test('find a row by its key, rows by their fields, and say so where there is none', async () => {
    expect(await call('get_order', { order_id: 'W12' })).toEqual(orders.W12)
    expect(await call('get_customer', { customer_id: 'zed' })).toBe('Error: nobody')
    await expect(call('get_order', { order_id: 'toString' })).rejects.toThrow('there is no toString')
    expect(await call('by_city', { city: 'Oslo' })).toEqual([customers.bob_2])
    expect(await call('by_city', { city: 'Lisbon' })).toEqual([])
  })

  test('look into an object of the row by a parameter', async () => {
    const file = toolsFile.parse({ format: 'emend/world-tools@1', tools: { on: { table: 'trips', where: { from: 'start' }, inside: { field: 'days', by: 'day' } } } })
    const [on] = worldTools({ trips: { T1: { from: 'Oslo', days: { mon: { seats: 3 } } } } }, file, [])
    expect(await on?.run({ start: 'Oslo', day: 'mon' }, context)).toEqual([{ from: 'Oslo', seats: 3 }])
    expect(await on?.run({ start: 'Oslo', day: 'tue' }, context)).toEqual([])
  })

  test('are pure; what is called without being declared is irreversible, so that no repair calls it', () => {
    expect(tools.map(({ name, effect }) => `${name} ${effect}`)).toEqual(['get_customer pure', 'get_order pure', 'by_city pure', 'add_bags irreversible'])
  })

  test('name a table that is missing, and what is wrong in their file', async () => {
    expect(() => worldTools({}, declared, [])).toThrow(/customers, which the world lacks/)
    writeFileSync(join(folder, 'empty', 'tools.json'), '{"format": "emend/world-tools@1", "tools": {"x": {"key": 1}}}')
    await expect(readToolsFile(join(folder, 'empty', 'tools.json'))).rejects.toMatchObject({ code: 'usage' })
    await expect(readToolsFile(join(folder, 'nowhere.json'))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('fields', () => {
  test('belong to what their object identifies, or to what the call was about', () => {
    const told = fieldsOf(run.items).map(({ thing, name, value }) => `${thing.noun} ${thing.id}: ${name} = ${value}`)
    expect(told).toEqual([
      'customer ann_1: name = Ann Low', 'customer ann_1: city = Lisbon', 'customer ann_1: plan = Copper',
      'order W11: courier = Hermes', 'order W11: depot = Depot 11', 'order W11: bags = 1',
      'order W11: courier = Hermes', 'order W11: depot = Depot 11', 'order W11: bags = 4',
    ])
  })

  test('are corrupted in the memory and in what the agent says later; not where a user or another observation says the value', () => {
    const field = (name: string) => fieldsOf(run.items).find((one) => one.name === name)!
    const once = { ...run, items: run.items.filter(({ id }) => !id.startsWith('log:8')) }
    const made = corruptField(once.items, field('courier'), 'Evri')
    expect(made?.items.filter((item, at) => item !== once.items[at]).map(({ id, content }) => [id, content.includes('Evri')])).toEqual([['log:4.memory', true], ['log:5', true]])
    expect(corruptField(run.items, field('courier'), 'Evri')).toBe(null) // observed again with the second call
    expect(corruptField(run.items, { ...field('city'), value: 'ann_1' }, 'x')).toBe(null)
  })
})

test('a run gives a case of each type that its fields allow, with gold from the log and the world', async () => {
  const { cases } = await makeRecordedCases(open, source, 7, 8, 2)
  expect(new Set(cases.map(({ faultType }) => faultType))).toEqual(new Set(['poisoned', 'stale', 'wrong_user', 'summary_drift']))
  expect((await makeRecordedCases(open, source, 7, 8, 1)).cases).toEqual(cases)
  for (const one of cases) {
    const item = (id: string) => one.items.find((other) => other.id === id)
    const wrong = one.labels.forbidden[0]?.anyOf[0] ?? ''
    expect(one.faults.length).toBe(one.faultCount)
    for (const { memoryId } of one.faults) expect(item(memoryId)).toMatchObject({ kind: 'memory', status: 'active', content: expect.stringContaining(wrong) })
    expect(judgeAnswer(item(one.failedAnswer)?.content ?? '', one.labels).isRight).toBe(false)
    expect(judgeAnswer(one.labels.cleanAnswer, one.labels).isRight).toBe(true)
  }
  const stale = cases.find(({ faultType }) => faultType === 'stale')
  expect(stale?.labels).toMatchObject({ required: [{ anyOf: ['4'] }], forbidden: [{ anyOf: ['1'] }] })
  const again = recordedTools(source)(stale?.world ?? { domain: 'general', data: { changes: [] } }).find(({ name }) => name === 'get_order')
  expect(await again?.run({ order_id: 'W11' }, context)).toMatchObject({ bags: 4 })
})
