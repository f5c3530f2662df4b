/** A plan that somebody else made, so that different planners are compared under one executor. Pure, like the planner. */
import type { Disposition, NodeKind, Rule } from '../vocabulary.js'
import { planHash } from './plan-json.js'
import type { Plan, PlanRow, Policy } from './types.js'

/** What to do with memories and steps, by the ids that people use. What it does not name is left alone. */
export interface GivenPlan {
  /** Who made it, for reasons: `llm-judge`. */
  by: string
  /** The answer to repair; made again where `replay` names it. */
  failedAnswer: string
  delete: string[]
  quarantine: string[]
  reopen: string[]
  /** Made again in the order of the clock, the failed answer last. Their old output is invalid. */
  replay: string[]
  preserve: string[]
  /** Invalid, and not made again. */
  suspicious: string[]
}

/** A node that a given plan names, or an observation of an action that it replays. */
export interface GivenNode {
  id: number
  externalId: string
  kind: NodeKind
  /** Actions only: what they returned. */
  observations: { id: number; externalId: string }[]
}

type Given = Exclude<Disposition, 'keep' | 'redundant'>

const ruleOf: Readonly<Record<Given, Rule>> = {
  delete: 'R1', quarantine: 'R2', reopen: 'R12', replay: 'R8', preserve: 'R13', suspicious: 'R10',
}
const dispositions = ['delete', 'quarantine', 'reopen', 'replay', 'preserve', 'suspicious'] as const satisfies readonly Given[]
const forMemories: ReadonlySet<Disposition> = new Set(['delete', 'quarantine', 'reopen'])

/**
 * What is wrong with a given plan, in sentences; empty for one that may be carried out: all ids known, one disposition each that
 * fits the node, every fault deleted.
 *
 * @param nodes those of its ids that exist
 * @param faulty external ids of the diagnosed memories
 */
export function givenPlanViolations(given: GivenPlan, nodes: readonly GivenNode[], faulty: readonly string[]): string[] {
  const known = new Map(nodes.map((node) => [node.externalId, node]))
  const found: string[] = []
  const seen = new Map<string, Given>()
  for (const disposition of dispositions) {
    for (const id of given[disposition]) {
      const node = known.get(id)
      const before = seen.get(id)
      seen.set(id, disposition)
      if (before !== undefined) found.push(`${id} is named twice, as ${before} and as ${disposition}`)
      else if (!node) found.push(`${id} is unknown`)
      else if (node.kind === 'input') found.push(`${id} is an input; plans name memories and steps`)
      else if (forMemories.has(disposition) !== (node.kind === 'memory')) found.push(`${id} is a ${node.kind} and cannot be ${disposition}`)
      else if (disposition === 'replay' && node.kind === 'tool_observation') found.push(`${id} is an observation: its action is replayed, never itself`)
    }
  }
  if (known.get(given.failedAnswer)?.kind !== 'final_answer') found.push(`${given.failedAnswer} is no final answer`)
  for (const id of faulty) if (!given.delete.includes(id)) found.push(`${id} is diagnosed as faulty and not deleted`)
  return found
}

/**
 * The plan as the executor carries it out. Observations of replayed actions are redundant, whatever was said about them.
 *
 * @param given without violations
 * @param affected internal ids of the affected set
 */
export function planOfGiven(given: GivenPlan, nodes: readonly GivenNode[], affected: ReadonlySet<number>, policy: Policy): Plan {
  const known = new Map(nodes.map((node) => [node.externalId, node]))
  const reason = `${given.by} says so`
  const rows = new Map<number, Omit<PlanRow, 'replayPosition'>>()
  const names = new Map<number, string>()
  const add = (node: { id: number; externalId: string }, kind: NodeKind, disposition: Disposition, rule: Rule, why: string): void => {
    const isInvalid = disposition === 'replay' || disposition === 'suspicious' || disposition === 'redundant'
    names.set(node.id, node.externalId)
    rows.set(node.id, {
      id: node.id, kind, disposition, rule, reason: why, isAffected: affected.has(node.id), isSupported: false, isInvalid,
      isStaleAnswer: kind === 'final_answer' && disposition === 'suspicious', proof: null,
    })
  }
  for (const disposition of dispositions) {
    for (const id of given[disposition]) {
      const node = known.get(id)
      if (node) add(node, node.kind, disposition, ruleOf[disposition], reason)
    }
  }
  for (const id of given.replay) {
    for (const observation of known.get(id)?.observations ?? []) add(observation, 'tool_observation', 'redundant', 'R7', `${id} is run again`)
  }
  const answer = known.get(given.failedAnswer)?.id ?? null
  const replayed = [...rows.values()].filter(({ disposition }) => disposition === 'replay').map(({ id }) => id)
    .sort((a, b) => Number(a === answer) - Number(b === answer) || a - b)
  const position = new Map(replayed.map((id, index) => [id, index + 1]))
  const plan = {
    policy, failedAnswer: answer,
    rows: [...rows.values()].sort((a, b) => a.id - b.id).map((row): PlanRow => ({ ...row, replayPosition: position.get(row.id) ?? null })),
  }
  return { ...plan, hash: planHash(plan, names) }
}
