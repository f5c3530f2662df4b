/** What a plan lets stand of what a fault has reached, and on which ground: why an arm behaves as it does. */
import type { RecordItem } from '../../index.js'
import type { AnyCase, Json, Mechanics } from './types.js'

/** The part of `emend/plan@1` that is looked at. */
interface PlanLists {
  affected: string[]
  delete_memory_ids: string[]
  quarantine_memory_ids: string[]
  invalid_step_ids: string[]
}

/** Count over the plans of a method; null where it has made none of ours. @param plan what the method left for inspection */
export function mechanicsOf(one: AnyCase, plan: Json | undefined): Mechanics | null {
  const plans: PlanLists[] = Array.isArray(plan) ? (plan as unknown[]).filter(isPlan) : []
  if (plans.length === 0) return null
  const union = (list: keyof PlanLists): Set<string> => new Set(plans.flatMap((own) => own[list]))
  const affected = union('affected')
  const out = new Set([...union('delete_memory_ids'), ...union('quarantine_memory_ids')])
  const invalid = union('invalid_step_ids')
  const faulty = new Set(one.faults.map(({ memoryId }) => memoryId))
  const items = new Map(one.items.map((item) => [item.id, item]))
  const made = new Set(one.items.flatMap((item) => (item.kind === 'step' ? item.generated_memory_ids ?? [] : [])))
  const derived = one.items.filter((item) => item.kind === 'memory' && affected.has(item.id) && !faulty.has(item.id) && ((item.derived_from ?? []).length > 0 || made.has(item.id)))
  const stated = one.labels.affectedClaims.filter((id) => affected.has(id))
  const kept = stated.filter((id) => !invalid.has(id))
  const own = (id: string): RecordItem[] => usedOf(items.get(id)).flatMap((used) => items.get(used) ?? []).filter((item) => !isRead(item) && !affected.has(item.id))
  const acts = one.items.filter((item) => item.kind === 'step' && affected.has(item.id) && (item.type === 'plan' || (item.type.startsWith('memory_') && !isRead(item))))
  const actsKept = acts.filter(({ id }) => !invalid.has(id))
  const citesInput = (id: string): boolean => own(id).some(({ kind }) => kind === 'input')
  return {
    derived: derived.length, withdrawn: derived.filter(({ id }) => out.has(id)).length,
    stated: stated.length, kept: kept.length,
    keptByRead: kept.filter((id) => own(id).length === 0).length,
    keptByInput: kept.filter(citesInput).length,
    acts: acts.length, actsKept: actsKept.length, actsByInput: actsKept.filter(({ id }) => citesInput(id)).length,
  }
}

const isPlan = (value: unknown): value is PlanLists => value !== null && typeof value === 'object' && (value as { format?: unknown }).format === 'emend/plan@1'

const usedOf = (item: RecordItem | undefined): readonly string[] => (item?.kind === 'step' ? item.used_ids ?? [] : [])

const isRead = (item: RecordItem): boolean => item.kind === 'step' && item.type === 'memory_read'
