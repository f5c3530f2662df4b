/** What people are asked to approve. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { PlanEffects } from '../execute/plan-effects.js'

/** What a person is asked to approve: exactly this, and nothing that comes to it later. */
export interface Proposal {
  /** Names it: hand it to `approve`, so that nothing else is approved. */
  hash: string
  effects: PlanEffects
  /** What of it is more than was approved before; null where nothing was. */
  growth: PlanEffects | null
}

/** The last proposal of each of these repairs, by number; or what each of these events announced, by number. */
export async function readProposals(trx: Trx, tenantId: number, { repairs = [], events = [] }: { repairs?: readonly number[]; events?: readonly number[] }): Promise<Map<number, Proposal>> {
  if (repairs.length + events.length === 0) return new Map()
  const { rows } = await sql<{ key: number } & Proposal>`
    select distinct on (key) key, hash, emend.named_effects(tenant_id, effects) as effects, emend.named_effects(tenant_id, growth) as growth
      from (select a.*, case when a.repair_id = any (${repairs}::bigint[]) then a.repair_id else a.event_id end as key from emend.approval a
             where a.tenant_id = ${tenantId} and (a.repair_id = any (${repairs}::bigint[]) or a.event_id = any (${events}::bigint[]))) a
     order by key, approval_id desc`.execute(trx)
  return new Map(rows.map(({ key, ...proposal }) => [Number(key), proposal]))
}
