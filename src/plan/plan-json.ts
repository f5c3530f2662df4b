import { createHash } from 'node:crypto'
import type { PolicyName, Rule } from '../vocabulary.js'
import { canonicalJson } from './canonical-json.js'
import type { Plan, PlanRow } from './types.js'

/**
 * `emend/plan@1` (format.md). Lists are sorted by clock, `replay_step_ids` in the order of replay. Where the repair has taken earlier ones
 * over, the lists of what leaves, comes back or becomes invalid name what is new; `rows` has everything.
 */
export interface PlanJson {
  format: 'emend/plan@1'
  policy: PolicyName
  hash: string
  affected: string[]
  supported: string[]
  delete_memory_ids: string[]
  quarantine_memory_ids: string[]
  reopen_memory_ids: string[]
  invalid_step_ids: string[]
  invalidated_claim_ids: string[]
  replay_step_ids: string[]
  preserve_step_ids: string[]
  redundant_step_ids: string[]
  suspicious_step_ids: string[]
  stale_answer_ids: string[]
  rows: { id: string; disposition: PlanRow['disposition']; rule: Rule; reason: string }[]
}

/**
 * Print a plan with the ids that people use.
 *
 * @param externalIds must hold every id of the plan's rows
 */
export function planJson(plan: Plan, externalIds: ReadonlyMap<number, string>): PlanJson {
  const rows = [...plan.rows].sort((a, b) => a.id - b.id)
  const name = (row: PlanRow): string => externalIds.get(row.id) ?? String(row.id)
  const ids = (isListed: (row: PlanRow) => boolean): string[] => rows.filter(isListed).map(name)
  const being = (disposition: PlanRow['disposition']): string[] => ids((row) => row.disposition === disposition)
  const isNew = (row: PlanRow): boolean => row.isDecidedBefore !== true
  const newly = (disposition: PlanRow['disposition']): string[] => ids((row) => row.disposition === disposition && isNew(row))
  const replayed = rows.filter((row) => row.replayPosition !== null).sort((a, b) => (a.replayPosition ?? 0) - (b.replayPosition ?? 0))
  return {
    format: 'emend/plan@1',
    policy: plan.policy.name,
    hash: plan.hash,
    affected: ids((row) => row.isAffected),
    supported: ids((row) => row.isAffected && row.isSupported),
    delete_memory_ids: newly('delete'),
    quarantine_memory_ids: newly('quarantine'),
    reopen_memory_ids: newly('reopen'),
    invalid_step_ids: ids((row) => row.isInvalid && isNew(row)),
    invalidated_claim_ids: ids((row) => row.isInvalid && row.kind === 'claim' && isNew(row)),
    replay_step_ids: replayed.map(name),
    preserve_step_ids: being('preserve'),
    redundant_step_ids: being('redundant'),
    suspicious_step_ids: being('suspicious'),
    stale_answer_ids: ids((row) => row.isStaleAnswer && isNew(row)),
    rows: rows.map((row) => ({ id: name(row), disposition: row.disposition, rule: row.rule, reason: row.reason })),
  }
}

/**
 * The hash of a plan: SHA-256, in hex, over the canonical form of what it prints, its options and its failed answers. Rows
 * that are the same give the same hash on any machine.
 */
export function planHash(plan: Omit<Plan, 'hash'>, externalIds: ReadonlyMap<number, string>): string {
  const { hash: _, ...printed } = planJson({ ...plan, hash: '' }, externalIds)
  const name = (id: number): string => externalIds.get(id) ?? String(id)
  const answer = plan.failedAnswer === null ? null : name(plan.failedAnswer)
  return createHash('sha256')
    .update(canonicalJson({ ...printed, options: plan.policy, failed_answer: answer, ...(plan.alsoFailed ? { also_failed: plan.alsoFailed.map(name) } : {}) }))
    .digest('hex')
}
