/** Events of instrumentations that keep messages out of spans: they complete their spans, whichever comes first. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EmendTenant } from '../../../src/index.js'
import { ingestLogs, ingestTraces } from '../../../src/interop/otel/index.js'
import { openServer } from '../../http/open-server.js'
import { requestOf, says, spanOf } from './example-spans.js'

interface LogRecord { traceId?: string; spanId?: string; [key: string]: unknown }
interface Request { resourceLogs: { resource?: unknown; scopeLogs: { logRecords: LogRecord[] }[] }[] }

const server = await openServer()
const { ask, store, key } = server
const example = (): Request => JSON.parse(readFileSync('src/interop/otel/examples/logs.json', 'utf8')) as Request
const recordsOf = ({ resourceLogs }: Request): LogRecord[] => resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
const logsOf = (...logRecords: unknown[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
const details = 'gen_ai.client.inference.operation.details'
const [newTrace, oldTrace] = ['5f0c1c2e4a6b48d99b7d3e1f20a4c601', '6a1d2d3f5b7c49eaac8e4f2031b5d702']

let made = 0
const fresh = (): Promise<EmendTenant> => store.tenant(`logs-${made += 1}`)

/** Nodes of a session, with what each rests on; ids without the trace. */
async function told(emend: EmendTenant, session: string, trace: string): Promise<string[]> {
  const short = (id: string) => id.replace(`otel:${trace}:`, '').replace(/^..[de]000000000000/, 's')
  return (await emend.sessions.trace(session)).map(({ id, kind, content, from }) => `${short(id)} ${kind} ${JSON.stringify(content)} <- ${from.map((source) => short(source.id)).sort().join(' ')}`)
}
const conversation = [
  'input input "Which firmware should I install on my BX-300?" <- ',
  's1 plan "firmware_lookup({\\"model\\":\\"BX-300\\"})" <- input',
  'call:call_L1 tool_action "firmware_lookup({\\"model\\":\\"BX-300\\"})" <- s1',
  'result:call_L1 tool_observation "{\\"model\\":\\"BX-300\\",\\"firmware_version\\":\\"7.2.4\\"}" <- call:call_L1',
  's2 final_answer "Install version 7.2.4." <- call:call_L1 input result:call_L1 s1',
]

test('events with the details of an operation, and the older ones with one message each, become the same steps; the same again records nothing twice', async () => {
  const emend = await fresh()
  expect(await ingestLogs(emend, example())).toEqual({ records: 10, written: 10, refused: [] })
  expect(await ingestLogs(emend, example())).toEqual({ records: 10, written: 0, refused: [] })
  expect(await told(emend, 'desk-events', newTrace)).toEqual(conversation)
  expect(await told(emend, `otel:${oldTrace}`, oldTrace)).toEqual(conversation)
  expect((await emend.sessions.get('desk-events')).userId).toBe('ana')
})

test('records that come one by one become the same as all at once', async () => {
  const emend = await fresh()
  for (const record of recordsOf(example())) expect((await ingestLogs(emend, logsOf(record))).refused).toEqual([])
  expect(await told(emend, 'desk-events', newTrace)).toEqual(conversation)
  const steps = (lines: string[]) => lines.map((line) => line.replace(/ <- .*/, ''))
  expect(steps(await told(emend, `otel:${oldTrace}`, oldTrace))).toEqual(steps(conversation))
})

const bare = (span: number, at: [number, number]) => spanOf('a', span, at, { 'operation.name': 'chat', 'conversation.id': 'c' })
const whole = (span: number, at: [number, number]) => spanOf('a', span, at, { 'operation.name': 'chat', 'conversation.id': 'c', 'input.messages': [says('user', 'Hello?')], 'output.messages': [says('assistant', 'Good morning.')] })
const event = (span: number, at: number) => ({
  traceId: 'A'.repeat(32), spanId: span.toString(16).padStart(16, '0'), timeUnixNano: String(BigInt(at) * 1_000_000n), eventName: details,
  attributes: whole(span, [at, at])['attributes'],
})

