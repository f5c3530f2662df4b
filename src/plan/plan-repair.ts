import { EmendError } from '../errors.js'
import type { Disposition } from '../vocabulary.js'
import { decideMemories } from './decide-memories.js'
import { decideSteps } from './decide-steps.js'
import { invalidSteps } from './invalid-steps.js'
import { planHash } from './plan-json.js'
import { indexInput, isStep, type Decision } from './planning.js'
import { replayAffected, replayTrace } from './replay-all.js'
import type { Plan, PlanInput, PlanRow, Proof } from './types.js'
import { violationsOf } from './validate-plan.js'

/**
 * Make the plan of a repair (method, section 6; paper, section 3.5 and appendix C). Pure: the same rows, in whatever order, give
 * the byte-same plan.
 *
 * Memories first (`decideMemories`), then which steps are invalid, then what is done with steps (`decideSteps` has the table of
 * rules). A row is listed for everything affected and for what replayed steps directly use; the rest is untouched. Inputs have no rows.
 *
 * @param input needs verdicts on all affected nodes; a read without one falls when a result of it leaves
 * @returns rows sorted by clock; `replayPosition` counts from 1 in the original order, the failed answer last
 * @throws EmendError `unexpected` when the plan contradicts itself, which is a defect
 */
export function planRepair(input: PlanInput): Plan {
  const { policy, failedAnswer } = input
  const alsoFailed = policy.name === 'facts' ? (input.alsoFailed ?? []).filter((id) => id !== failedAnswer) : []
  const answers = [...failedAnswer === null ? [] : [failedAnswer], ...alsoFailed]
  const planning = indexInput(input)
  const memories = decideMemories(planning)
  const invalid = invalidSteps(planning, memories.leaving)
  const steps = decideSteps(planning, answers, invalid, memories.leaving)
  if (!policy.planner) replayAffected(planning, steps.rows)
  if (!policy.selectiveReplay) replayTrace(planning, steps.rows, failedAnswer, invalid, memories.leaving)

  const decisions = new Map<number, Decision<Disposition> & { proof?: Proof }>(memories.rows)
  for (const [id, step] of steps.memories) {
    if (!decisions.has(id)) decisions.set(id, { disposition: 'keep', rule: 'R9', reason: `fixed context of ${planning.name(step)}` })
  }
  for (const [id, row] of steps.rows) decisions.set(id, row)

  const replayed = [...decisions].filter(([, { disposition }]) => disposition === 'replay').map(([id]) => id)
  const place = (id: number): number => planning.node(id)?.place ?? id
  replayed.sort((a, b) => Number(a === failedAnswer) - Number(b === failedAnswer) || place(a) - place(b) || a - b)
  const position = new Map(replayed.map((id, index) => [id, index + 1]))

  const rows = [...decisions]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, { disposition, rule, reason, proof }]): PlanRow[] => {
      const node = planning.node(id)
      if (!node) return []
      const isInvalid = isStep(node) && invalid.has(id)
      return [
        {
          id,
          kind: node.kind,
          disposition,
          rule,
          reason,
          isAffected: node.isAffected,
          isSupported: node.isAffected && !isInvalid && planning.isSupported(id),
          isInvalid,
          isStaleAnswer:
            node.kind === 'final_answer' && isInvalid && !answers.includes(id) && !node.isInvalidBefore
            && (disposition === 'suspicious' || (rule === 'R14' && answers.every((one) => planning.node(one)?.session !== node.session))),
          replayPosition: position.get(id) ?? null,
          proof: proof ?? planning.proof(id),
        },
      ]
    })
  const externalIds = new Map(planning.nodes.map((node) => [node.id, node.externalId]))
  const plan = { policy, failedAnswer, rows, ...(alsoFailed.length > 0 ? { alsoFailed } : {}) }
  const made = { ...plan, hash: planHash(plan, externalIds) }
  const wrong = violationsOf(made, planning)
  if (wrong.length > 0)
    throw new EmendError('unexpected', `the plan contradicts itself: ${wrong.slice(0, 3).join('; ')}`, { violations: wrong })
  return made
}
