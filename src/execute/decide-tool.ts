/** A person decides: a plan above the limit, or a tool call that cannot be taken back. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'

/** What was decided. */
export interface Decision {
  what: 'approval' | 'tool'
  /** Tools that the decision was about; empty for a plan. */
  tools: string[]
}

const decide = (db: Db, tenantId: number, repairId: number, isApproved: boolean, actor: string): Promise<Decision> =>
  inTenant(db, { tenantId, role: 'admin' }, async (trx) => {
    const { rows } = await sql<Decision>`
      select what, tools from emend.decide_repair(${tenantId}, ${repairId}, ${isApproved}, ${actor})`.execute(trx)
    return rows[0] ?? { what: 'tool', tools: [] }
  })

/**
 * Approve what a repair waits for: its plan is committed, or its call is made, at most once. A call that a crash hid and
 * that is approved again is made again: the person has looked.
 *
 * @throws EmendError `repair_state` when it waits for no person
 */
export function approve(db: Db, tenantId: number, repairId: number, actor: string): Promise<Decision> {
  return decide(db, tenantId, repairId, true, actor)
}

/**
 * Refuse what a repair waits for: the call is not made and the answer says what was really done; a plan that is refused
 * ends its repair, and its faults need a person.
 *
 * @throws EmendError `repair_state` when it waits for no person
 */
export function skip(db: Db, tenantId: number, repairId: number, actor: string): Promise<Decision> {
  return decide(db, tenantId, repairId, false, actor)
}
