/** A session of the OpenAI Agents SDK, used by its runner. */
import { Agent, Runner, setTraceProcessors, setTracingDisabled, tool, withGenerationSpan, type AgentInputItem, type Model, type ModelRequest, type ModelResponse } from '@openai/agents-core'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { firmwareLookup } from '../../../src/cli/demo/story.js'
import { openEmend, type Tool } from '../../../src/index.js'
import { EmendSession, EmendTraceProcessor } from '../../../src/interop/openai-agents/index.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const recallTool: Tool = {
  name: 'recall', effect: 'pure', parameters: { type: 'object', properties: { query: { type: 'string' } } },
  run: async (args) => (await emend.memories.peek((args as { query: string }).query, { scope: { user: 'ana' }, k: 1 })).results.map(({ content }) => content).join('\n'),
}
const emend = await openEmend({ databaseUrl: url, tenant: 'agents', tools: [firmwareLookup, recallTool] })
afterAll(() => emend.close())
setTraceProcessors([])

const message = (text: string) => ({ type: 'message' as const, role: 'assistant' as const, status: 'completed' as const, content: [{ type: 'output_text' as const, text }] })
const call = (callId: string, name: string, args: unknown) => ({ type: 'function_call' as const, callId, name, status: 'completed' as const, arguments: JSON.stringify(args) })
type Output = ModelResponse['output']

/** A model that says what it is told to, and remembers what it was shown. */
class Scripted implements Model {
  readonly shown: (string | AgentInputItem[])[] = []

  constructor(private readonly script: Output[]) {}

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    return withGenerationSpan(async (span) => {
      this.shown.push(structuredClone(request.input))
      const output = this.script.shift()!
      span.spanData.input = typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : request.input as Record<string, unknown>[]
      span.spanData.output = output as Record<string, unknown>[]
      const { Usage } = await import('@openai/agents-core')
      return { usage: new Usage(), output }
    })
  }

  getStreamedResponse(): never {
    throw new Error('not streamed here')
  }
}

const toolsOf = (sessionId: string, before: () => Promise<void> = async () => {}) => [
  tool({ name: 'firmware_lookup', description: '', parameters: z.object({ model: z.string() }), execute: async (args) => JSON.stringify(await firmwareLookup.run(args, {} as never)) }),
  tool({
    name: 'recall', description: '', parameters: z.object({ query: z.string() }),
    execute: async ({ query }) => {
      await before()
      return (await emend.memories.search(query, { sessionId, userId: 'ana', k: 1 })).results.map(({ content }) => content).join('\n')
    },
  }),
]
const runner = new Runner({ tracingDisabled: true })
const drawn = async (session: string) => (await emend.sessions.trace(session)).map(({ kind, turn, content }) => `${turn} ${kind}: ${content}`)

