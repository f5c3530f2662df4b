/** One stage of a turn, asked of the model. */
import type { Reply, Stage, StageContext } from '../index.js'
import type { Turn } from './agent.js'

/** Ask with everything that may be cited at this point of the turn. */
export async function askStage<S extends Stage>(turn: Turn, stage: S, more: Partial<StageContext> = {}): Promise<Reply<S>> {
  turn.calls.model++
  return turn.store.model.ask(stage, {
    domain: turn.request.domain ?? 'general',
    question: turn.request.content,
    inputs: turn.inputs,
    evidence: [...turn.evidence],
    ...more,
  }, { purpose: turn.request.purpose ?? 'agent', ...(turn.request.userId === undefined ? {} : { userId: turn.request.userId }) })
}
