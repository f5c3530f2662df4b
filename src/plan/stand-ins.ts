import { lookUpsOf } from './look-ups.js'
import { isStep, type Decision, type Planning } from './planning.js'
import { mayReplay } from './settled.js'
import type { PlanNode } from './types.js'

/** What a step rests on, looked at through everything that fell. */
interface Ground {
  faults: ReadonlySet<number>
  /** Something that stands, other than an input. */
  isClean: boolean
}

/**
 * R14, arm facts: what a fault stood in for. A plan that called no tool because the fault had told it already is asked again; calls that
 * it makes now are new steps, the answer of its turn is made again, and so is what the turn remembers.
 *
 * Of the failed answer's own turn every such plan that fell. Of earlier turns only one that has nothing left to answer from, and only
 * where the answer rests on the same fault and nothing made that fault: where a step made it, replaying the step brings what is right (R4), but
 * what nobody made leaves a gap that only the turn can fill, as it would have done without the fault. So it is with an earlier answer that told what the
 * fault said although its turn had called a tool: made again it may tell what the tool returned, and remember that.
 *
 * @param gone memories that are out, by this plan or an earlier one
 * @returns plans, and answers of earlier turns; whether they are asked at all the executor sees when their turn comes
 */
export function standInsForCalls(
  planning: Planning, answer: PlanNode, invalid: ReadonlySet<number>, gone: ReadonlySet<number>,
): Map<number, Decision<'replay'>> {
  const found = new Map<number, Decision<'replay'>>()
  const add = (step: PlanNode, reason: string): void => void found.set(step.id, { disposition: 'replay', rule: 'R14', reason })
  const unmade = new Set(planning.seeds.filter(({ kind }) => kind === 'memory').map(({ memoryId }) => memoryId))
  const behind = [...groundOf(planning, answer, invalid, gone).faults].filter((id) => unmade.has(id))
  for (const plan of planning.nodes) {
    if (plan.kind !== 'plan' || !invalid.has(plan.id) || !mayReplay(plan) || callsTools(planning, plan)) continue
    if (isOfTurn(plan, answer)) {
      add(plan, `${planning.name(answer.id)} is made again, and its turn called no tool because of what fell`)
      continue
    }
    const ground = groundOf(planning, plan, invalid, gone)
    const fault = behind.find((id) => ground.faults.has(id))
    if (plan.place > answer.place || ground.isClean || fault === undefined) continue
    const why = `${planning.name(fault)} told its turn what a tool may tell, and no step made that`
    add(plan, why)
    for (const step of planning.nodes) {
      if (step.kind === 'final_answer' && isOfTurn(step, plan) && invalid.has(step.id) && mayReplay(step)) add(step, why)
    }
  }
  for (const told of planning.nodes) {
    if (told.kind !== 'final_answer' || !invalid.has(told.id) || !mayReplay(told) || found.has(told.id) || told.place >= answer.place || isOfTurn(told, answer)) continue
    const lookUps = lookUpsOf(planning, told, invalid)
    if (lookUps.size === 0 && !planning.nodes.some((seen) => isPassedBy(seen, told, invalid))) continue
    const ground = groundOf(planning, told, invalid, gone)
    const fault = behind.find((id) => ground.faults.has(id))
    if (ground.isClean || fault === undefined) continue
    for (const step of [told, ...[...lookUps.keys()].flatMap((id) => planning.node(id) ?? [])]) add(step, `${planning.name(fault)} told what its turn had looked up, and no step made that`)
  }
  return found
}

const isOfTurn = (one: PlanNode, other: PlanNode): boolean => one.session === other.session && one.turn === other.turn

/** An observation of the turn that stands, and that its answer does not name. */
const isPassedBy = (seen: PlanNode, answer: PlanNode, invalid: ReadonlySet<number>): boolean =>
  seen.kind === 'tool_observation' && isOfTurn(seen, answer) && !invalid.has(seen.id) && !seen.isInvalidBefore && !answer.used.includes(seen.id)

const callsTools = (planning: Planning, plan: PlanNode): boolean =>
  planning.out(plan.id).some(({ label, target }) => label === 'initiate' && planning.node(target)?.kind === 'tool_action')

function groundOf(planning: Planning, step: PlanNode, invalid: ReadonlySet<number>, gone: ReadonlySet<number>): Ground {
  const faults = new Set<number>()
  const seen = new Set([step.id])
  const open = [step.id]
  let isClean = false
  for (let index = 0; index < open.length; index++) {
    for (const id of planning.node(open[index] ?? 0)?.used ?? []) {
      const node = planning.node(id)
      if (!node || seen.has(id) || node.kind === 'input' || node.kind === 'memory_read') continue
      seen.add(id)
      if (planning.faulty.has(id)) faults.add(id)
      else if (isStep(node) ? invalid.has(id) : gone.has(id)) open.push(...(isStep(node) ? [id] : node.producedBy === null ? [] : [node.producedBy]))
      else isClean = true
    }
  }
  return { faults, isClean }
}