describe('a session', () => {
  test('keeps the conversation of runs, as turns', async () => {
    const session = new EmendSession(emend, { sessionId: 's1', userId: 'ana', agentId: 'desk' })
    const model = new Scripted([[call('c1', 'firmware_lookup', { model: 'BX-300' })], [message('It is 7.2.4.')], [message('You are welcome.')]])
    const agent = new Agent({ name: 'desk', model, tools: toolsOf('s1') })
    expect((await runner.run(agent, 'Which firmware?', { session })).finalOutput).toBe('It is 7.2.4.')
    expect((await runner.run(agent, 'Thanks.', { session })).finalOutput).toBe('You are welcome.')
    expect(await drawn('s1')).toEqual([
      '1 input: Which firmware?', '1 plan: firmware_lookup({"model":"BX-300"})', '1 tool_action: firmware_lookup({"model":"BX-300"})',
      '1 tool_observation: {"model":"BX-300","firmware_version":"7.2.4"}', '1 final_answer: It is 7.2.4.', '2 input: Thanks.', '2 final_answer: You are welcome.',
    ])
    const user = (content: string) => ({ type: 'message', role: 'user', content })
    expect(await session.getItems()).toEqual([
      user('Which firmware?'), call('c1', 'firmware_lookup', { model: 'BX-300' }),
      { type: 'function_call_result', callId: 'c1', name: 'firmware_lookup', status: 'completed', output: { type: 'text', text: '{"model":"BX-300","firmware_version":"7.2.4"}' } },
      message('It is 7.2.4.'), user('Thanks.'), message('You are welcome.'),
    ])
    expect(await session.getItems(2)).toEqual([user('Thanks.'), message('You are welcome.')])
    expect([await session.getItems(0), await session.getSessionId()]).toEqual([[], 's1'])
    expect((model.shown[2] as AgentInputItem[]).length).toBe(5)
    expect(await new EmendSession(emend, { sessionId: 's1' }).getItems()).toHaveLength(6)
  })

  test('takes items back and clears, and keeps what was said for audit', async () => {
    const session = new EmendSession(emend, { sessionId: 's2' })
    expect(await session.popItem()).toBeUndefined()
    await session.clearSession()
    const items: AgentInputItem[] = ['one', 'two', 'three'].map((content) => ({ type: 'message', role: 'user', content }))
    await session.addItems(items)
    expect([await session.popItem(), await session.popItem()]).toEqual([items[2], items[1]])
    expect(await session.getItems()).toEqual([items[0]])
    await session.clearSession()
    expect(await session.getItems()).toEqual([])
    await session.addItems([items[1]!])
    expect(await session.getItems()).toEqual([items[1]])
    expect((await drawn('s2')).filter((line) => line.includes('input')).length).toBe(4)
  })

  test('keeps what is no text as it is', async () => {
    const session = new EmendSession(emend, { sessionId: 's3' })
    const items: AgentInputItem[] = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, { type: 'input_image', image: 'https://example.com/a.png' }] },
      { type: 'reasoning', id: 'r1', content: [{ type: 'input_text', text: 'A picture.' }] },
      { type: 'hosted_tool_call', name: 'web_search', status: 'completed', arguments: '{}' },
    ]
    await session.addItems(items)
    expect(await session.getItems()).toEqual(items)
  })

  test('shows the answer that a repair has made again', async () => {
    await emend.memories.add('The router model of the user is BX-300.', { id: 'old', userId: 'ana' })
    await emend.memories.update('old', 'The router model of the user is AX-200.', { id: 'lie', userId: 'ana' })
    const session = new EmendSession(emend, { sessionId: 's9', userId: 'ana' })
    const agent = new Agent({
      name: 'desk', tools: toolsOf('s9'),
      model: new Scripted([
        [call('r1', 'recall', { query: 'router model' })], [call('r2', 'firmware_lookup', { model: 'AX-200' })],
        [message('Model AX-200 firmware version is 5.1.0. The router model of the user is AX-200.')],
      ]),
    })
    await runner.run(agent, 'Which firmware version should I install on my router model?', { session })
    await emend.faults.add({ memoryId: 'lie', type: 'poisoned', failedAnswerId: (await session.answerId())! })
    await emend.work({ once: true })
    expect((await emend.repairs.list())[0]).toMatchObject({ state: 'done', waitingFor: null })
    const items = await session.getItems()
    expect(JSON.stringify(items.at(-1))).toMatch(/BX-300/)
    expect(JSON.stringify(items)).not.toMatch(/AX-200/)
  })

  test('a later turn rests on what was searched since the last answer, although its input is saved at the end', async () => {
    const session = new EmendSession(emend, { sessionId: 's5', userId: 'ana' })
    const agent = new Agent({ name: 'desk', tools: toolsOf('s5'), model: new Scripted([[message('Hello.')], [call('r1', 'recall', { query: 'router model' })], [message('BX-300.')]]) })
    await runner.run(agent, 'Hi.', { session })
    await runner.run(agent, 'Which router?', { session })
    const trace = await emend.sessions.trace('s5')
    const [read, observation, answer] = [trace.find(({ kind }) => kind === 'memory_read')!, trace.find(({ kind }) => kind === 'tool_observation')!, trace.at(-1)!]
    expect(observation.from.map(({ id }) => id)).toContain(read.id)
    expect(answer.from.map(({ id }) => id)).toEqual(expect.arrayContaining([read.id, read.from[0]!.id, observation.id]))
    expect(answer.from.map(({ id }) => id)).not.toContain(trace[0]!.id)
  })
})

test('a trace processor records runs whose conversation is kept elsewhere, and leaves alone what it is told to', async () => {
  const processor = new EmendTraceProcessor(emend, { userId: 'ana', agentId: 'desk', skip: ({ name }) => name === 'not this one' })
  setTracingDisabled(false)
  setTraceProcessors([processor])
  const traced = (workflowName: string, script: Output[], input: string | AgentInputItem[]) =>
    new Runner({ groupId: 't1', workflowName }).run(new Agent({ name: 'desk', model: new Scripted(script), tools: toolsOf('t1', () => processor.forceFlush()) }), input)
  await traced('first', [[call('c1', 'recall', { query: 'router model' })], [message('A BX-300.')]], 'Which router?')
  await traced('not this one', [[message('secret')]], 'Tell nobody.')
  await traced('second', [[message('You are welcome.')]], [{ role: 'user', content: 'Which router?' }, message('A BX-300.'), { role: 'user', content: 'Thanks.' }])
  await processor.forceFlush()
  setTraceProcessors([])
  expect((await drawn('t1')).map((line) => line.replace(/(recall\().*/, '$1'))).toEqual([
    '1 input: Which router?', '1 plan: recall(', '1 tool_action: recall(', '1 memory_read: router model', '1 tool_observation: The router model of the user is BX-300.', '1 final_answer: A BX-300.',
    '2 input: Thanks.', '2 final_answer: You are welcome.',
  ])
  expect(processor.answerId).toBe((await emend.sessions.trace('t1')).at(-1)!.id)
})
