/** The verbs on faults: what detectors say. */
import { sql, type Selectable } from 'kysely'
import type { Schema } from '../db/schema.js'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { FaultState, FaultType, PolicyName } from '../vocabulary.js'
import { checkOptions, type ApiContext } from './context.js'
import { faultContracts } from './contracts/faults.js'

/** A diagnosed faulty memory. */
export interface Fault {
  id: number
  memoryId: string
  type: FaultType
  detector: string
  evidence: string | null
  confidence: number | null
  failedAnswerId: string | null
  state: FaultState
  repairId: number | null
  reportedAt: Date
}

/** A diagnosis. */
export interface NewFault {
  memoryId: string
  /** What is believed to be wrong; no stage of a repair reads it. `unspecified` when left out. */
  type?: FaultType
  /** Who says so; the database role when left out. */
  detector?: string
  /** Why, for people; at most 32 kB. */
  evidence?: string
  /** The detector's own, 0 to 1. */
  confidence?: number
  /** The answer to repair; the last one affected when left out. */
  failedAnswerId?: string
  /** Arm of the repair; the tenant's when left out. */
  policy?: PolicyName
  /** Contain the memory, but repair nothing until a person releases the fault; default false. */
  hold?: boolean
}

/** Verbs on faults. */
export interface FaultsApi {
  /**
   * Diagnose a memory. It is out of retrieval when this returns, and a repair is under way where a worker runs, unless the fault is held. What the same
   * detector has said already, in a fault that is unsettled, is no second fault: the one that stands is returned.
   *
   * @throws EmendError `unknown_id`, `not_a_memory`
   */
  add(fault: NewFault): Promise<Fault>
  /** In the order of diagnosis; all of them unless `limit` says otherwise. `after` is the last number of the page before. */
  list(options?: { state?: FaultState; memoryId?: string; limit?: number; after?: number }): Promise<Fault[]>
  /** @throws EmendError `not_found` */
  get(faultId: number): Promise<Fault>
  /**
   * Let a held fault be repaired.
   *
   * @throws EmendError `not_found`, `not_held`
   */
  release(faultId: number, actor?: string): Promise<Fault>
  /**
   * Take a diagnosis back: the memory returns unless something else holds it, and a repair that has run is undone.
   *
   * @throws EmendError `not_found`, `repair_conflict`
   */
  withdraw(faultId: number, actor?: string): Promise<Fault>
}

const { newFault, listOptions: listSchema } = faultContracts

/** Make the verbs for one tenant. */
export function faultsApi({ as, tenantId }: ApiContext): FaultsApi {
  const read = (trx: Trx) => trx.selectFrom('fault').selectAll().where('tenant_id', '=', tenantId).orderBy('fault_id')
  const get = async (trx: Trx, id: number): Promise<Fault> => {
    const row = await read(trx).where('fault_id', '=', id).executeTakeFirst()
    if (!row) throw new EmendError('not_found', `there is no fault ${id} in this tenant`, { fault: id })
    return show(row)
  }
  return {
    async add(fault) {
      const given = checkOptions(newFault, 'faults.add', fault)
      return as('detector', async (trx) => {
        const row = {
          tenant_id: tenantId, memory_id: given.memoryId, evidence: given.evidence ?? null, confidence: given.confidence ?? null,
          failed_answer_id: given.failedAnswerId ?? null, policy: given.policy ?? null,
          ...(given.hold === true ? { state: 'held' as const } : {}),
          ...(given.type === undefined ? {} : { type: given.type }), ...(given.detector === undefined ? {} : { detector: given.detector }),
        }
        for (;;) { // what stood in the way may be settled before it is looked up: then this is news after all
          const made = await trx.insertInto('fault').values(row).returning('fault_id').executeTakeFirst()
          const known = made?.fault_id ?? await reportedBefore(trx, row)
          if (known !== null) return get(trx, known)
        }
      })
    },
    async list(options = {}) {
      const { state, memoryId, limit, after } = checkOptions(listSchema, 'faults.list', options)
      return as('auditor', async (trx) => (await read(trx)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
        .$if(memoryId !== undefined, (query) => query.where('memory_id', '=', memoryId ?? ''))
        .$if(after !== undefined, (query) => query.where('fault_id', '>', after ?? 0))
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0)).execute()).map(show))
    },
    get: (id) => as('auditor', (trx) => get(trx, id)),
    release: (id, actor = 'person') => as('admin', async (trx) => {
      await sql`select emend.release_fault(${tenantId}::integer, ${id}::bigint, ${actor})`.execute(trx)
      return get(trx, id)
    }),
    withdraw: (id, actor = 'person') => as('admin', async (trx) => {
      await sql`select emend.withdraw_fault(${tenantId}::integer, ${id}::bigint, ${actor})`.execute(trx)
      return get(trx, id)
    }),
  }
}

/** The unsettled fault that says the same. */
async function reportedBefore(trx: Trx, row: Pick<Selectable<Schema['fault']>, 'tenant_id' | 'memory_id' | 'failed_answer_id' | 'policy'> & { detector?: string; state?: 'held' }): Promise<number | null> {
  const { rows: [found] } = await sql<{ id: number | null }>`
    select emend.reported_before(${row.tenant_id}::integer, ${row.memory_id}, coalesce(${row.detector ?? null}, current_user), current_user, ${row.failed_answer_id},
      ${row.policy}, ${row.state ?? 'open'}::emend.fault_state) as id`.execute(trx)
  return found?.id ?? null
}

function show(row: Selectable<Schema['fault']>): Fault {
  return {
    id: row.fault_id, memoryId: row.memory_id, type: row.type, detector: row.detector, evidence: row.evidence, confidence: row.confidence,
    failedAnswerId: row.failed_answer_id, state: row.state, repairId: row.repair_id, reportedAt: row.reported_at,
  }
}
