/** One question on a fresh session. */
import type { AgentStore, TurnOutcome, TurnRequest } from './agent.js'
import { runTurn } from './run-turn.js'

/**
 * Ask the whole agent as a newcomer would, where `emend.ask` takes one call of the model: a new session over the active
 * memories, nothing remembered afterwards. Only tools without side effects are called.
 *
 * @throws EmendError what `runTurn` throws
 * @example
 * const { content } = await askAgent(emend, { userId: 'u-1', content: 'Which language do I prefer?' })
 */
export async function askAgent(
  store: AgentStore, question: Pick<TurnRequest, 'content' | 'userId' | 'domain' | 'k' | 'earlier' | 'purpose'>,
): Promise<TurnOutcome & { content: string }> {
  const toolNames = store.tools.own().filter(({ effect }) => effect === 'pure').map(({ name }) => name)
  const outcome = await runTurn(store, { purpose: 'ask', ...question, toolNames, remembers: false })
  return { ...outcome, content: outcome.answer.content }
}
