/** Requests of the size of one body that are made to keep a server busy: reading them stays near linear in their length. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { convertTrace } from '../../../src/interop/otel/convert-trace.js'
import { readLogs } from '../../../src/interop/otel/read-logs.js'
import { exportRequest, readRequest } from '../../../src/interop/otel/read-request.js'
import { requestOf, spanOf } from './example-spans.js'

beforeEach(() => {
  const start = process.cpuUsage().user
  onTestFinished(() => { expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(3) })
})

const read = (request: unknown) => readRequest(exportRequest.parse(request)).spans
const trace = 'a'.repeat(32)
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const event = (span: number, attributes: unknown[]) =>
  ({ traceId: trace, spanId: span.toString(16).padStart(16, '0'), timeUnixNano: '1', eventName: 'gen_ai.client.inference.operation.details', attributes })
const wide = { attributes: many(20_000, (index) => ({ key: `gen_ai.x${index}`, value: {} })) }

test('thousands of events of one span, each with attributes of its own', () => {
  const { spans } = readLogs({ resourceLogs: [{ scopeLogs: [{ logRecords: many(10_000, (index) => event(1, [{ key: `a${index}`, value: { intValue: index } }])) }] }] })
  expect(spans).toHaveLength(1)
  expect([Object.keys(spans[0]!.attributes).length, spans[0]!.events.length]).toEqual([10_000, 10_000])
})

test('a resource with thousands of attributes, of thousands of spans', () => {
  const { spans } = readLogs({ resourceLogs: [{ resource: wide, scopeLogs: [{ logRecords: many(5_000, (index) => event(index + 1, [])) }] }] })
  expect(spans).toHaveLength(5_000)
  expect(read({ resourceSpans: [{ resource: wide, ...requestOf(...many(5_000, (index) => spanOf('a', index + 1, [1, 2], {}))).resourceSpans[0] }] })).toHaveLength(5_000)
})

test('of a resource the names that say something count, wherever they stand', () => {
  const named = [...many(200, (index) => ({ key: `host.x${index}`, value: { intValue: 1 } })), { key: 'user.id', value: { stringValue: 'ana' } }, { key: 7 }]
  const spans = read({ resourceSpans: [{ resource: { attributes: named }, ...requestOf(spanOf('a', 1, [1, 2], {})).resourceSpans[0] }] })
  expect(spans[0]?.attributes).toEqual({ 'user.id': 'ana' })
})

test('thousands of searches and executions, all of them deep', () => {
  const deep = many(99, (index) => spanOf('a', index + 1, [1, 9_000 - index], { 'operation.name': 'invoke_agent' }, index === 0 ? undefined : index))
  const spans = [...deep, ...many(2_000, (index) => spanOf('a', index + 100, [1, index % 2 === 0 ? 2 : 3], index % 2 === 0
    ? { 'operation.name': 'search_memory', 'memory.records': [{ id: 'm', content: 'x' }], 'memory.query.text': 'x' }
    : { 'operation.name': 'execute_tool', 'tool.name': 't', 'tool.call.result': 'r' }, 99))]
  const { items } = convertTrace(trace, read(requestOf(...spans)), { session: { id: 's', lastTurn: 0, nodes: [] }, recorded: new Set(), memories: new Map(), user: null })
  expect(items.filter(({ kind }) => kind === 'step').length).toBeGreaterThan(3_000)
})
