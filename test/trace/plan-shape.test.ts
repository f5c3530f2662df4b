import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Trx } from '../../src/db/transaction.js'
import { affectedSet } from '../../src/trace/affected-set.js'
import { measureTrace } from '../../src/trace/measure-trace.js'
import { testDatabase } from '../database.js'

const database = testDatabase()
const edges = 600_000
const affected = 200

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

interface Inner {
  /** `with recursive` queries of the body, with its variables as parameters. */
  queries: string[]
  /** Settings of the function. */
  settings: [name: string, value: string][]
}

async function inside(trx: Trx, name: string, variables: Record<string, string>): Promise<Inner> {
  const { rows } = await sql<{ prosrc: string; proconfig: string[] }>`
    select prosrc, proconfig from pg_proc where oid = ${`emend.${name}`}::regproc`.execute(trx)
  const found = rows[0]!.prosrc.match(/with recursive[\s\S]*?limit p_cap \+ 1/g) ?? []
  return {
    queries: found.map((query) => Object.entries(variables).reduce((text, [variable, parameter]) => text.replaceAll(variable, parameter), query)),
    settings: rows[0]!.proconfig.map((setting) => setting.split('=') as [string, string]),
  }
}

function flat(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

/** All plan nodes of a query, planned under the settings of the function, for any values or for those at hand. */
async function explain(trx: Trx, query: string, settings: Inner['settings'], mode: 'force_generic_plan' | 'force_custom_plan'): Promise<PlanNode[]> {
  for (const [name, value] of [...settings, ['plan_cache_mode', mode]]) await sql`select set_config(${name}, ${value}, true)`.execute(trx)
  await sql.raw(`prepare walk(integer, bigint[], bigint[], emend.edge_label, bigint, bigint[], bigint) as ${query}`).execute(trx)
  const { rows } = await sql.raw<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (format json) execute walk(1, array[1000], array[1000], 'supersede', 1000000, '{}', 1000)`).execute(trx)
  await sql`deallocate walk`.execute(trx)
  return flat(rows[0]!['QUERY PLAN'][0]!.Plan)
}

/** Walk from the root of the cone: one probe of an index a node, nothing read from end to end. */
async function walk(trx: Trx, tenantId: number, size: number): Promise<void> {
  const scans = async () => (await sql<{ seq: number; idx: number }>`
    select coalesce(seq_scan, 0) as seq, coalesce(idx_scan, 0) as idx from pg_stat_xact_user_tables where relid = 'emend.edge'::regclass
  `.execute(trx)).rows[0]!
  const before = await scans()
  const found = await affectedSet(trx, tenantId, [{ id: 1000, from: 1000 }], 'facts', 1_000_000)
  const after = await scans()
  expect(found).toHaveLength(size)
  expect(after.seq - before.seq).toBe(0)
  expect(after.idx - before.idx).toBeLessThan(size + 5)
}

describe(`in a store of ${edges} edges`, () => {
  test('EXPLAIN shows that the walk is driven by the forward index, analysed or not, generic plan or custom', async () => {
    const { db, tenant } = await database
    const { tenantId } = await tenant()
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('emend.tenant_id', ${String(tenantId)}, true)`.execute(trx)
      await walk(trx, tenantId, 1)  // over the empty store: this connection keeps the plan
      await sql`select emend.fill_bench_store(${tenantId}, ${edges}::integer, ${affected}::integer)`.execute(trx)
      await walk(trx, tenantId, affected)
    })
    const variables = {
      p_tenant: '$1', p_roots: '$2', p_from: '$3', v_not_followed: '$4', 'p_cap': '$5', v_reached: '$6', v_cut: '$7',
    }
    for (const isAnalysed of [false, true]) {
      if (isAnalysed) await sql`analyze emend.edge`.execute(db)
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('emend.tenant_id', ${String(tenantId)}, true)`.execute(trx)
        const { queries, settings } = await inside(trx, 'affected_set', variables)
        expect(queries).toHaveLength(2)
        for (const query of queries) {
          for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
            const nodes = await explain(trx, query, settings, mode)
            const scans = nodes.filter((node) => node['Relation Name'] === 'edge')
            expect(scans.length).toBeGreaterThan(0)
            expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual(scans.map(() => ['Index Only Scan', 'edge_forward']))
            expect(nodes.map((node) => node['Node Type'])).not.toContain('Merge Join')
            expect(nodes.map((node) => node['Node Type'])).not.toContain('Hash Join')
          }
        }
      })
    }
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('emend.tenant_id', ${String(tenantId)}, true)`.execute(trx)
      await walk(trx, tenantId, affected)
    })
  })

  test('the measurement walks what it built, and leaves nothing behind', async () => {
    const { db } = await database
    const measured = await measureTrace(db, { edges: 6_000, affected: 50, runs: 3 })
    expect(measured).toMatchObject({ edges: 6_000, affected: 50, runs: 3 })
    expect(measured.medianMs).toBeGreaterThan(0)
    const left = await db.selectFrom('tenant').select('name').where('name', 'like', 'bench-%').execute()
    expect(left).toEqual([])
  })
})
