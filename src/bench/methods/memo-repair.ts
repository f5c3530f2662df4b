/**
 * MemoRepair-style: withdraw all affected descendants; rebuild successors from retained evidence; publish the predecessor-closed set
 * of largest value minus cost, found by one minimum cut; run the last turn again.
 *
 * A successor is worth 1 and 1 for each later reference to the memory that it replaces; a step that asks the model costs 1. What
 * has no retained evidence behind it cannot be rebuilt. What an unpublished successor had retired comes back.
 */
import type { Method, PublicCase } from '../controlled/types.js'
import { lastTurnOf, memoriesOf, referencesOf, stepsOf, type Step } from '../kit/case-steps.js'
import { costsOf } from '../kit/costs.js'
import { addFaults } from '../kit/faults.js'
import { heaviestClosure } from '../kit/heaviest-closure.js'
import { runLastTurn, withoutLastTurn } from '../kit/last-turn.js'
import { carryOut, traceChangesOf } from '../kit/repair-with.js'

const free: ReadonlySet<string> = new Set(['memory_read', 'tool_action', 'tool_observation'])

const memoRepair: Method = {
  name: 'memo-repair',
  async run({ emend, case: one }) {
    const faults = await addFaults(emend, one, 'paper')
    const affected = new Set((await emend.repairs.trace(faults, 'paper')).map(({ id }) => id))
    const faulty = one.faults.map(({ memoryId }) => memoryId)
    const published = chooseSuccessors(one, affected)
    const steps = stepsOf(one).filter(({ id }) => affected.has(id))
    const replay = steps.filter(({ id, type }) => published.has(id) && type !== 'tool_observation').map(({ id }) => id)
    const withdrawn = memoriesOf(one).filter(({ id }) => affected.has(id)).map(({ id }) => id)
    const lastTurn = withoutLastTurn(one, 'memo-repair', withdrawn)
    const back = steps.filter(({ id, generated_memory_ids: made = [] }) => made.some((memory) => affected.has(memory)) && !published.has(id)).flatMap(({ consumed_memory_ids: consumed = [] }) => consumed)
    const out = new Set([...withdrawn, ...lastTurn.quarantine])
    const report = await carryOut(emend, faults, {
      by: 'memo-repair', failedAnswer: one.failedAnswer, delete: faulty, replay,
      quarantine: [...out].filter((id) => !faulty.includes(id)),
      reopen: [...new Set([...lastTurn.reopen, ...back.filter((id) => isSuperseded(one, id))])].filter((id) => !out.has(id) && !faulty.includes(id)),
      suspicious: steps.filter(({ id }) => !published.has(id)).map(({ id }) => id),
    })
    const again = await runLastTurn(emend, one)
    const { invalidatedClaims, replayedSteps } = traceChangesOf([report])
    return {
      answer: again.answer, invalidatedClaims, replayedSteps: replayedSteps + again.steps, ...await costsOf(emend),
      plan: { published: [...published], replay, withdrawn },
    }
  },
}
export default memoRepair

const isSuperseded = (one: PublicCase, id: string): boolean => memoriesOf(one).some((memory) => memory.id === id && memory.status === 'superseded')

/** Steps to take again: mutations before the last turn whose successors are published, and what these need. */
function chooseSuccessors(one: PublicCase, affected: ReadonlySet<string>): Set<string> {
  const steps = stepsOf(one)
  const byId = new Map(steps.map((step) => [step.id, step]))
  const last = new Set(lastTurnOf(one).steps.map(({ id }) => id))
  const makers = new Map(steps.flatMap((step) => (step.generated_memory_ids ?? []).map((id) => [id, step] as const)))
  const memories = new Set(memoriesOf(one).map(({ id }) => id))
  const references = new Map<string, number>()
  for (const step of steps) for (const id of referencesOf(step)) references.set(id, (references.get(id) ?? 0) + 1)

  /** Affected steps that a step rests on: directly, or as makers of affected memories. */
  const needs = (step: Step): Step[] => referencesOf(step).flatMap((id) => {
    const maker = memories.has(id) ? makers.get(id) : byId.get(id)
    return maker && affected.has(maker.id) && affected.has(id) && maker !== step ? [maker] : []
  })
  const isRebuildable = (step: Step, seen: ReadonlySet<string> = new Set()): boolean => !seen.has(step.id)
    && (referencesOf(step).some((id) => !affected.has(id)) || needs(step).some((needed) => isRebuildable(needed, new Set([...seen, step.id]))))

  const weights = new Map<string, number>()
  const requires: [string, string][] = []
  const add = (step: Step): void => {
    if (weights.has(step.id)) return
    weights.set(step.id, free.has(step.type) ? 0 : -1)
    for (const needed of needs(step)) {
      if (!isRebuildable(needed)) continue
      add(needed)
      requires.push([step.id, needed.id])
    }
  }
  for (const step of steps) {
    if (!affected.has(step.id) || last.has(step.id) || !step.type.startsWith('memory_') || step.type === 'memory_read' || !isRebuildable(step)) continue
    add(step)
    const made = (step.generated_memory_ids ?? []).filter((id) => affected.has(id))
    const value = made.reduce((sum, id) => sum + 1 + (references.get(id) ?? 0), made.length === 0 ? 1 + (step.consumed_memory_ids ?? []).reduce((sum, id) => sum + (references.get(id) ?? 0), 0) : 0)
    weights.set(`value ${step.id}`, value)
    requires.push([`value ${step.id}`, step.id])
  }
  return new Set([...heaviestClosure(weights, requires)].filter((id) => byId.has(id)))
}
