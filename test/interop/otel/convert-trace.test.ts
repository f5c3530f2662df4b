/** What spans become. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CurrentMemory } from '../../../src/interop/otel/convert-memories.js'
import { convertTrace } from '../../../src/interop/otel/convert-trace.js'
import { exportRequest, readRequest } from '../../../src/interop/otel/read-request.js'
import type { KnownNode } from '../../../src/interop/otel/trace-turns.js'
import { answers, asks, exampleRequest, requestOf, says, spanOf, type OtlpSpan } from './example-spans.js'

interface Before { nodes?: KnownNode[]; memories?: Record<string, CurrentMemory>; recorded?: string[] }

function convert(spans: OtlpSpan[], { nodes = [], memories = {}, recorded = [] }: Before = {}) {
  const read = readRequest(exportRequest.parse(requestOf(...spans)))
  expect(read.refused).toEqual([])
  return convertTrace(read.spans[0]!.trace, read.spans, {
    session: { id: 'S', lastTurn: Math.max(0, ...nodes.map(({ turn }) => turn)), nodes }, recorded: new Set(recorded), memories: new Map(Object.entries(memories)), user: null,
  })
}

/** `id kind turn <- used (basis)`, with the trace left out of ids. */
const draw = ({ items }: ReturnType<typeof convert>) => items.map((item) => {
  const id = (text: string) => text.replace(/^otel:.{32}:(0{15})?/, '').replace(/^input:.{16}$/, 'input+')
  if (item.kind === 'memory') return `${id(item.id)} memory${item.source ? ` ${item.source}` : ''}${item.supersedes ? ` supersedes ${item.supersedes.join(' ')}` : ''}`
  if (item.kind === 'input') return `${id(item.id)} input ${item.turn}`
  const made = item.generated_memory_ids?.length ? ` makes ${item.generated_memory_ids.map(id).join(' ')}` : ''
  const retired = item.consumed_memory_ids?.length ? ` retires ${item.consumed_memory_ids.map(id).join(' ')}` : ''
  return `${id(item.id)} ${item.type} ${item.turn} <- ${item.used_ids ? item.used_ids.map(id).join(' ') : 'turn'}${item.basis ? ` (${item.basis})` : ''}${made}${retired}`
})

const chat = (span: number, at: [number, number], input: unknown[], output: unknown[], parent?: number, trace = 'a') =>
  spanOf(trace, span, at, { 'operation.name': 'chat', 'input.messages': input, 'output.messages': output }, parent)

