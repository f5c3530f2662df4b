/** What LangChain runs leave behind. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { RunnableLambda, type RunnableConfig } from '@langchain/core/runnables'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { tool } from '@langchain/core/tools'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatResult } from '@langchain/core/outputs'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openEmend } from '../../../src/index.js'
import { EmendCallbackHandler } from '../../../src/interop/langgraph/callback-handler.js'
import { EmendStore } from '../../../src/interop/langgraph/store.js'
import { firmwareLookup } from '../../../src/cli/demo/story.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const emend = await openEmend({ databaseUrl: url, tenant: 'callbacks', tools: [firmwareLookup] })
afterAll(() => emend.close())
AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage())

const drawn = async (session: string) => (await emend.sessions.trace(session)).map(({ kind, turn, content }) => `${turn} ${kind}: ${content}`)

/** A model that says what it is told to, call by call. */
class Scripted extends BaseChatModel {
  constructor(private readonly script: AIMessage[]) {
    super({})
  }

  override _llmType() {
    return 'scripted'
  }

  override async _generate(): Promise<ChatResult> {
    const message = this.script.shift()!
    return { generations: [{ text: message.text, message }] }
  }
}

const lookup = tool(async (args: { model: string }) => JSON.stringify(await firmwareLookup.run(args, {} as never)), {
  name: 'firmware_lookup', schema: z.object({ model: z.string() }),
})

/** An agent as graphs run it: a model, its tools, the model again. */
const agentOf = (model: Scripted, before: (config: RunnableConfig) => Promise<unknown> = async () => {}) => RunnableLambda.from(async ({ messages }: { messages: BaseMessage[] }, config: RunnableConfig) => {
  await before(config)
  const said = [...messages]
  for (;;) {
    const message = await model.invoke(said, config) as AIMessage
    said.push(message)
    if (!message.tool_calls?.length) return { messages: said }
    for (const call of message.tool_calls) said.push(await lookup.invoke({ ...call, type: 'tool_call' }, config))
  }
})

test('a run becomes a turn of its thread: input, plan, call, result, answer', async () => {
  const handler = new EmendCallbackHandler(emend, { userId: 'ana', agentId: 'desk' })
  const asks = new AIMessage({ content: '', tool_calls: [{ id: 'c1', name: 'firmware_lookup', args: { model: 'BX-300' } }] })
  const config = { callbacks: [handler], metadata: { thread_id: 't1' } }
  await agentOf(new Scripted([asks, new AIMessage('It is 7.2.4.')])).invoke({ messages: [new HumanMessage('Which firmware?')] }, config)
  await agentOf(new Scripted([new AIMessage('You are welcome.')])).invoke({ messages: [new HumanMessage('Which firmware?'), new AIMessage('It is 7.2.4.'), new HumanMessage('Thanks.')] }, config)
  await handler.settled()
  expect(await drawn('t1')).toEqual([
    '1 input: Which firmware?', '1 plan: firmware_lookup({"model":"BX-300"})', '1 tool_action: firmware_lookup({"model":"BX-300"})',
    '1 tool_observation: {"model":"BX-300","firmware_version":"7.2.4"}', '1 final_answer: It is 7.2.4.', '2 input: Thanks.', '2 final_answer: You are welcome.',
  ])
  const trace = await emend.sessions.trace('t1')
  expect(trace[3]?.from).toEqual([{ id: trace[2]!.id, labels: ['produce'] }])
  expect(trace.map(({ agentId }) => agentId)).toEqual([null, 'desk', 'desk', 'desk', 'desk', null, 'desk'])
  expect(handler.answerId).toBe(trace[6]!.id)
})

test('what is said on the way is a claim; a model without a run around it answers at once; a failing tool is an observation', async () => {
  const handler = new EmendCallbackHandler(emend)
  const pair = RunnableLambda.from(async (_: { input: string }, config: RunnableConfig) => {
    await new FakeListChatModel({ responses: ['Router question.'] }).invoke('classify', config)
    return new FakeListChatModel({ responses: ['Restart it.'] }).invoke('answer', config)
  })
  await pair.invoke({ input: 'My router is slow.' }, { callbacks: [handler], metadata: { thread_id: 't2' } })
  await new FakeListChatModel({ responses: ['Hello.'] }).invoke('Hi', { callbacks: [handler], metadata: { thread_id: 't3' } })
  await expect(lookup.invoke({ model: 'none' }, { callbacks: [handler], metadata: { thread_id: 't4' } })).rejects.toThrow('there is no router model none')
  await handler.settled()
  expect((await drawn('t2')).filter((line) => !line.includes('input'))).toEqual([expect.stringContaining('claim: Router question.'), expect.stringContaining('final_answer: Restart it.')])
  expect(await drawn('t3')).toEqual(['1 input: Hi', '1 final_answer: Hello.'])
  expect((await drawn('t4')).at(-1)).toBe('1 tool_observation: error: there is no router model none')
})

test('what cannot be recorded never reaches the graph, and is told', async () => {
  const told: unknown[] = []
  const handler = new EmendCallbackHandler(emend, { sessionId: 'x'.repeat(300), onError: (error) => told.push(error) })
  const model = new FakeListChatModel({ responses: ['Hello.'] })
  expect((await model.invoke('Hi', { callbacks: [handler] })).content).toBe('Hello.')
  await handler.settled()
  expect(told[0]).toMatchObject({ code: 'too_large' })
  const silent = new EmendCallbackHandler(emend, { sessionId: 'x'.repeat(300) })
  await model.invoke('Hi', { callbacks: [silent] })
  await expect(silent.settled()).rejects.toMatchObject({ code: 'too_large' })
})

test('a graph that reads the store is repaired: an item was wrong, and the answer is made again', async () => {
  const store = new EmendStore(emend, { userId: 'kim' })
  await store.put(['kim'], 'router', { text: 'The router model of the user is BX-300.' })
  await store.put(['kim'], 'router', { text: 'The router model of the user is AX-200.' })
  const lie = (await emend.memories.list({ userId: 'kim' }))[0]!
  const handler = new EmendCallbackHandler(emend, { userId: 'kim' })
  const asks = new AIMessage({ content: '', tool_calls: [{ id: 'c9', name: 'firmware_lookup', args: { model: 'AX-200' } }] })
  const agent = agentOf(new Scripted([asks, new AIMessage('Model AX-200 firmware version is 5.1.0. The router model of the user is AX-200.')]),
    (config) => AsyncLocalStorageProviderSingleton.runWithConfig({ ...config, configurable: { thread_id: 't9' } }, () => store.get(['kim'], 'router')))
  await agent.invoke({ messages: [new HumanMessage('Which firmware version should I install on my router model?')] }, { callbacks: [handler], metadata: { thread_id: 't9' } })
  await handler.settled()
  expect((await drawn('t9')).map((line) => line.split(':')[0])).toEqual(['1 input', '1 memory_read', '1 plan', '1 tool_action', '1 tool_observation', '1 final_answer'])

  await emend.faults.add({ memoryId: lie.id, type: 'poisoned', failedAnswerId: handler.answerId! })
  await emend.work({ once: true })
  expect(await emend.answers.current(handler.answerId!)).toMatchObject({ isReplaced: true, validity: 'valid', content: expect.stringMatching(/7\.2\.4/) })
  expect((await store.get(['kim'], 'router'))?.value).toEqual({ text: 'The router model of the user is BX-300.' })
})
