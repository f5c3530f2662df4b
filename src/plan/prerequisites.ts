import { isStep, type Decision, type Planning } from './planning.js'
import { isRecoverable } from './recoverable.js'
import { actionOf, invalidReadsOf, planOf, readsByTurn, readsOf } from './relations.js'
import { mayReplay, standIns } from './settled.js'
import type { PlanNode } from './types.js'

/** What replayed steps need: more to replay, and what is preserved as fixed context. */
export interface Prerequisites {
  replay: Map<number, Decision<'replay'>>
  /** Valid prerequisite -> the first replayed step that uses it. */
  fixed: Map<number, number>
}

/**
 * Steps and memories that a step stands on: what it used, the plan or action of those, the reads that returned what it cites. In arm
 * facts also the other reads of its turn that fell: what they return now belongs to its context (method, section 7.2), and asking costs
 * no model call.
 */
function prerequisitesOf(
  planning: Planning,
  step: PlanNode,
  reads: ReadonlyMap<string, readonly PlanNode[]>,
  invalid: ReadonlySet<number>,
): PlanNode[] {
  const used = [...step.used, ...step.consumed].flatMap((id) => planning.node(id) ?? [])
  const behind = used.flatMap((node) => {
    const found = node.kind === 'tool_observation' ? actionOf(planning, node) : node.kind === 'tool_action' ? planOf(planning, node) : null
    return found ? [found] : []
  })
  return [...used, ...behind, ...readsOf(step, reads), ...(planning.policy.name === 'facts' ? invalidReadsOf(step, reads, invalid) : [])]
}

/**
 * R9: the closure of replay over prerequisites. An invalid one is replayed too, an observation through its action; a valid one is
 * fixed context. Of a quarantined memory (arm facts) the writer is replayed where better evidence remains, so that its reader
 * finds a replacement.
 *
 * @param first steps that are replayed by other rules
 * @param gone memories that are out, by this plan or an earlier one
 */
export function prerequisites(
  planning: Planning,
  first: Iterable<number>,
  invalid: ReadonlySet<number>,
  gone: ReadonlySet<number>,
): Prerequisites {
  const reads = readsByTurn(planning)
  const replay: Prerequisites['replay'] = new Map()
  const fixed: Prerequisites['fixed'] = new Map()
  const open = [...first].sort((a, b) => a - b)
  const replayed = new Set(open)
  const inPlace = standIns(planning)
  const add = (wanted: PlanNode, why: string): void => {
    const action = wanted.kind === 'tool_observation' ? actionOf(planning, wanted) : wanted
    const [step, reason] = [action, action === wanted ? why : `${why}, through ${wanted.externalId}`]
    if (!step || replayed.has(step.id)) return
    if (!mayReplay(step)) {
      for (const standIn of inPlace.get(step.place) ?? []) if (invalid.has(standIn.id)) add(standIn, `${why}, in the place of ${step.externalId}`)
      return
    }
    replayed.add(step.id)
    replay.set(step.id, { disposition: 'replay', rule: 'R9', reason })
    open.push(step.id)
  }
  for (let index = 0; index < open.length; index++) {
    const step = planning.node(open[index] ?? 0)
    if (!step) continue
    for (const node of prerequisitesOf(planning, step, reads, invalid)) {
      const neededBy = `needed by ${step.externalId}`
      if (isStep(node) && invalid.has(node.id)) add(node, neededBy)
      else if (isStep(node)) {
        if (!node.isInvalidBefore && !fixed.has(node.id)) fixed.set(node.id, step.id)
      } else if (node.kind === 'memory' && !gone.has(node.id)) {
        if (!fixed.has(node.id)) fixed.set(node.id, step.id)
      } else if (node.kind === 'memory' && planning.policy.name === 'facts' && !planning.faulty.has(node.id) && node.status !== 'deleted' && node.producedBy !== null) {
        const writer = planning.node(node.producedBy)
        if (writer && invalid.has(writer.id) && isRecoverable(planning, writer.id, invalid, gone)) {
          add(writer, `makes anew what ${step.externalId} cites as ${node.externalId}`)
        }
      }
    }
  }
  return { replay, fixed }
}
