/**
 * The reference agent: how an instrumented runtime looks. A turn reads, claims, plans and acts, answers and remembers, and each
 * stage leaves a step that cites what it rests on. That is all that a repair needs later.
 *
 * To instrument an agent of your own, keep three habits: record a search with its results (`memories.search` does), give every
 * step the ids of the evidence that it used, and record before a tool runs.
 */
import { EmendError } from '../errors.js'
import type { AgentStore, Turn, TurnOutcome, TurnRequest } from './agent.js'
import { changeMemories } from './change-memories.js'
import { giveAnswer } from './give-answer.js'
import { readMemories } from './read-memories.js'
import { recordPending } from './record-pending.js'
import { stateClaims } from './state-claims.js'
import { useTools } from './use-tools.js'

/** A repair may withdraw a memory while a turn thinks about it: then the turn reads again. */
const maxAttempts = 3

/**
 * Run one turn. Round trips to the store: the input, the read, the plan with its actions if a tool is called, and the rest.
 *
 * @param store an open tenant; its model and tools are used
 * @returns the answer, and what the turn recorded
 * @throws EmendError `model_failed`, `model_reply`, `withdrawn_evidence` after three attempts, and what recording throws
 * @example
 * const emend = await openEmend({ tools: [clock] })
 * const { answer } = await runTurn(emend, { userId: 'u-1', content: 'What time is it?' })
 */
export async function runTurn(store: AgentStore, request: TurnRequest): Promise<TurnOutcome> {
  const { content, userId, sessionId, earlier = [] } = request
  const input = await store.inputs.add(content, {
    ...(userId === undefined ? {} : { userId }), ...(sessionId === undefined ? {} : { sessionId }),
  })
  const calls = { model: 0, tool: 0 }
  for (let attempt = 1; ; attempt++) {
    const turn: Turn = {
      store, request, calls,
      place: { sessionId: input.sessionId, turn: input.turn },
      inputs: [...earlier, { id: input.id, content }].map((one) => ({ ...one, kind: 'input' as const })),
      evidence: [], read: null, pending: [],
    }
    try {
      await readMemories(turn)
      await stateClaims(turn)
      await useTools(turn)
      const answer = await giveAnswer(turn)
      await changeMemories(turn)
      const made = turn.pending.flatMap(({ generates = [] }) => generates.map(({ id = '', content: text }) => ({ id, text })))
      const refused = await recordPending(turn, calls.tool > 0 ? 'accept' : 'refuse')
      return {
        ...turn.place, input: { id: input.id, content }, answer, refused, calls,
        memoryIds: refused.length > 0 ? [] : made.map(({ id }) => id),
      }
    } catch (error) {
      const isWithdrawn = error instanceof EmendError && error.code === 'withdrawn_evidence'
      if (!isWithdrawn || calls.tool > 0 || attempt === maxAttempts) throw error
    }
  }
}
