/**
 * An agent with a store and a callback handler, as LangGraph runs its nodes; a model that only repeats what it read stands where a language
 * model would. In LangGraph it is `graph.compile({ store })`, and `invoke(input, { callbacks: [handler], configurable: { thread_id } })`: both
 * take the thread for the session, and need no `sessionId`.
 *
 *     node dist/interop/langgraph/examples/agent.js
 */
import { RunnableLambda, type RunnableConfig } from '@langchain/core/runnables'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { openEmend } from '../../../index.js'
import { EmendCallbackHandler, EmendStore } from '../index.js'

const emend = await openEmend({ tenant: `langgraph-${Date.now()}` }) // a tenant of its own, where nothing was deleted before
const place = { userId: 'ana', sessionId: `graph-${Date.now()}` }
const store = new EmendStore(emend, place)
const handler = new EmendCallbackHandler(emend, place)

const node = RunnableLambda.from(async ({ question }: { question: string }, config: RunnableConfig) => {
  const [item] = await store.search(['ana', 'facts'], { query: question, limit: 1 })
  return new FakeListChatModel({ responses: [String(item?.value['text'] ?? 'I do not know.')] }).invoke(question, config)
})

await store.put(['ana', 'facts'], 'router', { text: 'The router of Ana is a BX-300.' })
await store.put(['ana', 'facts'], 'router', { text: 'The router of Ana is an AX-200.' })
const answer = await node.invoke({ question: 'Which router does Ana have?' }, { callbacks: [handler] })
await handler.settled()
console.log(answer.content)

// The second item was wrong: the item goes back to what it was, and the answer is made again.
const [version] = await emend.memories.list({ userId: 'ana' })
const fault = await emend.faults.add({ memoryId: version!.id, type: 'poisoned', failedAnswerId: handler.answerId! })
await emend.repairs.run(await emend.repairs.openFor(fault.id))
console.log((await emend.answers.current(handler.answerId!)).content)
console.log((await store.get(['ana', 'facts'], 'router'))?.value['text'])
await emend.close()
