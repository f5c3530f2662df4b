/** First stage: what is remembered about the question. */
import type { Turn } from './agent.js'

/** Search, which records the read with its query and results. */
export async function readMemories(turn: Turn): Promise<void> {
  const { content, userId, agentId = 'agent', k } = turn.request
  const { readStepId, results } = await turn.store.memories.search(content, {
    ...turn.place, agentId, ...(userId === undefined ? {} : { userId }), ...(k === undefined ? {} : { k }),
  })
  turn.read = { stepId: readStepId, memoryIds: new Set(results.map(({ id }) => id)) }
  // The best result is the most relevant one; evidence is given oldest first where order says which one holds.
  turn.evidence.push(...results.toReversed().map(({ id, content: text }) => ({ id, kind: 'memory' as const, content: text })))
}
