/** Fourth stage: what the user is told. */
import { randomUUID } from 'node:crypto'
import type { Turn } from './agent.js'
import { askStage } from './ask-stage.js'
import { citedIds } from './cited-ids.js'

/** Ask for the answer, from what the turn has found out. */
export async function giveAnswer(turn: Turn): Promise<{ id: string; content: string }> {
  const { content, evidence_ids } = await askStage(turn, 'answer')
  const id = randomUUID()
  turn.pending.push({ id, type: 'final_answer', content, usedIds: citedIds(turn, evidence_ids) })
  turn.evidence.push({ id, kind: 'answer', content })
  return { id, content }
}