describe('conversations', () => {
  test('a call of a tool is plan and action, its execution the observation, the last words the answer', () => {
    const run = convert([
      chat(1, [0, 10], [says('user', 'Where is ORD1?')], [asks('c1', 'get_order', { id: 'ORD1' })]),
      spanOf('a', 2, [11, 20], { 'operation.name': 'execute_tool', 'tool.name': 'get_order', 'tool.call.id': 'c1', 'tool.call.arguments': { id: 'ORD1' }, 'tool.call.result': 'shipped' }),
      chat(3, [21, 30], [says('user', 'Where is ORD1?'), asks('c1', 'get_order', { id: 'ORD1' }), answers('c1', 'shipped')], [says('assistant', 'It is shipped.')]),
    ])
    expect(draw(run)).toEqual([
      'input input 1', '1 plan 1 <- turn', 'call:c1 tool_action 1 <- 1 (observed)', 'result:c1 tool_observation 1 <- call:c1 (observed)', '3 final_answer 1 <- turn',
    ])
    expect(run.items[1]?.content).toBe('get_order({"id":"ORD1"})')
    expect(run.items[2]).toMatchObject({ tool: { name: 'get_order', args: { id: 'ORD1' }, call_id: 'c1' } })
  })

  test('messages that are spread over attributes, a field each, are read like others', () => {
    const spread = (span: number, at: [number, number], fields: Record<string, string>) => spanOf('a', span, at, { 'llm.request.type': 'chat', ...fields })
    const asked = { 'gen_ai.prompt.0.role': 'system', 'gen_ai.prompt.0.content': 'Be brief.', 'gen_ai.prompt.1.role': 'user', 'gen_ai.prompt.1.content': '[{"type":"text","text":"Where is ORD1?"}]' }
    const run = convert([
      spread(1, [0, 10], { ...asked, 'gen_ai.completion.0.role': 'assistant', 'gen_ai.completion.0.tool_calls.0.id': 'c1', 'gen_ai.completion.0.tool_calls.0.name': 'get_order', 'gen_ai.completion.0.tool_calls.0.arguments': '{"id":"ORD1"}' }),
      spread(3, [21, 30], {
        ...asked, 'gen_ai.prompt.2.role': 'assistant', 'gen_ai.prompt.2.tool_calls.0.id': 'c1', 'gen_ai.prompt.2.tool_calls.0.function.name': 'get_order', 'gen_ai.prompt.3.role': 'tool',
        'gen_ai.prompt.3.content': 'shipped', 'gen_ai.prompt.3.tool_call_id': 'c1', 'gen_ai.completion.0.content': 'It is shipped.', 'gen_ai.completion.0.finish_reason': 'stop',
      }),
    ])
    expect(draw(run)).toEqual([
      'input input 1', '1 plan 1 <- turn', 'call:c1 tool_action 1 <- 1 (observed)', 'result:c1 tool_observation 1 <- call:c1 (observed)', '3 final_answer 1 <- turn',
    ])
    expect(run.items.map(({ content }) => content)).toEqual(['Where is ORD1?', 'get_order({"id":"ORD1"})', 'get_order({"id":"ORD1"})', 'shipped', 'It is shipped.'])
  })

  test('without spans of tools the results come from what the model was told', () => {
    const run = convert([
      chat(1, [0, 10], [says('user', 'q')], [asks('c1', 'a', {}), asks('c2', 'b', {})]),
      chat(3, [21, 30], [says('user', 'q'), asks('c1', 'a', {}), asks('c2', 'b', {}), answers('c2', { b: 2 }), answers('c1', 'one')], [says('assistant', 'Both.')]),
    ])
    expect(draw(run).slice(1)).toEqual([
      '1 plan 1 <- turn', 'call:c1 tool_action 1 <- 1 (observed)', '1.1 plan 1 <- turn', 'call:c2 tool_action 1 <- 1.1 (observed)',
      'result:c2 tool_observation 1 <- call:c2 (observed)', 'result:c1 tool_observation 1 <- call:c1 (observed)', '3 final_answer 1 <- turn',
    ])
    expect(run.items[5]?.content).toBe('{"b":2}')
  })

  test('a tool that nobody was seen to ask for has a plan of its own; one without a call id answers the open call of its name', () => {
    expect(draw(convert([spanOf('a', 2, [1, 2], { 'operation.name': 'execute_tool', 'tool.name': 'look', 'tool.call.result': 'x' })]))).toEqual([
      '2:plan plan 1 <- turn', '2:call tool_action 1 <- 2:plan (observed)', '2 tool_observation 1 <- 2:call (observed)',
    ])
    expect(draw(convert([
      chat(1, [0, 1], [says('user', 'q')], [asks('c1', 'look', {})]),
      spanOf('a', 2, [1, 2], { 'operation.name': 'execute_tool', 'tool.name': 'look', 'error.type': 'timeout', 'tool.call.result': 'late' }),
    ])).at(-1)).toBe('result:c1 tool_observation 1 <- call:c1 (observed)')
  })

  test('the agent around it says nothing twice; an agent within a tool concludes, and does not answer', () => {
    expect(draw(convert([
      spanOf('a', 9, [0, 100], { 'operation.name': 'invoke_agent', 'input.messages': [says('user', 'q')], 'output.messages': [says('assistant', 'the end')] }),
      chat(1, [1, 10], [says('user', 'q')], [asks('c1', 'expert', {})], 9),
      spanOf('a', 2, [11, 40], { 'operation.name': 'execute_tool', 'tool.name': 'expert', 'tool.call.id': 'c1', 'tool.call.result': 'so it is' }, 9),
      chat(3, [12, 30], [], [says('assistant', 'so it is')], 2),
      chat(4, [41, 90], [says('user', 'q')], [says('assistant', 'the end')], 9),
    ]))).toEqual([
      'input input 1', '1 plan 1 <- turn', 'call:c1 tool_action 1 <- 1 (observed)', '3 claim 1 <- turn', 'result:c1 tool_observation 1 <- call:c1 (observed)', '4 final_answer 1 <- turn',
    ])
  })

  test('a whole conversation in one trace has a turn a question', () => {
    const [hello, hi, more, bye] = [says('user', 'hello'), says('assistant', 'hi'), says('user', 'more'), says('assistant', 'bye')]
    expect(draw(convert([chat(1, [0, 10], [hello], [hi]), chat(2, [20, 30], [hello, hi, more], [bye])]))).toEqual([
      'input input 1', '1 final_answer 1 <- turn', 'input+ input 2', '2 final_answer 2 <- input 1 input+ (inferred)',
    ])
  })

  test('what stood in the conversation of earlier turns is inferred evidence, what did not is none', () => {
    const first = convert([chat(1, [0, 10], [says('user', 'I am Mia.')], [says('assistant', 'Hello Mia.')], undefined, 'b')])
    const nodes = first.items.map((item): KnownNode => ({ id: item.id, kind: item.kind === 'step' ? item.type : item.kind, turn: 1, digest: digest(item.content), usedIds: [] }))
    const next = convert([chat(2, [20, 30], [says('assistant', 'Hello Mia.'), says('user', 'Who am I?')], [says('assistant', 'You are Mia.')])], { nodes })
    expect(draw(next)).toEqual(['input input 2', '2 final_answer 2 <- 1 input (inferred)'])
  })

  test('evidence that a span names is declared', () => {
    const span = chat(1, [0, 10], [says('user', 'q')], [says('assistant', 'a')])
    const named = spanOf('a', 1, [0, 10], { 'operation.name': 'chat', 'output.messages': [says('assistant', 'a')], 'emend.used_ids': ['m1', 'm2', 'm1'] })
    expect(draw(convert([{ ...span, attributes: [...span['attributes'] as [], ...named['attributes'] as []] }])).at(-1)).toBe('1 final_answer 1 <- m1 m2 (declared)')
  })

  test('a span without content, and one that failed, record nothing; the first is told of', () => {
    const silent = convert([spanOf('a', 1, [0, 1], { 'operation.name': 'chat' }), spanOf('a', 3, [0, 1], { 'operation.name': 'create_memory' })])
    expect([silent.items, silent.refused.map(({ span }) => span)]).toEqual([[], ['0000000000000001', '0000000000000003']])
    const failed = convert([{ ...spanOf('a', 1, [0, 1], { 'operation.name': 'chat' }), status: { code: 2 } }])
    expect(failed).toEqual({ items: [], refused: [] })
  })
})

