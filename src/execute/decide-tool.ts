/** A person decides: a plan above the limit, or a tool call that cannot be taken back. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import type { PlanEffects } from './plan-effects.js'

/** What was decided. */
export interface Decision {
  what: 'approval' | 'tool'
  /** Tools that the decision was about; empty for a plan. */
  tools: string[]
  /** What the plan does that it was about; null for a tool call. */
  effects: PlanEffects | null
  /** What of it is more than was approved before; null where nothing was. */
  growth: PlanEffects | null
}

const decide = (db: Db, tenantId: number, repairId: number, isApproved: boolean, actor: string, seen: string | null = null): Promise<Decision> =>
  inTenant(db, { tenantId, role: 'admin' }, async (trx) => {
    const { rows } = await sql<Decision>`
      select what, tools, effects, growth from emend.decide_repair(${tenantId}, ${repairId}, ${isApproved}, ${actor}, ${seen})`.execute(trx)
    return rows[0] ?? { what: 'tool', tools: [], effects: null, growth: null }
  })

/**
 * Approve what a repair waits for: its plan goes ahead as far as it does no more than was shown, or its call is made, at most once. A call that a
 * crash hid and that is approved again is made again: the person has looked.
 *
 * @param seen hash of what the person was shown; left out, whatever waits now is approved
 * @throws EmendError `repair_state` when it waits for no person; `plan_changed` when something else waits than was seen
 */
export function approve(db: Db, tenantId: number, repairId: number, actor: string, seen?: string): Promise<Decision> {
  return decide(db, tenantId, repairId, true, actor, seen)
}

/**
 * Refuse what a repair waits for: the call is not made and the answer says what was really done; a plan that is refused
 * ends its repair, and its faults need a person; what it would take in while it is carried out is left out.
 *
 * @throws EmendError `repair_state` when it waits for no person
 */
export function skip(db: Db, tenantId: number, repairId: number, actor: string): Promise<Decision> {
  return decide(db, tenantId, repairId, false, actor)
}
