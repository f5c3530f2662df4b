/** A store made of items, with faults, as support sees it. */
import { sql } from 'kysely'
import { inTenant, type Role } from '../../src/db/transaction.js'
import type { Db } from '../../src/db/pool.js'
import type { FaultSeed, Policy, Verdict } from '../../src/plan/types.js'
import { judge } from '../../src/support/judge.js'
import { planGraph, type PlanGraph } from '../../src/support/plan-graph.js'
import { affectedSet } from '../../src/trace/affected-set.js'
import { faultSeeds } from '../../src/trace/fault-seeds.js'
import { seedRoots } from '../../src/trace/seed-roots.js'

export interface Judged {
  seeds: FaultSeed[]
  affected: string[]
  supported: string[]
  graph: PlanGraph
  verdict(id: string): Verdict | undefined
  name(node: number): string
}

export const arm = (name: 'facts' | 'paper'): Policy => ({ name, supportCheck: true, planner: true, selectiveReplay: true })

/** Record items as an importer does; the ids they got. */
export async function recordAll(db: Db, tenantId: number, items: unknown[], role: Role = 'worker'): Promise<Map<string, number>> {
  return inTenant(db, { tenantId, role }, async (trx) => {
    const { rows } = await sql<{ id: string; node_id: number }>`
      select id, node_id from emend.record_steps(${JSON.stringify(items)}::jsonb)`.execute(trx)
    return new Map(rows.map((row) => [row.id, row.node_id]))
  })
}

export async function addFaults(db: Db, tenantId: number, memories: string[]): Promise<number[]> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const rows = await trx.insertInto('fault').values(memories.map((id) => ({ memory_id: id, detector: 'test' }))).returning('fault_id').execute()
    return rows.map((row) => row.fault_id)
  })
}

/** Trace and judge faults that stand in the store; `joined` are nodes found by another way, like phantom reads. */
export async function judgeFaults(db: Db, tenantId: number, faultIds: number[], policy: Policy, joined: string[] = []): Promise<Judged> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const seeds = await faultSeeds(trx, tenantId, faultIds)
    const extra = joined.length === 0 ? [] : await trx.selectFrom('node').select('node_id').where('external_id', 'in', joined).execute()
    const roots = [...seedRoots(seeds), ...extra.map((row) => ({ id: row.node_id, from: row.node_id }))]
    const affected = await affectedSet(trx, tenantId, roots, policy.name, 1_000)
    const graph = await planGraph(trx, tenantId, affected, policy.name)
    const verdicts = judge(policy, seeds, graph)
    const names = new Map(graph.nodes.map((node) => [node.id, node.externalId]))
    const name = (id: number): string => names.get(id) ?? String(id)
    return {
      seeds, graph, name,
      affected: affected.map(name),
      supported: verdicts.filter((verdict) => verdict.isSupported).map((verdict) => name(verdict.id)),
      verdict: (id) => verdicts.find((verdict) => name(verdict.id) === id),
    }
  })
}

/** Record, diagnose, trace and judge in one go. */
export async function judgeItems(db: Db, tenantId: number, items: unknown[], faults: string[], policy = arm('facts'), joined: string[] = []): Promise<Judged> {
  await recordAll(db, tenantId, items)
  return judgeFaults(db, tenantId, await addFaults(db, tenantId, faults), policy, joined)
}