describe('memories', () => {
  const memory = (span: number, operation: string, records: unknown[], more: Record<string, unknown> = {}) =>
    spanOf('a', span, [span, span + 1], { 'operation.name': operation, 'memory.store.id': 'notes', 'memory.records': records, ...more })

  test('every content of a record is a memory of its own, which retires the one before', () => {
    expect(draw(convert([
      memory(1, 'create_memory', [{ id: 'r', content: 'one' }]), memory(2, 'update_memory', [{ id: 'r', content: 'two' }]),
      memory(3, 'upsert_memory', [{ id: 'r', content: 'two' }]), memory(4, 'search_memory', [{ id: 'r', content: 'two' }], { 'memory.query.text': 'q' }),
      spanOf('a', 5, [5, 6], { 'operation.name': 'delete_memory', 'memory.store.id': 'notes', 'memory.record.id': 'r' }),
    ]))).toEqual([
      '1 memory_write 1 <- turn makes notes/r', 'notes/r memory',
      expect.stringMatching(/^2 memory_update 1 <- turn makes notes\/r@\w{12} retires notes\/r$/), expect.stringMatching(/^notes\/r@\w{12} memory supersedes notes\/r$/),
      expect.stringMatching(/^4 memory_read 1 <- notes\/r@\w{12} \(observed\)$/), expect.stringMatching(/^5 memory_delete 1 <- turn retires notes\/r@\w{12}$/),
    ])
  })

  test('a content that comes back, and a record that was removed, are new memories', () => {
    const [one, two] = [[{ id: 'r', content: 'one' }], [{ id: 'r', content: 'two' }]]
    expect(draw(convert([
      memory(1, 'create_memory', one), memory(2, 'update_memory', two), memory(3, 'update_memory', one), memory(4, 'update_memory', two),
      memory(5, 'delete_memory', two), memory(6, 'create_memory', one),
    ])).filter((line) => line.includes(' makes ')).map((line) => line.replaceAll(/@\w{12}/g, '@v').replace(/0{15}/g, '0'))).toEqual([
      '1 memory_write 1 <- turn makes notes/r', '2 memory_update 1 <- turn makes notes/r@v retires notes/r', '3 memory_update 1 <- turn makes notes/r@v retires notes/r@v',
      '4 memory_update 1 <- turn makes notes/r@v.04 retires notes/r@v', '6 memory_write 1 <- turn makes notes/r@v.06',
    ])
    expect(draw(convert([memory(1, 'create_memory', one)], { memories: { 'notes/r': { id: 'notes/r', content: null, isGone: true } }, recorded: ['notes/r'] }))).toEqual([
      expect.stringMatching(/^1 memory_write 1 <- turn makes notes\/r@\w{12}$/), expect.stringMatching(/^notes\/r@\w{12} memory$/),
    ])
  })

  test('what a search returns and nobody was seen to write is imported; a known one is cited, also when its text is cut off or gone', () => {
    const long = 'x'.repeat(100)
    expect(draw(convert([memory(1, 'search_memory', [{ id: 'r', content: 'one' }, { content: { theme: 'dark' } }])]))).toEqual([
      '1:found.0 memory_write 1 <- turn makes notes/r', 'notes/r memory imported', '1:found.1 memory_write 2 <- turn makes 1:record.1', '1:record.1 memory imported',
      '1 memory_read 1 <- notes/r 1:record.1 (observed)',
    ])
    expect(draw(convert([memory(1, 'search_memory', [{ id: 'm1', content: `${long.slice(0, 70)}...` }, { id: 'm2', content: 'whatever' }])], {
      memories: { m1: { id: 'm1', content: long }, m2: { id: 'm2', content: null } },
    }))).toEqual(['1 memory_read 1 <- m1 m2 (observed)'])
  })

  test('a search never retires: another text of a known record stands beside it', () => {
    expect(draw(convert([memory(1, 'search_memory', [{ id: 'm1', content: 'new' }])], { memories: { m1: { id: 'm1', content: 'old' } } }))).toEqual([
      expect.stringMatching(/^1:found.0 memory_write 1 <- turn makes m1@\w{12}$/), expect.stringMatching(/^m1@\w{12} memory imported$/), expect.stringMatching(/^1 memory_read 1 <- m1@\w{12} \(observed\)$/),
    ])
  })

  test('a memory that is read within a tool is evidence of what the tool answers', () => {
    expect(draw(convert([
      spanOf('a', 1, [0, 9], { 'operation.name': 'execute_tool', 'tool.name': 'recall', 'tool.call.result': 'one' }),
      spanOf('a', 2, [1, 2], { 'operation.name': 'search_memory', 'memory.records': [{ id: 'r', content: 'one' }] }, 1),
    ])).at(-1)).toBe('1 tool_observation 1 <- 1:call 2 (observed)')
  })

  test('a failed operation changes nothing, and deleting what is unknown neither', () => {
    expect(convert([{ ...memory(1, 'create_memory', [{ id: 'r', content: 'one' }]), status: { code: 2 } }, memory(2, 'delete_memory', [{ id: 'nobody', content: 'x' }])]).items).toEqual([])
  })
})

