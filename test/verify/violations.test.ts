import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { inTenant, type Trx } from '../../src/db/transaction.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const { db } = database

/** m1 is read and claimed from; m2 is derived from it; m3 stands apart. */
const items: RecordItem[] = [
  { kind: 'input', id: 'u1', session: 'S', turn: 1, content: 'Which plan?' },
  { kind: 'memory', id: 'm1', content: 'The plan is Gold.', source: 'tool_observation' },
  { kind: 'memory', id: 'm3', content: 'The user likes tea.', source: 'user_input' },
  { kind: 'step', id: 's1', session: 'S', turn: 1, type: 'memory_read', content: '', used_ids: ['m1'], query: { text: 'plan' } },
  { kind: 'step', id: 's2', session: 'S', turn: 1, type: 'claim', content: 'The plan is Gold.', used_ids: ['m1'] },
  { kind: 'memory', id: 'm2', content: 'Gold plan renews.', derived_from: ['m1'] },
]

interface Store {
  tenantId: number
  id(name: string): number
  worker<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Names of the views with rows, and their nodes. */
  violations(): Promise<string[]>
}

async function store(): Promise<Store> {
  const { tenantId } = await database.tenant()
  const nodes = await inTenant(db, { tenantId, role: 'worker' }, (trx) => recordItems(trx, tenantId, items))
  const ids = new Map(nodes.map((node) => [node.id, node.nodeId]))
  return {
    tenantId,
    id: (name) => ids.get(name)!,
    worker: (work) => inTenant(db, { tenantId, role: 'worker' }, work),
    violations: () => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => {
      const { rows } = await sql<{ violation: string }>`select violation from emend.violations order by violation`.execute(trx)
      const found: string[] = []
      for (const { violation } of rows) {
        const { rows: details } = await sql<{ node: string | null }>`select node from emend.${sql.raw(violation)} order by node`.execute(trx)
        found.push(...details.map((row) => `${violation.replace('violations_', '')} ${row.node ?? '-'}`))
      }
      return found
    }),
  }
}

async function repair(at: Store, state: 'open' | 'applied' | 'done', rows: { node: string; kind: 'memory' | 'claim'; disposition: string }[] = []) {
  return at.worker(async (trx) => {
    const { repair_id } = await trx.insertInto('repair').values({ tenant_id: at.tenantId, state }).returning('repair_id').executeTakeFirstOrThrow()
    for (const row of rows) {
      await sql`insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_invalid, status_before)
        values (${at.tenantId}, ${repair_id}, ${at.id(row.node)}, ${row.kind}, ${row.disposition}, 'R1', 'test', true,
          ${row.disposition === 'suspicious'}, ${row.kind === 'memory' ? 'active' : null})`.execute(trx)
    }
    return repair_id
  })
}

const setStatus = (at: Store, node: string, status: string, repairId: number | null) => at.worker((trx) =>
  sql`select emend.set_memory_status(${at.tenantId}, ${[at.id(node)]}::bigint[], ${status}::emend.memory_status, ${repairId}::bigint)`.execute(trx))

async function faultOn(at: Store, memoryId: string, repairId: number | null, state: 'open' | 'claimed' | 'done' | 'withdrawn') {
  await inTenant(db, { tenantId: at.tenantId, role: 'detector' }, (trx) => trx.insertInto('fault').values({ memory_id: memoryId }).execute())
  await at.worker((trx) => trx.updateTable('fault').set({ repair_id: repairId, state }).where('memory_id', '=', memoryId).execute())
}

