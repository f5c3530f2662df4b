/** Record what the turn did since the last time, in one round trip. */
import { EmendError } from '../errors.js'
import type { Turn } from './agent.js'

/**
 * Record the pending steps. Ids are made before, so that recording again after a lost connection changes nothing.
 *
 * @param onWithdrawn `refuse` while the turn can still be thought over again; `accept` once a tool has run: then the steps go
 *   into the repair that has withdrawn what they cite
 * @returns contents of memories that were left out because a repair has deleted what they say
 * @throws EmendError `withdrawn_evidence` when refused
 */
export async function recordPending(turn: Turn, onWithdrawn: 'refuse' | 'accept' = 'refuse'): Promise<string[]> {
  const { userId, agentId = 'agent' } = turn.request
  const record = async (steps: Turn['pending']): Promise<void> => {
    if (steps.length === 0) return
    await turn.store.turns.record({ ...turn.place, agentId, ...(userId === undefined ? {} : { userId }), steps }, { onWithdrawn })
  }
  const refused: string[] = []
  try {
    await record(turn.pending)
  } catch (error) {
    if (!(error instanceof EmendError) || error.code !== 'tombstoned') throw error
    refused.push(...turn.pending.flatMap(({ generates = [] }) => generates.map(({ content }) => content)))
    await record(turn.pending.filter(({ generates = [] }) => generates.length === 0))
  }
  turn.pending = []
  return refused
}