test('a chain of thousands of spans takes no longer than as many side by side, roughly', () => {
  const spans = Array.from({ length: 4_000 }, (_, index) => chat(index + 1, [index, index + 1], [], [says('assistant', `part ${index}`)], index === 0 ? undefined : index))
  const began = Date.now()
  expect(convert(spans).items).toHaveLength(4_000)
  expect(Date.now() - began).toBeLessThan(10_000)
})

test('the ids of a trace are the same in any order of its spans, and what is recorded stays out', () => {
  const spans = exampleRequest().resourceSpans[0]!.scopeSpans[0]!.spans.filter(({ traceId }) => traceId.startsWith('9E'))
  const whole = convert(spans)
  expect(draw(convert(spans.toReversed()))).toEqual(draw(whole))
  expect(convert(spans, { recorded: whole.items.map(({ id }) => id) }).items.filter(({ kind }) => kind === 'step')).toEqual([])
})

describe('requests', () => {
  const good = spanOf('a', 1, [0, 1], { 'operation.name': 'chat', 'output.messages': [says('assistant', 'a')] })

  test.each([
    ['a trace id in base64', { traceId: 'fBotXptPQMKj0eb4C5x6UQ==' }, /traceId: 32 hex digits/],
    ['a trace id of zeros', { traceId: '0'.repeat(32) }, /traceId/],
    ['a span id of 8 digits', { spanId: '12345678' }, /spanId: 16 hex digits/],
    ['a parent that is none', { parentSpanId: 'zz' }, /parentSpanId/],
    ['a time that is none', { endTimeUnixNano: 'yesterday' }, /endTimeUnixNano: nanoseconds/],
  ])('%s is refused, the others are read', (_what, wrong, why) => {
    const { spans, refused } = readRequest(exportRequest.parse(requestOf({ ...good, ...wrong }, good)))
    expect([spans.length, refused]).toEqual([1, [{ trace: null, span: expect.any(String), why: expect.stringMatching(why) }]])
  })

  test('ids may be in capitals, values structured or text, unknown keys are left alone', () => {
    const { spans } = readRequest(exportRequest.parse({ ...exampleRequest(), surplus: 1 }))
    expect(spans).toHaveLength(16)
    expect(spans.filter(({ trace }) => trace === '9e3c4f70bd6142e4c5f308102dbe9c73')).toHaveLength(7)
    expect(spans.find(({ id }) => id === '33c0000000000002')?.attributes).toMatchObject({
      'service.name': 'support-desk', 'gen_ai.memory.record.count': 1, 'gen_ai.memory.records': [{ id: 'router', score: 0.83 }],
    })
  })
})

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
