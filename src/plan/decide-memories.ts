import type { Disposition } from '../vocabulary.js'
import type { Decision, Planning } from './planning.js'
import { reopenRetired } from './reopened.js'
import { deleteFaults } from './rules/delete-faults.js'
import { quarantineDerived } from './rules/quarantine-derived.js'
import type { Proof } from './types.js'

/** What a plan does with memories. */
export interface MemoryDecisions {
  rows: Map<number, Decision<Disposition> & { proof?: Proof }>
  /** Deleted or quarantined. */
  leaving: ReadonlySet<number>
}

/**
 * R1, R2, R3 and R12. A fault is deleted whatever else applies; of the rest, what leaves is never reopened, and what is reopened
 * is not merely kept.
 */
export function decideMemories(planning: Planning): MemoryDecisions {
  const rows: MemoryDecisions['rows'] = new Map(quarantineDerived(planning))
  for (const [id, row] of deleteFaults(planning)) rows.set(id, row)
  const leaving = new Set([...rows].filter(([, { disposition }]) => disposition !== 'keep').map(([id]) => id))
  for (const [id, row] of reopenRetired(planning, leaving)) rows.set(id, row)
  return { rows, leaving }
}
