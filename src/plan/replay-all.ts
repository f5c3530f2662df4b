import type { Disposition } from '../vocabulary.js'
import { isMutation, isStep, type Decision, type Planning } from './planning.js'
import { prerequisites } from './prerequisites.js'
import { redundantObservation } from './redundant.js'
import { goneFrom, mayReplay } from './settled.js'
import type { PlanNode } from './types.js'

/** Whether a step can be replayed at all; an observation comes with its action. */
export const isReplayable = (step: PlanNode): boolean => isStep(step) && step.kind !== 'tool_observation'

type Rows = Map<number, Decision<Disposition>>

function settleObservations(planning: Planning, rows: Rows): void {
  const replayed = new Set([...rows].filter(([, row]) => row.disposition === 'replay').map(([id]) => id))
  for (const node of planning.nodes) {
    if (node.kind !== 'tool_observation') continue
    const row = redundantObservation(planning, node, replayed, false)
    if (row) rows.set(node.id, row)
  }
}

/**
 * Ablation without the planner: every affected claim, plan, answer, mutation and action is replayed, whatever it stands on; reads
 * are not.
 */
export function replayAffected(planning: Planning, rows: Rows): void {
  for (const step of planning.nodes) {
    if (!step.isAffected || !mayReplay(step) || !isReplayable(step)) continue
    if (step.kind === 'memory_read') {
      if (rows.get(step.id)?.disposition === 'replay')
        rows.set(step.id, { disposition: 'suspicious', rule: 'R10', reason: 'without the planner, reads are not replayed' })
      continue
    }
    rows.set(step.id, { disposition: 'replay', rule: 'R8', reason: 'without the planner, everything affected is replayed' })
  }
  settleObservations(planning, rows)
}

/**
 * Ablation without selective replay: every read, plan, action, claim and mutation of the trace is replayed, and its last answer.
 * The trace is what the planner is given.
 */
export function replayTrace(
  planning: Planning,
  rows: Rows,
  answer: number | null,
  invalid: ReadonlySet<number>,
  leaving: ReadonlySet<number>,
): void {
  const last = answer ?? planning.nodes.findLast(({ kind }) => kind === 'final_answer')?.id
  for (const step of planning.nodes) {
    if (step.isInvalidBefore || !mayReplay(step) || !isReplayable(step)) continue
    if (
      step.kind === 'final_answer'
        ? step.id !== last
        : !isMutation(step) && !['memory_read', 'plan', 'tool_action', 'claim'].includes(step.kind)
    )
      continue
    if (rows.get(step.id)?.disposition === 'replay') continue
    rows.set(step.id, { disposition: 'replay', rule: 'R8', reason: 'without selective replay, the whole trace is replayed' })
  }
  const replayed = [...rows].filter(([, row]) => row.disposition === 'replay').map(([id]) => id)
  for (const [id, row] of prerequisites(planning, replayed, invalid, goneFrom(planning, leaving)).replay) rows.set(id, row)
  settleObservations(planning, rows)
}
