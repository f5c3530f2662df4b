/** What a turn looks up on replay that it did not look up before (R14). */
import { readResults } from './context.js'
import type { ReplayTask } from './replay-task.js'
import { similarity } from './similarity.js'
import { thingsIn } from '../facts/things-in.js'

/** Shared words from which on two premises say the same of different things. */
const sameKind = 0.5

/** Observations of calls that the repaired plans of the turn have made and the old ones had not; internal ids. */
function newObservations(task: ReplayTask): number[] {
  const plans = task.turnSteps.filter(({ kind }) => kind === 'plan').flatMap(({ id }) => task.rows.get(id) ?? [])
  return plans.filter(({ detail }) => detail.calls?.some(({ action, state }) => action === null && state === 'done'))
    .flatMap(({ detail }) => detail.made ?? []).filter((id) => task.current(id).includes(id) && task.node(id).kind === 'tool_observation')
}

/** What an answer may be made of that its turn had looked up, then as now, and that nobody had used because a fault told it already; internal ids. */
function passedBy(task: ReplayTask): number[] {
  const used = new Set([task.step, ...task.turnSteps].flatMap((step) => [...step.used, ...step.stoodOn]))
  return task.turnSteps.filter(({ id, kind }) => kind === 'tool_observation' && !used.has(id) && task.current(id).includes(id)).map(({ id }) => id)
}

/** What a turn that is asked again for what a fault had told (R14) knows and the old one did not use. */
export const lookedUp = (task: ReplayTask): number[] => [...newObservations(task), ...(task.rule === 'R14' ? passedBy(task) : [])]

/**
 * Whether a plan that called nothing still knows what it answered from, in whatever values: then it need not be asked again.
 *
 * It does where something stands for each of its premises, or for others of the same kind ("likes tea", when "likes coffee" fell). It does not where one of these now names another thing than before, and what was
 * known of the first thing is known of none: "the order is B" in the place of "the order is A", beside "A costs 30".
 */
export function knowsAsMuch(task: ReplayTask): boolean {
  const premises = task.step.used.filter((id) => task.isKnown(id) && !['input', 'memory_read'].includes(task.node(id).kind))
  const text = (id: number): string => task.node(id).content
  const now = premises.map((id) => task.current(id).filter((one) => task.node(one).kind !== 'memory_read'))
  const standing = now.flat().map(text)
  const isMissed = (id: number, at: number): boolean => now[at]?.length === 0 && !standing.some((other) => similarity(other, text(id)) >= sameKind)
  if (standing.length === 0 || premises.some(isMissed)) return false
  const changed = premises.filter((id, at) => !now[at]?.includes(id))
  const before = thingsIn(changed.map(text))
  const after = thingsIn(changed.flatMap((id) => task.current(id)).map(text))
  if (before.size > 0 && after.size === 0) return false // what speaks of none of these things stands in its place
  const kept = [...premises.filter((id) => !changed.includes(id)), ...readResults(task)]
  const known = thingsIn(kept.filter((id) => task.current(id).includes(id) && !isStandIn(task, changed, id)).map(text))
  const lost = [...before].filter((thing) => !after.has(thing) && known.has(thing))
  return lost.length === 0 || [...after].every((thing) => before.has(thing) || known.has(thing))
}

/** A memory that stands for what a changed premise said, or says just that: it does not vouch for itself. */
const isStandIn = (task: ReplayTask, changed: readonly number[], id: number): boolean =>
  changed.some((old) => task.current(old).some((now) => now === id || task.node(now).content === task.node(id).content))
