/** How a tenant is: what is stored, what is being repaired, what a person has to decide, and whether it is healthy. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { EffectClass, FaultState, FaultType, MemoryStatus, RepairState } from '../vocabulary.js'

/** Counts of a tenant. */
export interface Status {
  memories: Partial<Record<MemoryStatus, number>>
  faults: Partial<Record<FaultState, number>>
  repairs: Partial<Record<RepairState, number>>
  /** What a person has to decide with `emend approve` or `emend skip`. */
  decisions: WaitingDecision[]
  /** Faults that need a person: clean evidence says the same as the memory, or their repair failed. */
  contested: { faultId: number; memoryId: string; repairId: number | null; detector: string }[]
  /** Faults that are held: their memory is out of retrieval until a person releases or withdraws them. */
  held: { faultId: number; memoryId: string; type: FaultType; detector: string; evidence: string | null; confidence: number | null }[]
  /** Answers of other sessions that wait until somebody asks again. */
  staleAnswers: { sessionId: string; turn: number; answerId: string }[]
  /** Calls that cannot be taken back and were made for a reason that a repair withdrew: done in the world, for a person to know. */
  consequences: { repairId: number; actionId: string; tool: string | null; call: string }[]
  /** Views of invariants that have rows; empty when healthy. */
  violations: { violation: string; rows: number }[]
}

/** Something that stands still until a person decides. */
export interface WaitingDecision {
  repairId: number
  waitingFor: string
  stepId: string | null
  tool: string | null
  effect: EffectClass | null
  args: unknown
  /** waiting = not called; lost = a crash hid whether it was called. */
  callState: string | null
}

/** Read the status of a tenant. Checks every invariant, so it reads every edge. */
export async function readStatus(trx: Trx, tenantId: number): Promise<Status> {
  const memories = await trx.selectFrom('memory_state').select((eb) => ['status as key', eb.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId).groupBy('status').execute()
  const faults = await trx.selectFrom('fault').select((eb) => ['state as key', eb.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId).groupBy('state').execute()
  const repairs = await trx.selectFrom('repair').select((eb) => ['state as key', eb.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId).groupBy('state').execute()
  const { rows: decisions } = await sql<WaitingDecision>`
    select repair_id as "repairId", waiting_for as "waitingFor", step as "stepId", tool_name as tool, effect, args, call_state as "callState"
      from emend.waiting_decision where tenant_id = ${tenantId} order by repair_id, step`.execute(trx)
  const contested = await trx.selectFrom('fault').select(['fault_id as faultId', 'memory_id as memoryId', 'repair_id as repairId', 'detector'])
    .where('tenant_id', '=', tenantId).where('state', '=', 'needs_person').orderBy('fault_id').execute()
  const held = await trx.selectFrom('fault').select(['fault_id as faultId', 'memory_id as memoryId', 'type', 'detector', 'evidence', 'confidence'])
    .where('tenant_id', '=', tenantId).where('state', '=', 'held').orderBy('fault_id').execute()
  const { rows: staleAnswers } = await sql<Status['staleAnswers'][number]>`
    select session as "sessionId", turn, answer as "answerId" from emend.current_answer where tenant_id = ${tenantId} and is_stale order by answer_id`.execute(trx)
  const { rows: consequences } = await sql<Status['consequences'][number]>`
    select repair_id as "repairId", action as "actionId", tool_name as tool, call from emend.consequence where tenant_id = ${tenantId} order by repair_id, action`.execute(trx)
  const { rows: violations } = await sql<Status['violations'][number]>`
    select violation, row_count as rows from emend.violations where tenant_id = ${tenantId} order by violation`.execute(trx)
  return { memories: counts(memories), faults: counts(faults), repairs: counts(repairs), decisions, contested, held, staleAnswers, consequences, violations }
}

function counts<K extends string>(rows: { key: K; count: number }[]): Partial<Record<K, number>> {
  return Object.fromEntries(rows.map(({ key, count }) => [key, count])) as Partial<Record<K, number>>
}
