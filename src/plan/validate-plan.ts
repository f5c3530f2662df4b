import { indexInput, type Planning } from './planning.js'
import { prerequisites } from './prerequisites.js'
import { goneFrom } from './settled.js'
import type { Plan, PlanInput } from './types.js'

const forMemories: ReadonlySet<string> = new Set(['delete', 'quarantine', 'reopen', 'keep'])

/**
 * What is wrong with a plan, in sentences; empty for a plan that may be committed (method, section 6): one disposition a node that
 * fits its kind, every fault deleted, all ids known, replay positions 1 to n with the failed answer last, replay closed
 * under invalid prerequisites (not claimed by the ablation without planner), nothing preserved that is invalid, all of A0 listed.
 */
export function planViolations(plan: Plan, input: PlanInput): string[] {
  return violationsOf(plan, indexInput(input))
}

/** The same over an index that is there already. */
export function violationsOf(plan: Plan, planning: Planning): string[] {
  const found: string[] = []
  const rows = new Map(plan.rows.map((row) => [row.id, row]))
  if (rows.size !== plan.rows.length) found.push('a node has two rows')
  if (plan.rows.some((row, index) => index > 0 && row.id <= (plan.rows[index - 1]?.id ?? 0))) found.push('rows are not sorted by clock')
  for (const row of plan.rows) {
    const node = planning.node(row.id)
    if (!node) found.push(`${row.id} is unknown`)
    else if ((node.kind === 'memory') !== forMemories.has(row.disposition) || node.kind === 'input')
      found.push(`${node.externalId} cannot be ${row.disposition}`)
    if (row.disposition === 'preserve' && row.isInvalid) found.push(`${planning.name(row.id)} is invalid and preserved`)
    if (row.kind === 'tool_observation' && row.disposition === 'replay')
      found.push(`${planning.name(row.id)} is an observation and replayed`)
    if ((row.disposition === 'replay') !== (row.replayPosition !== null)) found.push(`${planning.name(row.id)} has a wrong position`)
  }
  for (const id of planning.faulty)
    if (planning.node(id) && rows.get(id)?.disposition !== 'delete') found.push(`${planning.name(id)} is faulty and not deleted`)
  for (const node of planning.nodes)
    if (node.isAffected && node.kind !== 'input' && !rows.has(node.id)) found.push(`${node.externalId} is affected and not listed`)
  const replayed = plan.rows.filter(({ replayPosition }) => replayPosition !== null)
  const positions = replayed.map(({ replayPosition }) => replayPosition ?? 0).sort((a, b) => a - b)
  if (positions.some((position, index) => position !== index + 1)) found.push('replay positions have gaps')
  const answer = plan.failedAnswer === null ? undefined : rows.get(plan.failedAnswer)
  if (answer?.replayPosition && answer.replayPosition !== positions.length) found.push('the failed answer is not the last to be replayed')
  if (plan.policy.planner) {
    const invalid = new Set(plan.rows.filter(({ isInvalid }) => isInvalid).map(({ id }) => id))
    const leaving = new Set(
      plan.rows.filter(({ disposition }) => disposition === 'delete' || disposition === 'quarantine').map(({ id }) => id),
    )
    for (const id of prerequisites(
      planning,
      replayed.map((row) => row.id),
      invalid,
      goneFrom(planning, leaving),
    ).replay.keys())
      found.push(`${planning.name(id)} is needed and not replayed`)
  }
  return found
}
