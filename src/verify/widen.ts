/** Replay more of what the fault touched, ring by ring, when the store does not give the repaired answer. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { RepairDeps } from '../execute/ports.js'
import { mutationTypes, type NodeKind } from '../vocabulary.js'

/** The outermost ring. */
export const lastRing = 4

const kinds: Record<number, readonly NodeKind[]> = {
  1: mutationTypes,
  2: mutationTypes,
  3: ['memory_read'],
  4: ['memory_read', 'claim', 'plan', 'tool_action', ...mutationTypes],
}

const reasons: Record<number, string> = {
  1: 'the store lacks what the answer says: the failed mutation is replayed',
  2: 'the store lacks what the answer says: later mutations in scope are replayed',
  3: 'the store lacks what the answer says: reads that saw the fault are replayed',
  4: 'the store lacks what the answer says: all that the fault touched is replayed',
}

/**
 * Take the next ring that adds anything into the replay of a repair (method, section 8): 1 the mutation behind the fault,
 * 2 other mutations that the fault touched, 3 reads that merely saw it, 4 everything it touched but answers. What was replayed before
 * stays as it is.
 *
 * @param about.seeds steps behind the faults
 * @param about.answers what the store does not give: only what has to do with these is taken in (widenable_steps)
 * @param about.after rings up to this one are in already
 * @param about.tools effects of the tools, and how much a person need not approve: a ring that would change memories or call tools with an effect waits until that is approved
 * @returns the ring that was added; null when nothing is left, or a person has refused it; `waits` for one
 */
export async function widen(
  trx: Trx, tenantId: number, repairId: number,
  { seeds, answers, after, tools, limits }: { seeds: readonly number[]; answers: readonly number[]; after: number } & Pick<RepairDeps, 'tools' | 'limits'>,
): Promise<number | 'waits' | null> {
  const { rows: near } = await sql<{ id: number }>`select id from emend.widenable_steps(${tenantId}, ${repairId}, ${answers}::bigint[]) as id`.execute(trx)
  const mayWiden = new Set(near.map(({ id }) => id))
  const rows = await trx
    .selectFrom('plan_row')
    .leftJoin('replay_step', (join) => join
      .onRef('replay_step.tenant_id', '=', 'plan_row.tenant_id').onRef('replay_step.repair_id', '=', 'plan_row.repair_id')
      .onRef('replay_step.step_id', '=', 'plan_row.node_id'))
    .select(['plan_row.node_id', 'plan_row.node_kind', 'plan_row.disposition', 'plan_row.rule', 'plan_row.is_affected', 'plan_row.is_invalid',
      'replay_step.step_id as replayed', 'replay_step.position'])
    .where('plan_row.tenant_id', '=', tenantId).where('plan_row.repair_id', '=', repairId)
    .where('plan_row.node_kind', '<>', 'memory').orderBy('plan_row.node_id').execute()
  const affected = rows.filter((row) => mayWiden.has(row.node_id) && row.replayed === null && (row.disposition === 'suspicious' || row.disposition === 'preserve'))
  let position = Math.max(0, ...rows.map((row) => row.position ?? 0))
  for (let ring = after + 1; ring <= lastRing; ring++) {
    const chosen = affected.filter((row) => kinds[ring]?.includes(row.node_kind) && (ring !== 1 || seeds.includes(row.node_id)))
    if (chosen.length === 0) continue
    const more = chosen.map((row) => ({ node_id: row.node_id, disposition: 'replay', is_affected: row.is_affected, is_invalid: row.is_invalid }))
    const effects = Object.fromEntries(tools.list().map(({ name, effect }) => [name, effect]))
    const { rows: [asked] } = await sql<{ said: 'granted' | 'waits' | 'refused' }>`
      select emend.await_growth(${tenantId}, ${repairId}, ${JSON.stringify(more)}::jsonb, ${JSON.stringify(effects)}::jsonb, ${limits.approveAbove ?? null}) as said`.execute(trx)
    if (asked?.said === 'waits') return 'waits'
    if (asked?.said === 'refused') return null
    for (const row of chosen) {
      position += 1
      await trx.updateTable('plan_row')
        .set({ disposition: 'replay', replay_position: position, reason: reasons[ring] ?? '' })
        .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('node_id', '=', row.node_id).execute()
      await trx.insertInto('replay_step').values({ tenant_id: tenantId, repair_id: repairId, step_id: row.node_id, position }).execute()
      await trx.insertInto('journal').values({
        tenant_id: tenantId, node_id: row.node_id, repair_id: repairId, action: 'widen', from_status: row.disposition, to_status: 'replay',
        rule: row.rule, reason: reasons[ring] ?? '',
      }).execute()
    }
    return ring
  }
  return null
}
