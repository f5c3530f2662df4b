/** What calls of the Vercel AI SDK leave behind. */
import { generateText, stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { firmwareLookup } from '../../../src/cli/demo/story.js'
import { openEmend, type Tool } from '../../../src/index.js'
import { emendTelemetry } from '../../../src/interop/ai-sdk/telemetry.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const recall: Tool = {
  name: 'recall', effect: 'pure', parameters: { type: 'object', properties: { query: { type: 'string' }, sessionId: { type: 'string' } } },
  run: async (args) => (await emend.memories.peek((args as { query: string }).query, { scope: { user: 'ana' }, k: 1 })).results.map(({ content }) => content),
}
const emend = await openEmend({ databaseUrl: url, tenant: 'ai-sdk', tools: [firmwareLookup, recall] })
afterAll(() => emend.close())

type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } }
const says = (text: string): Generated => ({ content: [{ type: 'text', text }], finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] })
const calls = (...asked: [string, string, unknown][]): Generated => ({
  content: asked.map(([toolCallId, toolName, input]) => ({ type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) })), finishReason: { unified: 'tool-calls', raw: 'tool-calls' }, usage, warnings: [],
})
const scripted = (...script: Generated[]) => new MockLanguageModelV3({ doGenerate: async () => script.shift()! })

const tools = {
  firmware_lookup: tool({ inputSchema: z.object({ model: z.string() }), execute: async (args) => firmwareLookup.run(args, {} as never) }),
  recall: tool({
    inputSchema: z.object({ query: z.string(), sessionId: z.string() }),
    execute: async ({ query, sessionId }) => (await emend.memories.search(query, { sessionId, userId: 'ana', k: 1 })).results.map(({ content }) => content),
  }),
}
const drawn = async (session: string) => (await emend.sessions.trace(session)).map(({ kind, turn, content }) => `${turn} ${kind}: ${content}`)

test('a call becomes a turn: input, plan and call for each tool, result, answer', async () => {
  const telemetry = emendTelemetry(emend, { sessionId: 's1', userId: 'ana', agentId: 'desk' })
  const model = scripted(calls(['c1', 'firmware_lookup', { model: 'BX-300' }], ['c2', 'firmware_lookup', { model: 'none' }]), says('It is 7.2.4.'))
  const { text } = await generateText({ model, tools, prompt: 'Which firmware?', stopWhen: stepCountIs(3), experimental_telemetry: { isEnabled: true, integrations: telemetry } })
  await telemetry.settled()
  expect(text).toBe('It is 7.2.4.')
  const lines = await drawn('s1')
  expect([lines[0], lines.at(-1)]).toEqual(['1 input: Which firmware?', '1 final_answer: It is 7.2.4.'])
  expect(lines.slice(1, -1).sort()).toEqual([
    '1 plan: firmware_lookup({"model":"BX-300"})', '1 plan: firmware_lookup({"model":"none"})', '1 tool_action: firmware_lookup({"model":"BX-300"})', '1 tool_action: firmware_lookup({"model":"none"})',
    '1 tool_observation: error: there is no router model none', '1 tool_observation: {"model":"BX-300","firmware_version":"7.2.4"}',
  ])
  expect(telemetry.answerId).toBe((await emend.sessions.trace('s1')).at(-1)!.id)
})

test('of a conversation only what is said now begins a turn, streamed or not', async () => {
  const telemetry = emendTelemetry(emend, { sessionId: 's1', userId: 'ana' })
  const model = new MockLanguageModelV3({
    doStream: async () => ({ stream: simulateReadableStream({ chunks: [
      { type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'You are ' }, { type: 'text-delta', id: '1', delta: 'welcome.' }, { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
    ] }) }),
  })
  const result = streamText({
    model, experimental_telemetry: { isEnabled: true, integrations: telemetry },
    messages: [{ role: 'user', content: 'Which firmware?' }, { role: 'assistant', content: 'It is 7.2.4.' }, { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] }],
  })
  await result.consumeStream()
  await telemetry.settled()
  expect((await drawn('s1')).slice(-2)).toEqual(['2 input: Thanks.', '2 final_answer: You are welcome.'])
})

test('evidence that the caller names is declared; what cannot be recorded does not reach the caller', async () => {
  const { id } = await emend.memories.add('The boat of Ana is green.', { userId: 'ana' })
  const telemetry = emendTelemetry(emend, { sessionId: 's3', userId: 'ana', usedIds: [id] })
  await generateText({ model: scripted(says('Green.')), prompt: 'Which colour has the boat?', experimental_telemetry: { isEnabled: true, integrations: telemetry } })
  await telemetry.settled()
  const [said, answer] = await emend.sessions.trace('s3')
  expect(answer?.from.map((source) => source.id)).toEqual([id, said!.id])

  const broken = emendTelemetry(emend, { sessionId: 'x'.repeat(300) })
  expect((await generateText({ model: scripted(says('Hi.')), prompt: 'Hello', experimental_telemetry: { isEnabled: true, integrations: broken } })).text).toBe('Hi.')
  await expect(broken.settled()).rejects.toMatchObject({ code: 'too_large' })
})

test('an answer that rests on a memory which a tool has found is repaired', async () => {
  await emend.memories.add('The router model of the user is BX-300.', { id: 'old', userId: 'ana' })
  await emend.memories.update('old', 'The router model of the user is AX-200.', { id: 'lie', userId: 'ana' })
  const telemetry = emendTelemetry(emend, { sessionId: 's9', userId: 'ana' })
  const model = scripted(
    calls(['r1', 'recall', { query: 'router model', sessionId: 's9' }]), calls(['r2', 'firmware_lookup', { model: 'AX-200' }]),
    says('Model AX-200 firmware version is 5.1.0. The router model of the user is AX-200.'))
  await generateText({
    model, tools, prompt: 'Which firmware version should I install on my router model?', stopWhen: stepCountIs(5), experimental_telemetry: { isEnabled: true, integrations: telemetry },
  })
  await telemetry.settled()
  const trace = await emend.sessions.trace('s9')
  expect(trace.map(({ kind }) => kind)).toEqual(['input', 'plan', 'tool_action', 'memory_read', 'tool_observation', 'plan', 'tool_action', 'tool_observation', 'final_answer'])
  expect(trace.at(-1)!.from.map(({ id }) => id)).toContain('lie')

  await emend.faults.add({ memoryId: 'lie', type: 'poisoned', failedAnswerId: telemetry.answerId! })
  await emend.work({ once: true })
  expect((await emend.repairs.list())[0]).toMatchObject({ state: 'done', waitingFor: null })
  expect(await emend.answers.current(telemetry.answerId!)).toMatchObject({ isReplaced: true, content: expect.stringMatching(/BX-300/) })
  expect((await emend.memories.list({ userId: 'ana' })).map(({ content }) => content)).not.toContain('The router model of the user is AX-200.')
})
