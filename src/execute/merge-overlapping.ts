/** One repair of all the faults, where the plan of a repair overlaps with what earlier ones did (G11). */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError, fromDatabase } from '../errors.js'
import type { Plan } from '../plan/types.js'

/** A repair that plans. */
export interface Merging {
  tenantId: number
  /** The repair that takes others over; null for a dry run, which gets one of its own as soon as it needs it. */
  repairId: number | null
  policy: string
  /** Its ablations, where it has no row that says them. */
  options?: object
}

/** What is planned, as far as merging looks at it. */
export interface Planned {
  plan: Pick<Plan, 'rows' | 'failedAnswer' | 'alsoFailed'>
  affected: number[]
}

/** A plan, and the repair that has taken others over for it; null where none was. */
export interface Merged<P> {
  planned: P
  merged: number | null
}

/**
 * Take earlier repairs over as long as the plan overlaps with one: what they did is taken back, their faults join, and all is planned
 * anew from where the first of them started. So repairing one fault and then another ends where repairing both together ends, whatever
 * was decided on the way. Where everything together is more than may be affected, the earlier ones stand and the plan builds on them.
 *
 * @param plan over the faults that the repair has now, which is given where it has taken others over
 * @returns the last plan; forgetMerging goes back to where nothing had been taken over
 */
export async function mergeOverlapping<P extends Planned>(trx: Trx, merging: Merging, plan: (repairId: number | null) => Promise<P>): Promise<Merged<P>> {
  const alone = await plan(null)
  let planned = alone
  let merged: number | null = null
  for (;;) {
    const overlapping = await findOverlapping(trx, { ...merging, repairId: merged ?? merging.repairId }, planned)
    if (overlapping.length === 0) return { planned, merged }
    if (merged === null) await sql`savepoint merging`.execute(trx)
    merged ??= merging.repairId ?? await openScratch(trx, merging)
    try {
      await sql`select emend.merge_repairs(${merging.tenantId}, ${merged}, ${overlapping}::bigint[])`.execute(trx)
      planned = await plan(merged)
    } catch (error) {
      const known = fromDatabase(error)
      if (!(known instanceof EmendError) || known.code !== 'affected_too_large') throw error
      await forgetMerging(trx)
      return { planned: alone, merged: null }
    }
  }
}

/** Go back to where nothing had been taken over. */
export async function forgetMerging(trx: Trx): Promise<void> {
  await sql`rollback to savepoint merging`.execute(trx)
}

async function findOverlapping(trx: Trx, { tenantId, repairId, policy, options }: Merging, { plan, affected }: Planned): Promise<number[]> {
  const answers = [plan.failedAnswer ?? [], plan.alsoFailed ?? []].flat()
  const nodes = [...new Set([...affected, ...plan.rows.filter(({ disposition }) => disposition === 'reopen').map(({ id }) => id)])]
  const replayed = plan.rows.filter(({ disposition }) => disposition === 'replay').map(({ id }) => id)
  const diagnosed = plan.rows.filter(({ rule }) => rule === 'R1').map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select id from emend.mergeable_repairs(${tenantId}, ${repairId ?? 0}, ${policy}, ${JSON.stringify(options ?? {})}::jsonb,
      ${nodes}::bigint[], ${replayed}::bigint[], ${answers}::bigint[], ${diagnosed}::bigint[]) as id order by id`.execute(trx)
  return rows.map((row) => row.id)
}

async function openScratch(trx: Trx, { tenantId, policy, options }: Merging): Promise<number> {
  const { repair_id } = await trx.insertInto('repair').values({ tenant_id: tenantId, policy, options: JSON.stringify(options ?? {}) })
    .returning('repair_id').executeTakeFirstOrThrow()
  return repair_id
}