describe('the violations_ views', () => {
  test('are empty for a healthy store, and for one with an open fault', async () => {
    const at = await store()
    expect(await at.violations()).toEqual([])
    await faultOn(at, 'm1', null, 'open')
    expect(await at.violations()).toEqual([])
  })

  test('name what rests on a memory that a repair took away, unless the plan found that it stands', async () => {
    const at = await store()
    const repairId = await repair(at, 'applied', [{ node: 'm1', kind: 'memory', disposition: 'delete' }])
    await setStatus(at, 'm1', 'deleted', repairId)
    expect(await at.violations()).toEqual(['rests_on_fault m2', 'rests_on_fault s1', 'rests_on_fault s2'])
    await at.worker((trx) => sql`insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_supported)
      values (${at.tenantId}, ${repairId}, ${at.id('s2')}, 'claim', 'preserve', 'R13', 'test', true, true),
             (${at.tenantId}, ${repairId}, ${at.id('s1')}, 'memory_read', 'preserve', 'R13', 'test', true, true),
             (${at.tenantId}, ${repairId}, ${at.id('m2')}, 'memory', 'keep', 'R3', 'test', true, true)`.execute(trx))
    expect(await at.violations()).toEqual([])
  })

  test('name a diagnosed memory that can be read', async () => {
    const at = await store()
    await faultOn(at, 'm1', null, 'open')
    await at.worker((trx) => sql`select emend.release_memories(${at.tenantId}, ${[at.id('m1')]}::bigint[], null, null, 'test')`.execute(trx))
    expect(await at.violations()).toEqual(['readable_fault m1'])
  })

  test('name a fault that its own plan keeps, and one that was deleted without a tombstone or journal', async () => {
    const at = await store()
    const repairId = await repair(at, 'done', [{ node: 'm3', kind: 'memory', disposition: 'delete' }])
    await faultOn(at, 'm1', repairId, 'done')
    await setStatus(at, 'm3', 'deleted', null)
    expect(await at.violations()).toEqual(['kept_fault m1', 'tombstone m1', 'unjournalled m3'])
  })

  test('name a tombstone of a withdrawn fault', async () => {
    const at = await store()
    await faultOn(at, 'm1', null, 'withdrawn')
    await at.worker(async (trx) => {
      await sql`select emend.release_memories(${at.tenantId}, ${[at.id('m1')]}::bigint[], null, null, 'test')`.execute(trx)
      await sql`insert into emend.tombstone (tenant_id, memory_id, fault_id, content_digest, buried_t)
        select tenant_id, ${at.id('m1')}, fault_id, emend.content_digest('The plan is Gold.'), ${at.id('m2')} from emend.fault`.execute(trx)
    })
    expect(await at.violations()).toEqual(['tombstone m1'])
  })

  test('name what says again what was buried', async () => {
    const at = await store()
    await at.worker((trx) => sql`insert into emend.tombstone (tenant_id, memory_id, content_digest, buried_t)
      values (${at.tenantId}, ${at.id('m1')}, emend.content_digest('the user likes  TEA'), ${at.id('m1')})`.execute(trx))
    expect(await at.violations()).toEqual(['resurrected m3'])
  })

  test('name a node that two running repairs plan for', async () => {
    const at = await store()
    const row = { node: 'm3', kind: 'memory', disposition: 'keep' } as const
    await repair(at, 'applied', [row])
    await repair(at, 'applied', [row])
    expect(await at.violations()).toEqual(['plan_overlap m3'])
  })

  test('name a fault that nobody is going to bring to an end', async () => {
    const at = await store()
    await faultOn(at, 'm1', await repair(at, 'done'), 'claimed')
    await faultOn(at, 'm3', null, 'open')
    await at.worker((trx) => trx.updateTable('fault').set({ reported_at: sql<Date>`now() - interval '1 hour'` }).where('memory_id', '=', 'm3').execute())
    expect(await at.violations()).toEqual(['kept_fault m1', 'stuck_fault m1', 'stuck_fault m3'])
  })

  test('name what is withheld without a reason, and a replayed step without a result', async () => {
    const at = await store()
    const repairId = await repair(at, 'done')
    await at.worker(async (trx) => {
      await sql`select emend.withhold_memories(${at.tenantId}, ${[at.id('m3')]}::bigint[], null, null, null)`.execute(trx)
      await trx.insertInto('step_state').values({ tenant_id: at.tenantId, step_id: at.id('s2'), validity: 'withheld', repair_id: repairId }).execute()
      await trx.insertInto('replay_step').values({ tenant_id: at.tenantId, repair_id: repairId, step_id: at.id('s2'), position: 1 }).execute()
    })
    expect(await at.violations()).toEqual(['leftover_barrier m3', 'leftover_barrier s2', 'unfinished_replay s2'])
  })

  test('name edges that dangle or disagree with the clock', async () => {
    const at = await store()
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('emend.tenant_id', ${String(at.tenantId)}, true)`.execute(trx)
      await sql`insert into emend.edge (tenant_id, source_id, target_id, label, target_kind, is_late) values
        (${at.tenantId}, 999999991, 999999992, 'cite', 'claim', false),
        (${at.tenantId}, ${at.id('m1')}, ${at.id('s2')}, 'support', 'claim', true)`.execute(trx)
    })
    expect((await at.violations()).filter((line) => !line.startsWith('rests'))).toEqual(['backward_edge s2', 'dangling_edge -', 'dangling_edge -'])
  })

  describe('and of the schema itself', () => {
    afterAll(() => sql`drop table if exists emend.unprotected`.execute(db))
    test('a table of a tenant without row security', async () => {
      const at = await store()
      await sql`create table emend.unprotected (tenant_id integer)`.execute(db)
      expect(await at.violations()).toEqual(['unprotected_table -'])
    })
  })
})
