/** The verbs on users: erasure. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { RepairDeps } from '../execute/ports.js'
import { runRepair } from '../repair.js'
import type { RepairState } from '../vocabulary.js'
import { checkText, type ApiContext } from './context.js'
import { rebuildErased } from './rebuild-erased.js'

/** What went of a user. There is no text in it. */
export interface ErasureReport {
  /** Number of the erasure. */
  id: number
  userId: string
  erasedAt: Date
  /** Nodes of the user that are empty now, and what others had made from them. */
  nodes: { inputs: number; steps: number; memories: number; derived: number }
  /** Rows that were emptied or removed, by table; tables of which none was are left out. */
  tables: Record<string, number>
  /** Memories of others that were made anew from the rest: what went, and what stands for it; null where nothing was left to make it from. */
  rebuilt: { id: string; by: string | null }[]
  /** The repair that does this; null where nothing had to be done. */
  repair: { id: number; state: RepairState; waitingFor: string | null; error: string | null } | null
  /** False while text that others had made from the user's is still there: carry the repair on, or erase again. */
  isComplete: boolean
}

/** Verbs on users. */
export interface UsersApi {
  /**
   * Take the data of a user out, for good: what he said, his memories, the steps taken for him, and every row that quotes them. Ids, hashes
   * and tombstones stay, so that what he had said does not come back by itself. What others had made from it goes too where they have no
   * other evidence for all that it says, and is made anew from the rest, here, by a repair. His keys open nothing any more. A repair that had
   * to do with it is not undone any more (`erased`).
   *
   * Erasing again takes what came in since. What is under way in an agent at this moment is not known here: stop it first.
   *
   * @param actor who asks, for the journal
   * @throws EmendError `not_found` when nothing was ever recorded of the user
   */
  erase(userId: string, actor?: string): Promise<ErasureReport>
}

/** Make the verbs for one tenant. */
export function usersApi({ as, tenantId }: ApiContext, deps: RepairDeps): UsersApi {
  return {
    async erase(userId, actor = 'person') {
      checkText('users.erase', userId)
      const erasure = await as('admin', async (trx) => {
        const { rows } = await sql<{ id: number }>`select emend.erase_user(${userId}, ${checkText('users.erase', actor)}) as id`.execute(trx)
        return rows[0]!.id
      })
      for (const repair of await as('auditor', (trx) => unfinished(trx, tenantId, userId))) {
        await rebuildErased(deps, tenantId, repair)
        await runRepair(deps, tenantId, repair)
      }
      return as('auditor', (trx) => readReport(trx, tenantId, erasure))
    },
  }
}

async function unfinished(trx: Trx, tenantId: number, userId: string): Promise<number[]> {
  const rows = await trx.selectFrom('erasure').innerJoin('repair', (join) => join
    .onRef('repair.tenant_id', '=', 'erasure.tenant_id').onRef('repair.repair_id', '=', 'erasure.repair_id')).select('repair.repair_id')
    .where('erasure.tenant_id', '=', tenantId).where('erasure.user_id', '=', userId).where('repair.state', 'not in', ['done', 'failed', 'undone'])
    .orderBy('repair.repair_id').execute()
  return rows.map((row) => row.repair_id)
}

async function readReport(trx: Trx, tenantId: number, id: number): Promise<ErasureReport> {
  const erasure = await trx.selectFrom('erasure').selectAll().where('tenant_id', '=', tenantId).where('erasure_id', '=', id).executeTakeFirstOrThrow()
  const { rows: [nodes] } = await sql<ErasureReport['nodes']>`
    select count(*) filter (where not e.is_derived and n.kind = 'input') as inputs, count(*) filter (where not e.is_derived and n.kind = 'memory') as memories,
           count(*) filter (where not e.is_derived and n.kind not in ('input', 'memory')) as steps, count(*) filter (where e.is_derived) as derived
      from emend.erased_node e join emend.node n on n.tenant_id = ${tenantId} and n.node_id = e.node_id
     where e.tenant_id = ${tenantId} and e.erasure_id = ${id}`.execute(trx)
  const repair = erasure.repair_id === null ? undefined : await trx.selectFrom('repair').select(['repair_id', 'state', 'waiting_for', 'error_code', 'applied_at'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', erasure.repair_id).executeTakeFirst()
  const { rows: rebuilt } = await sql<ErasureReport['rebuilt'][number]>`
    select f.memory_id as id, n.external_id as by
      from emend.fault f
      join emend.node o on o.tenant_id = ${tenantId} and o.external_id = f.memory_id
      left join emend.replacement r on r.tenant_id = ${tenantId} and r.old_node_id = o.node_id and r.repair_id = f.repair_id
      left join emend.node n on n.tenant_id = ${tenantId} and n.node_id = r.new_node_id and n.kind = 'memory'
     where f.tenant_id = ${tenantId} and f.repair_id = ${erasure.repair_id} and f.detector = 'emend/erasure' order by o.node_id, n.node_id`.execute(trx)
  return {
    id, userId: erasure.user_id, erasedAt: erasure.erased_at, nodes: nodes ?? { inputs: 0, steps: 0, memories: 0, derived: 0 },
    tables: erasure.counts as Record<string, number>, rebuilt,
    repair: repair ? { id: repair.repair_id, state: repair.state, waitingFor: repair.waiting_for, error: repair.error_code } : null,
    isComplete: repair === undefined || repair.applied_at !== null,
  }
}
