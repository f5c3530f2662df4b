/**
 * A call of the Vercel AI SDK that is recorded; a model of the SDK's own for tests stands where a provider's would.
 *
 *     node dist/interop/ai-sdk/examples/chat.js
 */
import { generateText } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { openEmend } from '../../../index.js'
import { emendTelemetry } from '../telemetry.js'

const emend = await openEmend({ tenant: `ai-sdk-${Date.now()}` }) // a tenant of its own, where nothing was deleted before
const place = { sessionId: `chat-${Date.now()}`, userId: 'ana' }
const { id } = await emend.memories.add('The router of Ana is a BX-300.', { userId: 'ana' })
await emend.memories.update(id, 'The router of Ana is an AX-200.', { userId: 'ana' })

const question = 'Which router does Ana have?'
const { readStepId, results: [found] } = await emend.memories.search(question, { ...place, k: 1 })
const telemetry = emendTelemetry(emend, { ...place, usedIds: [readStepId, found!.id] })
const model = new MockLanguageModelV3({
  doGenerate: {
    content: [{ type: 'text', text: found!.content }], finishReason: { unified: 'stop', raw: undefined }, warnings: [],
    usage: { inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 9, text: 9, reasoning: 0 } },
  },
})
const { text } = await generateText({
  model, system: `Answer from what you know: ${JSON.stringify(found)}`, prompt: question, experimental_telemetry: { isEnabled: true, integrations: telemetry },
})
await telemetry.settled()
console.log(text)

const fault = await emend.faults.add({ memoryId: found!.id, type: 'poisoned', failedAnswerId: telemetry.answerId! })
await emend.repairs.run(await emend.repairs.openFor(fault.id))
console.log((await emend.answers.current(telemetry.answerId!)).content)
await emend.close()
