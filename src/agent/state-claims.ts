/** Second stage: what the evidence says about the question. */
import { randomUUID } from 'node:crypto'
import type { Turn } from './agent.js'
import { askStage } from './ask-stage.js'
import { citedIds } from './cited-ids.js'

/** Ask for claims; without any evidence there is nothing to claim, and no call. */
export async function stateClaims(turn: Turn): Promise<void> {
  if (turn.evidence.length === 0 && turn.inputs.length < 2) return
  const { claims } = await askStage(turn, 'claim')
  for (const { content, evidence_ids } of claims) {
    const id = randomUUID()
    turn.pending.push({ id, type: 'claim', content, usedIds: citedIds(turn, evidence_ids) })
    turn.evidence.push({ id, kind: 'claim', content })
  }
}
