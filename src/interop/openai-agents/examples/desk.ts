/**
 * An agent of the OpenAI Agents SDK whose conversation is an emend session; a model that repeats what its tool found stands where one of
 * OpenAI's would.
 *
 *     node dist/interop/openai-agents/examples/desk.js
 */
import { Agent, Runner, tool, Usage, type AgentOutputItem, type Model, type ModelRequest } from '@openai/agents-core'
import { openEmend, type Tool } from '../../../index.js'
import { EmendSession } from '../index.js'

const search = async (query: string, sessionId?: string): Promise<string> => {
  const { results } = sessionId === undefined ? await emend.memories.peek(query, { k: 1 }) : await emend.memories.search(query, { sessionId, userId: 'ana', k: 1 })
  return results.map(({ content }) => content).join('\n')
}
/** What repairs call again. */
const recall: Tool = { name: 'recall', effect: 'pure', parameters: { type: 'object', properties: { query: { type: 'string' } } }, run: async (args) => search((args as { query: string }).query) }

const emend = await openEmend({ tenant: `openai-agents-${Date.now()}`, tools: [recall] }) // a tenant of its own, where nothing was deleted before
const session = new EmendSession(emend, { sessionId: `desk-${Date.now()}`, userId: 'ana' })
const sessionId = await session.getSessionId()

/** Asks for the tool, then says what it answered. */
const model: Model = {
  async getResponse({ input }: ModelRequest) {
    const last = typeof input === 'string' ? undefined : input.at(-1)
    const output: AgentOutputItem = last?.type === 'function_call_result'
      ? { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: typeof last.output === 'object' && 'text' in last.output ? last.output.text : 'I do not know.' }] }
      : { type: 'function_call', callId: 'call-1', name: 'recall', status: 'completed', arguments: '{"query":"router of Ana"}' }
    return { usage: new Usage(), output: [output] }
  },
  getStreamedResponse(): never {
    throw new Error('this model does not stream')
  },
}
const agent = new Agent({
  name: 'desk', model,
  tools: [tool({
    name: 'recall', description: 'Finds what is known.', strict: false,
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'], additionalProperties: true }, execute: (args) => search((args as { query: string }).query, sessionId),
  })],
})

const { id } = await emend.memories.add('The router of Ana is a BX-300.', { userId: 'ana' })
const { id: lie } = await emend.memories.update(id, 'The router of Ana is an AX-200.', { userId: 'ana' })
const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'Which router does Ana have?', { session })
console.log(finalOutput)

const fault = await emend.faults.add({ memoryId: lie, type: 'poisoned', failedAnswerId: (await session.answerId())! })
await emend.repairs.run(await emend.repairs.openFor(fault.id))
const [answer] = await session.getItems(1)
console.log(answer && 'content' in answer && Array.isArray(answer.content) ? answer.content.map((part) => ('text' in part ? part.text : '')).join('') : '')
await emend.close()
