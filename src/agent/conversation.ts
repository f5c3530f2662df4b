/** Several turns of one session. */
import type { AgentOptions, AgentStore, TurnOutcome } from './agent.js'
import { runTurn } from './run-turn.js'

/** A session under way. */
export interface Conversation {
  /** Take a turn. One at a time: the next waits for the answer. @throws EmendError what `runTurn` throws */
  say(content: string): Promise<TurnOutcome>
}

/**
 * Start a session; what the user said in its earlier turns may be cited in later ones.
 *
 * @example
 * const talk = conversation(emend, { userId: 'u-1' })
 * await talk.say('I prefer tea.')
 * const { answer } = await talk.say('What do I prefer?')
 */
export function conversation(store: AgentStore, options: AgentOptions & { userId?: string; sessionId?: string } = {}): Conversation {
  const earlier: { id: string; content: string }[] = []
  let sessionId = options.sessionId
  let last: Promise<unknown> = Promise.resolve()
  const take = async (content: string): Promise<TurnOutcome> => {
    const outcome = await runTurn(store, { ...options, ...(sessionId === undefined ? {} : { sessionId }), content, earlier: [...earlier] })
    sessionId = outcome.sessionId
    earlier.push(outcome.input)
    return outcome
  }
  return {
    say(content) {
      const next = last.then(() => take(content))
      last = next.catch(() => {})
      return next
    },
  }
}
