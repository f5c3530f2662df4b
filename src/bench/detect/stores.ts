/** What detectors are measured on: the stores of a case, and which memories of each a detector ought to report. */
import type { DetectorName, RecordItem } from '../../index.js'
import { withStatuses } from '../controlled/cases/items.js'
import type { BenchCase } from '../controlled/types.js'

/** One store. */
export interface DetectStore {
  kind: 'failed' | 'as_filed' | 'uncorrected' | 'clean'
  items: RecordItem[]
  /** Memories that are wrong. */
  wrong: string[]
  /** The detector that ought to report them; null where the store is not for recall. */
  by: DetectorName | null
}

/** What finds which faults. Poisoned memories were written by one step from what was said: in that they are like drift, and counted apart. */
const detectorOf = { stale: 'failed_retirement', wrong_user: 'wrong_user', summary_drift: 'drift', poisoned: 'drift' } as const

/**
 * The stores of a case.
 *
 * - `failed`: as the case has it. A memory of the wrong user belongs to somebody else here, as in a store that knows who its memories are of
 *   and has searched across users; the case itself files it under the user, and then nothing recorded tells it from a true one.
 * - `as_filed`: that one, where it differs.
 * - `uncorrected`: the clean execution, but its corrections were written beside what they correct. (No case has two active memories that contradict each
 *   other.) Absent where nothing was corrected.
 * - `clean`: the clean execution.
 */
export function storesOf(one: BenchCase, clean: readonly RecordItem[]): DetectStore[] {
  const faults = one.faults.map(({ memoryId }) => memoryId)
  const failed: DetectStore = { kind: 'failed', items: one.items, wrong: faults, by: detectorOf[one.faultType] }
  const filed = one.faultType !== 'wrong_user' ? [failed] : [
    { ...failed, items: one.items.map((item) => (item.kind === 'memory' && faults.includes(item.id) ? { ...item, user: `${item.user ?? ''}-other` } : item)) },
    { ...failed, kind: 'as_filed' as const },
  ]
  const uncorrected = leaveUncorrected(clean)
  return [
    ...filed,
    ...(uncorrected.wrong.length > 0 ? [{ kind: 'uncorrected' as const, ...uncorrected, by: 'contradiction' as const }] : []),
    { kind: 'clean', items: [...clean], wrong: [], by: null },
  ]
}

/** Updates become writes that retire nothing. @returns `wrong`: what they should have retired and is active, as is its correction */
function leaveUncorrected(clean: readonly RecordItem[]): { items: RecordItem[]; wrong: string[] } {
  const corrected = new Map<string, string[]>()
  const written = clean.map((item): RecordItem => {
    if (item.kind !== 'step' || item.type !== 'memory_update') return item
    for (const id of item.generated_memory_ids ?? []) corrected.set(id, item.consumed_memory_ids ?? [])
    return { ...item, type: 'memory_write', consumed_memory_ids: [] }
  })
  const items = withStatuses(written.map((item) => (item.kind === 'memory' && corrected.has(item.id) ? { ...item, derived_from: [], supersedes: [] } : item)), new Set())
  const active = new Set(items.flatMap((item) => (item.kind === 'memory' && item.status === 'active' ? [item.id] : [])))
  return { items, wrong: [...corrected].flatMap(([id, before]) => (active.has(id) ? before.filter((old) => active.has(old)) : [])) }
}