test.each<[string, (emend: EmendTenant) => Promise<string[]>]>([
  ['before its events: it is told that it carries nothing', async (emend) => {
    const { refused } = await ingestTraces(emend, requestOf(bare(1, [0, 9])))
    expect((await ingestLogs(emend, logsOf(event(1, 9)))).refused).toEqual([])
    return refused.map(({ why }) => why)
  }],
  ['after its events: nothing is missing', async (emend) => {
    await ingestLogs(emend, logsOf(event(1, 9)))
    return (await ingestTraces(emend, requestOf(bare(1, [0, 9])))).refused.map(({ why }) => why)
  }],
  ['with the same messages as its events', async (emend) => {
    await ingestTraces(emend, requestOf(whole(1, [0, 9])))
    expect((await ingestLogs(emend, logsOf(event(1, 9)))).written).toBe(0)
    return []
  }],
])('a span %s', async (name, send) => {
  const emend = await fresh()
  expect(await send(emend)).toEqual(name.startsWith('before') ? [expect.stringContaining('send its events to /v1/logs')] : [])
  expect(await told(emend, 'c', 'a'.repeat(32))).toEqual(['input input "Hello?" <- ', '0000000000000001 final_answer "Good morning." <- input'])
})

test('an answer that came by events, of what a span has found, is repaired', async () => {
  const emend = server.tenant
  await emend.memories.add('The router of Kim is an AX-200.', { id: 'kim-router', userId: 'kim' })
  const search = spanOf('b', 1, [10, 20], { 'operation.name': 'search_memory', 'conversation.id': 'kim', 'user.id': 'kim', 'memory.query.text': 'router', 'memory.records': [{ id: 'kim-router', content: 'The router of Kim is an AX-200.' }] })
  expect((await ask('POST', '/v1/traces', { key: 'agent', body: requestOf(search) })).json).toEqual({})
  const spoken = spanOf('b', 2, [5, 30], { 'conversation.id': 'kim', 'input.messages': [says('user', 'Which router do I have?')], 'output.messages': [says('assistant', 'You have an AX-200.')] })
  const record = { traceId: spoken.traceId, spanId: spoken.spanId, timeUnixNano: '30000000', eventName: details, attributes: spoken['attributes'] }
  expect((await ask('POST', '/v1/logs', { key: 'agent', body: logsOf(record) })).json).toEqual({})
  const answer = `otel:${'b'.repeat(32)}:0000000000000002`
  const fault = await emend.faults.add({ memoryId: 'kim-router', type: 'stale' })
  expect((await emend.repairs.trace([fault.id])).map(({ id }) => id)).toContain(answer)
  await emend.work({ once: true })
  expect((await emend.answers.current(answer)).content).not.toBe('You have an AX-200.')
  expect(await emend.audit.violations()).toEqual([])
})

test('what cannot be read or placed is refused alone; what is not of agents is left alone', async () => {
  const good = event(3, 50)
  const { json } = await ask('POST', '/v1/logs', {
    key: 'agent', body: logsOf(good, { ...good, spanId: 'xyz' }, { ...good, spanId: '' }, { ...good, traceId: undefined, spanId: undefined }, { ...good, timeUnixNano: 'noon' },
      { eventName: 'gen_ai.evaluation.result', attributes: [] }, { body: { stringValue: 'hello' }, spanId: 7 }, { eventName: 7 }),
  })
  expect(json).toEqual({ partialSuccess: { rejectedLogRecords: '4', errorMessage: expect.stringMatching(/spanId: 16 hex digits.*names no span.*timeUnixNano/s) } })
  expect((await server.tenant.sessions.trace('c')).map(({ kind }) => kind)).toEqual(['input', 'final_answer'])
})

test('a key of one user records this user\'s events only', async () => {
  const kims = await key('agent', { userId: 'kim' })
  const { json } = await ask('POST', '/v1/logs', { key: kims, body: example() })
  expect(json).toMatchObject({ partialSuccess: { rejectedLogRecords: '2', errorMessage: expect.stringContaining('forbidden') } })
  expect((await server.tenant.sessions.get(`otel:${oldTrace}`)).userId).toBe('kim')
})
