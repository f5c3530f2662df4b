/** What a replayed step is shown: the repaired state, and nothing that was withdrawn. */
import { createHash } from 'node:crypto'
import type { Evidence, Stage, StageContext } from '../llm/contracts.js'
import type { NodeKind } from '../vocabulary.js'
import type { OldStep, ReplayTask } from './replay-task.js'

const evidenceKind: Partial<Record<NodeKind, Evidence['kind']>> = {
  memory: 'memory', claim: 'claim', plan: 'plan', tool_observation: 'observation', final_answer: 'answer',
}

/** Something offered, with the place of the old node that it stands for. */
interface Placed { place: number; evidence: Evidence }

/**
 * Build the context of a step (method, section 7.2): inputs of its session so far, what its turn's reads returned,
 * preserved and repaired steps that it or its turn used, and in place of a removed memory its replacement. Invalid claims
 * and withdrawn memories have no way in; what stood there before is a hint only. In arm facts an answer is also
 * offered what its turn had stated and observed and nobody used: it had that in front of it, and passed it by because a fault told it already.
 *
 * @param task the step
 * @param together other steps of the turn that are asked for in the same call
 */
export function buildContext(task: ReplayTask, together: readonly OldStep[] = []): StageContext {
  const placed = new Map<string, Placed>()
  const offer = (old: number): void => {
    for (const id of task.current(old)) {
      const node = task.node(id)
      const kind = evidenceKind[node.kind]
      const before = placed.get(node.externalId)
      if (kind && (!before || before.place > old)) placed.set(node.externalId, { place: old, evidence: { id: node.externalId, kind, content: node.content } })
    }
  }
  for (const id of [task.step, ...together].flatMap((step) => citedBy(task, step))) offer(id)
  const inputs = task.inputs.map(({ externalId, content }): Evidence => ({ id: externalId, kind: 'input', content }))
  return {
    domain: task.held.deps.domain,
    question: task.inputs.findLast((input) => input.turn === task.turn)?.content ?? '',
    inputs,
    evidence: [...placed.values()].sort((a, b) => rank(a) - rank(b) || a.place - b.place || (a.evidence.id < b.evidence.id ? -1 : 1)).map(({ evidence }) => evidence),
  }
}

/** What a turn has read comes before what it makes of that, as it did for the agent, also where a repair has written it anew since. */
const rank = ({ evidence }: Placed): number => (evidence.kind === 'memory' ? 0 : 1)

/** Old nodes whose substitutes are offered to a step: before substitution, in no particular order. */
function citedBy(task: ReplayTask, step: OldStep): number[] {
  const isStep = (id: number): boolean => {
    const [at] = task.current(id)
    return at !== undefined && task.node(at).kind !== 'memory'
  }
  const before = task.turnSteps.filter((other) => other.place < step.place || other.id < step.id)
  const showsAll = task.policy === 'facts' && step.kind === 'final_answer'
  return [
    ...readResults(task, step),
    ...step.stoodOn,
    ...before.flatMap((other) => other.used).filter((id) => id < step.id && isStep(id)),
    ...before.flatMap((other) => task.rows.get(other.id)?.detail.made ?? [])
      .filter((id) => task.current(id).includes(id) && ['claim', 'tool_observation'].includes(task.node(id).kind)),
    ...before.filter((other) => (showsAll || other.place !== other.id) && ['claim', 'tool_observation'].includes(other.kind)).map((other) => other.id),
  ]
}

/** What the reads of the turn return now, replayed or preserved. */
export function readResults(task: ReplayTask, step: OldStep = task.step): number[] {
  return task.turnSteps.filter((other) => other.kind === 'memory_read' && other.place < step.place)
    .flatMap((read) => task.current(read.id)).flatMap((id) => task.node(id).used)
}

/** sha256 of what a model is asked, the same for the same request. */
export function promptHash(stage: Stage, context: StageContext): string {
  return createHash('sha256').update(JSON.stringify([stage, context])).digest('hex')
}
