import type { Disposition } from '../vocabulary.js'
import { reachesAnswer } from './answer-relevance.js'
import { isStep, type Decision, type Planning } from './planning.js'
import { prerequisites } from './prerequisites.js'
import { inWords } from './reasons.js'
import { redundantObservation, replacedAnswer } from './redundant.js'
import { replayProducers, standingProduct } from './rules/replay-producers.js'
import type { PlanNode } from './types.js'
import { goneFrom, mayReplay } from './settled.js'
import { isReplayable } from './replay-all.js'
import { lookUpsOf } from './look-ups.js'
import { standInsForCalls } from './stand-ins.js'

/** What a plan does with steps. */
export interface StepDecisions {
  rows: Map<number, Decision<Disposition>>
  /** Valid memories that replayed steps use, with the first such step. */
  memories: Map<number, number>
}

/**
 * R4 to R11, R13 and R14. Which rule wins where several fit, first to last:
 *
 * | rule | step |
 * |---|---|
 * | R4 | made a fault or failed to retire it: replay |
 * | R11 | a failed answer: replay when invalid (arm paper: always), else kept |
 * | R8 | invalid, and a failed answer is reached from it: replay; only where the answer is made again; no observation |
 * | R8 | arm facts: invalid plan of the answer's own turn that called tools, with its calls: replay, because what it looks up now may be what the answer lacks |
 * | R14 | arm facts: invalid plan that called no tool because of the fault, and the answer of its turn: replay, see `standInsForCalls` |
 * | R9 | invalid prerequisite of any of these: replay |
 * | R7 | observation whose action is replayed; earlier invalid answer of the session: redundant |
 * | R10 | invalid otherwise: suspicious |
 * | R13 | affected and supported: preserve |
 * | R9 | valid prerequisite outside A0: preserve |
 *
 * R5 and R6 say what is invalid, and are never a row of their own. What an earlier repair has settled is never replayed: what
 * came of it stands in its place, and is judged itself. What an earlier repair made invalid and left alone is replayed like the rest.
 */
export function decideSteps(
  planning: Planning,
  answerIds: readonly number[],
  invalid: ReadonlySet<number>,
  leaving: ReadonlySet<number>,
): StepDecisions {
  const answers = answerIds.flatMap((id) => planning.node(id) ?? [])
  const gone = goneFrom(planning, leaving)
  const regenerated = answers.filter((answer) =>
    mayReplay(answer) && (planning.policy.name === 'paper' || invalid.has(answer.id) || isFromNothing(planning, answer)))
  const relevant = new Map(regenerated.toReversed().flatMap((answer) => [...reachesAnswer(planning, answer.id, gone)]))

  const rows: StepDecisions['rows'] = new Map()
  for (const [id, row] of replayProducers(planning, invalid)) {
    const step = planning.node(id)
    if (step && mayReplay(step)) rows.set(id, row)
  }
  for (const answer of regenerated) {
    if (rows.has(answer.id)) continue
    const why = inWords(planning, planning.proof(answer.id))
    const reason = invalid.has(answer.id)
      ? `the failed answer: ${why}`
      : planning.policy.name === 'paper'
        ? 'the failed answer is always made again'
        : 'an earlier repair found nothing to answer from'
    rows.set(answer.id, { disposition: 'replay', rule: 'R11', reason })
  }
  for (const step of planning.nodes) {
    const next = relevant.get(step.id)
    if (next === undefined || rows.has(step.id) || !invalid.has(step.id) || !isReplayable(step) || !mayReplay(step)) continue
    const why = inWords(planning, planning.proof(step.id))
    rows.set(step.id, { disposition: 'replay', rule: 'R8', reason: `the answer needs it, through ${planning.name(next)}; ${why}` })
  }
  for (const answer of planning.policy.name === 'facts' ? regenerated : []) {
    for (const [id, row] of [...lookUpsOf(planning, answer, invalid), ...standInsForCalls(planning, answer, invalid, gone)]) if (!rows.has(id)) rows.set(id, row)
  }
  const needed = prerequisites(planning, rows.keys(), invalid, gone)
  for (const [id, row] of needed.replay) rows.set(id, row)

  const replayed = new Set(rows.keys())
  for (const step of planning.nodes) {
    if (rows.has(step.id) || !isStep(step)) continue
    const neededBy = needed.fixed.get(step.id)
    const row = settle(step)
    if (row) rows.set(step.id, row)
    else if (neededBy !== undefined)
      rows.set(step.id, { disposition: 'preserve', rule: 'R9', reason: `fixed context of ${planning.name(neededBy)}` })
  }
  const memories = new Map([...needed.fixed].filter(([id]) => planning.node(id)?.kind === 'memory'))
  return { rows, memories }

  function settle(step: PlanNode): Decision<Disposition> | null {
    if (step.kind === 'tool_observation') {
      const redundant = redundantObservation(planning, step, replayed, invalid.has(step.id) && relevant.has(step.id))
      if (redundant) return redundant
    }
    if (!step.isAffected) return null
    const why = inWords(planning, planning.proof(step.id))
    if (invalid.has(step.id)) {
      if (step.isInvalidBefore) {
        return { disposition: 'suspicious', rule: 'R10', reason: `an earlier repair has ${step.isSettled ? 'replayed it' : 'made it invalid'}` }
      }
      return (
        regenerated.map((answer) => replacedAnswer(step, answer)).find((row) => row !== null) ?? {
          disposition: 'suspicious',
          rule: 'R10',
          reason: `${why}; no answer that is repaired needs it`,
        }
      )
    }
    if (answers.includes(step)) return { disposition: 'preserve', rule: 'R11', reason: `the answer stands: ${why}` }
    const product = planning.seeds.some(({ seedId, kind }) => seedId === step.id && kind === 'failed_retirement')
      ? standingProduct(planning, step.id)
      : null
    return {
      disposition: 'preserve',
      rule: 'R13',
      reason: product === null ? why : `${why}; its ${planning.name(product)} is there already`,
    }
  }
}

/** An answer that an earlier repair had to make from the question alone: what this repair brings may be what it lacked. */
function isFromNothing(planning: Planning, answer: PlanNode): boolean {
  return answer.place !== answer.id && answer.used.every((id) => planning.node(id)?.kind === 'input')
}
