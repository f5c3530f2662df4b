/** Spans over HTTP: recorded once, and repaired like anything else. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { firmwareLookup } from '../../../src/cli/demo/story.js'
import { ingestTraces } from '../../../src/interop/otel/ingest-traces.js'
import { openServer } from '../../http/open-server.js'
import { exampleRequest, exampleSpans, requestOf, says, spanOf } from './example-spans.js'

const server = await openServer({ tools: [firmwareLookup] })
const { ask, store, log, key } = server
const tenant = await store.tenant('acme', { tools: [firmwareLookup] })
const trace = '9e3c4f70bd6142e4c5f308102dbe9c73'
const answer = `otel:${trace}:33c0000000000005`

test('the example becomes sessions, turns, steps and memories; the same again, and in parts, records nothing twice', async () => {
  for (const body of [exampleRequest(), exampleRequest(), ...exampleSpans().map((span) => requestOf(span))]) {
    expect((await ask('POST', '/v1/traces', { key: 'agent', body })).json).toEqual({})
  }
  const shown = (await tenant.sessions.trace('support-ana')).filter(({ turn }) => turn === 2).map(({ id, kind, from }) => `${kind} <- ${from.map(({ id: source }) => source).join(' ')} # ${id}`)
  const short = shown.map((line) => line.replaceAll(`otel:${trace}:`, '').replaceAll(/otel:7c1a2d5e9b4f40c2a3d1e6f80b9c7a51:/g, '1/').replaceAll(/33c000000000000/g, 's').replaceAll(/11a000000000000/g, 't').replaceAll(/@\w{12}/g, '@2'))
  expect(short).toEqual([
    'input <-  # input',
    'memory_read <- support-notes/router@2 input # s2',
    'plan <- 1/input 1/t2 support-notes/router@2 input s2 # s3',
    'tool_action <- s3 # call:call_8Qm2',
    'tool_observation <- call:call_8Qm2 # result:call_8Qm2',
    'final_answer <- 1/input 1/t2 support-notes/router@2 input s2 s3 call:call_8Qm2 result:call_8Qm2 # s5',
    'memory_write <- support-notes/router@2 input s2 s3 call:call_8Qm2 result:call_8Qm2 s5 # s6',
    'memory <- s6 # support-notes/firmware',
  ])
  expect((await tenant.sessions.get('support-ana')).userId).toBe('ana')
  expect((await tenant.memories.get('support-notes/router')).status).toBe('superseded')
})

test('spans that come one by one, as they end, become the same as all at once, save that a search which ends before its question is told of stands before it', async () => {
  const whole = await store.tenant('whole')
  const parts = await store.tenant('parts')
  await ingestTraces(whole, exampleRequest())
  const byEnd = exampleSpans().toSorted((one, other) => Number(BigInt(one['endTimeUnixNano'] as string) - BigInt(other['endTimeUnixNano'] as string)))
  for (const span of byEnd) expect((await ingestTraces(parts, requestOf(span))).refused).toEqual([])
  for (const session of ['support-ana', 'support-ana-phone']) {
    const [one, other] = await Promise.all([whole, parts].map(async (emend) => (await emend.sessions.trace(session))
      .map(({ id, kind, turn, content, from }) => ({ id, kind, turn, content, from: from.map((source) => source.id).filter((source) => kind !== 'memory_read' || !source.endsWith(':input')).sort() }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))))
    expect(other).toEqual(one)
  }
})

test('a fault on a memory that came by spans is repaired: memories, steps, and the answer', async () => {
  const poisoned = (await tenant.memories.get('support-notes/router')).replacedBy[0]!
  expect((await tenant.memories.get(poisoned)).content).toBe('The router model of the user is AX-200.')
  expect((await ask('GET', `/v1/answers/${encodeURIComponent(answer)}/current`)).json).toMatchObject({ content: expect.stringContaining('AX-200') })

  const { status } = await ask('POST', '/v1/faults', { key: 'detector', body: { memoryId: poisoned, type: 'poisoned', evidence: 'anybody may write in that forum', failedAnswerId: answer } })
  expect(status).toBe(201)
  await tenant.work({ once: true })

  const [repair] = await tenant.repairs.list()
  expect(repair).toMatchObject({ state: 'done', waitingFor: null })
  expect((await ask('GET', `/v1/answers/${encodeURIComponent(answer)}/current`)).json).toMatchObject({
    validity: 'valid', isReplaced: true, content: expect.stringMatching(/BX-300.*7\.2\.4|7\.2\.4.*BX-300/),
  })
  const readable = await tenant.memories.list({ userId: 'ana' })
  expect(readable.map(({ content }) => content).filter((content) => /AX-200|5\.1\.0/.test(content ?? ''))).toEqual([])
  expect((await tenant.memories.get(poisoned)).status).toBe('deleted')
  expect((await tenant.memories.get('support-notes/firmware')).isReadable).toBe(false)
  expect((await ask('GET', '/v1/answers/otel%3Aaf4d5081ce7253f5d60419213ecfad84%3A44d0000000000003/current')).json).toMatchObject({ isStale: true, content: null })
  expect((await tenant.status()).violations).toEqual([])
})

test('a search that still finds what was withdrawn is recorded, and withheld like it; what was deleted is not written again', async () => {
  const found = { 'operation.name': 'search_memory', 'conversation.id': 'later', 'user.id': 'ana', 'memory.store.id': 'support-notes', 'memory.query.text': 'router', 'memory.records': [{ id: 'router', content: 'The router model of the user is AX-200.' }] }
  const again = { 'operation.name': 'create_memory', 'conversation.id': 'later', 'user.id': 'ana', 'memory.store.id': 'other-notes', 'memory.records': [{ id: 'r', content: 'The router model of the user is AX-200.' }] }
  const { json } = await ask('POST', '/v1/traces', { key: 'agent', body: requestOf(spanOf('c', 1, [1, 2], found), spanOf('c', 2, [3, 4], again)) })
  expect(json).toEqual({ partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('says again what') } })
  const later = await tenant.sessions.trace('later')
  expect(later.map(({ kind, state }) => [kind, state])).toEqual([['memory_read', expect.not.stringMatching(/^valid$/)], ['memory_write', expect.anything()]])
  await expect(tenant.memories.get('other-notes/r')).rejects.toMatchObject({ code: 'not_found' })
})

test('of a trace that cannot be recorded all spans are refused, the other traces are recorded', async () => {
  const told = (trace: string, extra: Record<string, unknown>) => spanOf(trace, 1, [1, 2], { 'operation.name': 'chat', 'conversation.id': `t-${trace}`, 'output.messages': [says('assistant', 'yes')], ...extra })
  const { status, json } = await ask('POST', '/v1/traces', { key: 'agent', body: requestOf(told('d', { 'emend.used_ids': ['nobody'] }), told('e', {}), { traceId: 'x' }) })
  expect(status).toBe(200)
  expect(json).toEqual({ partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringMatching(/traceId.*unknown_id/s) } })
  expect((await tenant.sessions.trace('t-e')).map(({ kind }) => kind)).toEqual(['final_answer'])
  await expect(tenant.sessions.get('t-d')).rejects.toMatchObject({ code: 'not_found' })
})

test('a key of one user records this user\'s spans only, and cites nothing of others', async () => {
  const ofKim = await key('agent', { userId: 'kim' })
  const span = (trace: string, extra: Record<string, unknown>) => spanOf(trace, 1, [1, 2], { 'operation.name': 'chat', 'conversation.id': `k-${trace}`, 'output.messages': [says('assistant', 'yes')], ...extra })
  const { json } = await ask('POST', '/v1/traces', { key: ofKim, body: requestOf(span('1', {}), span('2', { 'user.id': 'ana' }), span('3', { 'conversation.id': 'support-ana' }), span('4', { 'emend.used_ids': ['support-notes/router'] })) })
  expect(json['partialSuccess']).toMatchObject({ rejectedSpans: '3', errorMessage: expect.stringMatching(/forbidden.*forbidden.*unknown_id/s) })
  expect((await tenant.audit.owners([`otel:${'1'.repeat(32)}:0000000000000001`]))[0]).toMatchObject({ userId: 'kim' })
})

test('a key of one user learns nothing of what others remember by guessing it', async () => {
  await tenant.memories.add('The pin of Ana is 4711.', { id: 'pin', userId: 'ana' })
  const ofKim = await key('agent', { userId: 'kim' })
  const guess = (trace: string, content: string) => ask('POST', '/v1/traces', { key: ofKim, body: requestOf(spanOf(trace, 1, [1, 2], { 'operation.name': 'search_memory', 'memory.records': [{ id: 'pin', content }] })) })
  const [right, wrong] = [await guess('5', 'The pin of Ana is 4711.'), await guess('6', 'The pin of Ana is 0815.')]
  expect(right.json['partialSuccess']).toEqual({ ...wrong.json['partialSuccess'] as object })
  expect(right.json).toMatchObject({ partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('unknown_id') } })
})

test('a trace of more nodes than one call records is refused, soon', async () => {
  const results = Array.from({ length: 40_000 }, (_, index) => ({ type: 'tool_call_response', id: `c${index}`, response: 'x' }))
  const { json } = await ask('POST', '/v1/traces', { key: 'agent', body: requestOf(spanOf('7', 1, [1, 2], { 'operation.name': 'chat', 'input.messages': [{ role: 'tool', parts: results }], 'output.messages': [says('assistant', 'done')] })) })
  expect(json).toMatchObject({ partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('more than 10000 nodes') } })
})

test('JSON that is nested without end stays a text, and a time that is no number of nanoseconds refuses its span alone', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const parts = `[{"role":"assistant","parts":[{"type":"text","content":${deep}}]}]`
  const spans = [
    { 'operation.name': 'execute_tool', 'tool.name': 'x', 'tool.call.arguments': deep, 'tool.call.result': 'r' }, { 'operation.name': 'execute_tool', 'tool.name': 'x', 'tool.call.result': deep },
    { 'operation.name': 'chat', 'input.messages': deep, 'output.messages': parts }, { 'operation.name': 'create_memory', 'memory.records': parts },
  ].map((attributes, index) => spanOf('8', index + 1, [1, index + 2], attributes))
  for (const body of [...spans.map((span) => requestOf(span)), requestOf({ ...spanOf('8', 9, [1, 9], { 'operation.name': 'chat' }), endTimeUnixNano: 1.5 })]) {
    expect((await ask('POST', '/v1/traces', { key: 'agent', body })).status).toBe(200)
  }
  const { json } = await ask('POST', '/v1/traces', { key: 'agent', body: requestOf({ ...spanOf('9', 1, [1, 2], {}), endTimeUnixNano: 1.5 }) })
  expect(json).toMatchObject({ partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('fractions') } })
})

test('protobuf is refused and told what to do; gzip is unpacked, up to the limit', async () => {
  const proto = await ask('POST', '/v1/traces', { key: 'agent', body: Buffer.from([10, 0]), headers: { 'content-type': 'application/x-protobuf' } })
  expect([proto.status, proto.json]).toMatchObject([415, { code: 'bad_media_type', detail: expect.stringContaining('http/json') }])
  const packed = (body: Buffer, encoding = 'gzip') => ask('POST', '/v1/traces', { key: 'agent', body, headers: { 'content-encoding': encoding } })
  expect((await packed(gzipSync(JSON.stringify(exampleRequest())))).json).toEqual({})
  expect((await packed(gzipSync(`{"resourceSpans":[${' '.repeat(5_000_000)}]}`))).json).toMatchObject({ code: 'too_large', status: 413 })
  expect((await packed(Buffer.from('no gzip'))).json).toMatchObject({ code: 'bad_request' })
  expect((await packed(Buffer.from('{}'), 'br')).json).toMatchObject({ code: 'bad_media_type' })
})

test('nothing of this was unexpected', () => {
  expect(log).toEqual([])
})
