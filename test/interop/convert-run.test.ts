import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convertRun, type ConvertOptions } from '../../src/interop/openai-chat/convert-run.js'
import { importReport } from '../../src/interop/openai-chat/import-report.js'
import { readChatFile } from '../../src/interop/openai-chat/read-chat-file.js'

const convert = (messages: unknown, options?: ConvertOptions) => convertRun(readChatFile(JSON.stringify(messages), 'log')[0]!, options)

const call = (id: string, name: string, args: unknown) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } })
const user = (content: string) => ({ role: 'user', content })
const says = (content: string | null, ...tool_calls: unknown[]) => ({ role: 'assistant', content, ...(tool_calls.length > 0 ? { tool_calls } : {}) })
const result = (tool_call_id: string, name: string, content: string) => ({ role: 'tool', tool_call_id, name, content })

/** `id kind <- used` of each item, the way a reader would draw the graph. */
const draw = ({ items }: ReturnType<typeof convertRun>) =>
  items.map((item) => `${item.id} ${item.kind === 'step' ? `${item.type} <- ${item.used_ids?.join(' ') ?? ''} (${item.basis ?? ''})` : item.kind}`)

describe('messages become nodes', () => {
  test('A call, its result and the answer are plan, action, observation and answer, with observed edges where the log proves them', () => {
    const run = convert([user('Where is ORD1?'), says(null, call('c1', 'get_order', { id: 'ORD1' })), result('c1', 'get_order', 'shipped'), says('It is shipped.')])
    expect(draw(run)).toEqual([
      'log:0 input',
      'log:1 plan <- log:0 (inferred)',
      'log:1.0 tool_action <- log:1 (observed)',
      'log:2 tool_observation <- log:1.0 (observed)',
      'log:3 final_answer <- log:0 log:1 log:2 (inferred)',
    ])
    expect(run.items[1]?.content).toBe('get_order({"id":"ORD1"})')
    expect(run.items[2]).toMatchObject({ tool: { name: 'get_order', args: { id: 'ORD1' }, call_id: 'c1' } })
  })

  test('A remembered observation is also a memory of equal content, and what follows cites the memory', () => {
    const run = convert([user('q'), says(null, call('c1', 'look', {})), result('c1', 'look', 'x = 12'), says('12')], { remember: 'observations' })
    expect(draw(run).slice(3)).toEqual([
      'log:2 tool_observation <- log:1.0 (observed)',
      'log:2.write memory_write <- log:2 (observed)',
      'log:2.memory memory',
      'log:3 final_answer <- log:0 log:1 log:2.memory (inferred)',
    ])
    expect(run.items.at(-2)).toMatchObject({ content: 'x = 12', source: 'tool_observation' })
  })

  test('With context values a message rests on its own turn and on what shares a value with it', () => {
    const messages = [user('I am mia_li_3668.'), says('Hello mia_li_3668.'), user('And the weather?'), says('Sunny.'), user('Who am I?'), says('You are mia_li_3668.')]
    expect(draw(convert(messages, { context: 'values' })).at(-1)).toBe('log:5 final_answer <- log:0 log:1 log:4 (inferred)')
    expect(draw(convert(messages)).at(-1)).toBe('log:5 final_answer <- log:0 log:1 log:2 log:3 log:4 (inferred)')
  })
})

describe('logs are dirty', () => {
  test('A repeated call id goes to the nearest unanswered call of that id and name', () => {
    const run = convert([
      user('q'), says(null, call('c1', 'a', { n: 1 })), result('c1', 'a', 'one'), says(null, call('c1', 'a', { n: 2 })), result('c1', 'a', 'two'),
    ])
    expect(draw(run).filter((line) => line.includes('observation'))).toEqual([
      'log:2 tool_observation <- log:1.0 (observed)', 'log:4 tool_observation <- log:3.0 (observed)',
    ])
  })

  test('Parallel calls of one message are answered in any order', () => {
    const run = convert([user('q'), says('Both.', call('c1', 'a', {}), call('c2', 'b', {})), result('c2', 'b', 'B'), result('c1', 'a', 'A')])
    expect(draw(run).slice(4)).toEqual(['log:2 tool_observation <- log:1.1 (observed)', 'log:3 tool_observation <- log:1.0 (observed)'])
  })

  test('A result that answers no call of its turn is placed without an edge and named', () => {
    const run = convert([user('q'), says(null, call('c1', 'a', {})), user('never mind'), result('c1', 'a', 'late')])
    expect(draw(run).at(-1)).toBe('log:3 tool_observation <-  (observed)')
    expect(run.unlinked).toEqual([{ session: 'log', message: 3, callId: 'c1' }])
  })

  test('Messages that say nothing and instructions are listed, and the equation still holds', () => {
    const run = convert([{ role: 'system', content: 'Be kind.' }, user('hi'), says(null), says('hello'), { role: 'critic', content: 'meh' }, user('bye')])
    expect(run.notPlaced.map(({ message, why }) => `${message} ${why}`)).toEqual([
      '0 instructions to the agent', '2 has no content and makes no call', '4 unknown role',
    ])
    expect(importReport([run], 3).equation).toBe('6 messages + 0 tool calls = 3 nodes + 3 not placed')
  })

  test('Keys that are missing, not null, are no error: content, arguments, the name of a result', () => {
    const run = convert([user('q'), { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'a' } }] }, { role: 'tool', tool_call_id: 'c', content: 'r' }, { role: 'assistant' }])
    expect(draw(run)).toEqual(['log:0 input', 'log:1 plan <- log:0 (inferred)', 'log:1.0 tool_action <- log:1 (observed)', 'log:2 tool_observation <- log:1.0 (observed)'])
    expect(run.items.map(({ content }) => content)).toEqual(['q', 'a()', 'a()', 'r'])
    expect(run.notPlaced.map(({ message, why }) => `${message} ${why}`)).toEqual(['3 has no content and makes no call'])
  })

  test('Prose where JSON was expected stays prose: arguments and results', () => {
    const broken = { id: 'c', type: 'function', function: { name: 'a', arguments: '{oops' } }
    const run = convert([user('q'), says(null, broken), result('c', 'a', 'Error: no such flight')])
    expect(run.items[2]).toMatchObject({ content: 'a({oops)', tool: { args: '{oops' } })
    expect(run.items[3]).toMatchObject({ content: 'Error: no such flight' })
  })

  test('The same content twice is two nodes', () => {
    expect(convert([user('yes'), says('ok'), user('yes'), says('ok')]).items.map((item) => item.id)).toEqual(['log:0', 'log:1', 'log:2', 'log:3'])
  })

  test('A longer version of a run begins with the items of the shorter one', () => {
    const messages = [user('a'), says(null, call('1', 't', {})), result('1', 't', 'r'), says('b'), user('c'), says('d')]
    const long = convert(messages).items
    for (let length = 1; length <= messages.length; length++) {
      const short = convert(messages.slice(0, length)).items
      expect(long.slice(0, short.length)).toEqual(short)
    }
  })

  test('Keys that nothing is made of are named', () => {
    const [run] = readChatFile(JSON.stringify({ messages: [{ ...user('a'), weight: 1 }], reward: 0 }), 'log')
    expect(convertRun(run!).unreadKeys).toEqual(['weight', 'reward'])
  })
})

describe('files', () => {
  const messages = [user('a'), says('b')]
  test('A list, an object, JSON lines of either and a list of runs are found out', () => {
    const line = (value: unknown) => JSON.stringify(value)
    const sessions = (text: string) => readChatFile(text, 'log').map((run) => `${run.session} ${run.messages.length}`)
    expect(sessions(line(messages))).toEqual(['log 2'])
    expect(sessions(line({ messages }))).toEqual(['log 2'])
    expect(sessions(messages.map(line).join('\n'))).toEqual(['log 2'])
    expect(sessions([messages, messages].map(line).join('\n'))).toEqual(['log#0 2', 'log#1 2'])
    expect(sessions([{ messages }, { id: 'x', messages }].map(line).join('\n'))).toEqual(['log#0 2', 'x 2'])
    expect(sessions(line([{ task_id: 3, trial: 1, traj: messages }]))).toEqual(['log/task-3/trial-1 2'])
  })

  test.each([
    ['not JSON', '{', /is not JSON/],
    ['a number', '7', /neither a list of messages/],
    ['an empty list', '[]', /holds no message/],
    ['a message without a role', '[{"role": "user", "content": "a"}, {"content": "b"}]', /message 1 role/],
    ['a broken line', '{"messages": []}\n{', /line 2/],
  ])('Refuses %s, naming the place', (_name, text, message) => {
    expect(() => readChatFile(text, 'log')).toThrow(expect.objectContaining({ code: 'bad_import', message: expect.stringMatching(message) }))
  })
})

const trajectories = new URL('../../../shared/data/tau-airline/trajectories.json', import.meta.url)
let text = ''
try {
  text = readFileSync(trajectories, 'utf8')
} catch {
  console.warn(`SKIPPED: ${trajectories.pathname} is absent`)
}

describe.skipIf(text === '')('recorded runs of a real agent', () => {
  test('All 100 runs convert: messages and calls in = nodes + not placed, and every content is equal byte for byte', () => {
    const runs = readChatFile(text, 'airline')
    expect(runs).toHaveLength(100)
    const converted = runs.map((run) => convertRun(run, { remember: 'observations' }))
    const report = importReport(converted, 0)
    expect(report.equation).toBe('2962 messages + 621 tool calls = 3483 nodes + 100 not placed')
    expect(report.nodes).toEqual({ input: 860, plan: 621, tool_action: 621, tool_observation: 621, final_answer: 760 })
    expect(report.notPlaced.every(({ role }) => role === 'system')).toBe(true)
    expect(report.unlinked).toEqual([])
    for (const [index, run] of runs.entries()) {
      const contents = new Map(converted[index]!.items.map((item) => [item.id, item.content]))
      for (const [position, message] of run.messages.entries()) {
        if (message.role === 'system' || message.content === null) continue
        expect(contents.get(`${run.session}:${position}`)).toBe(message.content)
        if (message.role === 'tool') expect(contents.get(`${run.session}:${position}.memory`)).toBe(message.content)
      }
    }
  })
})
