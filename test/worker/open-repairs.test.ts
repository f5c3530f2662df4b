import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { openRepairs } from '../../src/worker/open-repairs.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const { db } = database
const deps = { db, limits: { maxAffected: 100_000 } }

const root = (id: string): RecordItem => ({ kind: 'memory', id, content: `${id} says so`, source: 'tool_observation' })
const derived = (id: string, ...parents: string[]): RecordItem => ({ kind: 'memory', id, content: `${id} follows`, derived_from: parents })

async function store(items: RecordItem[], policy?: 'facts' | 'paper') {
  const { tenantId } = await database.tenant(policy)
  await inTenant(db, { tenantId, role: 'worker' }, (trx) => recordItems(trx, tenantId, items))
  return tenantId
}

async function fault(tenantId: number, memoryIds: string[], policy?: string) {
  await inTenant(db, { tenantId, role: 'detector' }, (trx) => trx.insertInto('fault')
    .values(memoryIds.map((memory_id) => ({ memory_id, ...(policy ? { policy } : {}) }))).execute())
}

/** Memories by repair, in the order of repairs; open = no repair yet. */
async function grouped(tenantId: number): Promise<string[]> {
  const rows = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx
    .selectFrom('fault').select(['memory_id', 'repair_id', 'state']).orderBy('repair_id').orderBy('fault_id').execute())
  const groups = new Map<number, string[]>()
  for (const row of rows) groups.set(row.repair_id ?? 0, [...(groups.get(row.repair_id ?? 0) ?? []), row.memory_id])
  return [...groups.values()].map((ids) => ids.join(' '))
}

describe('open faults become repairs', () => {
  test('faults that reach one node are repaired together, others apart', async () => {
    const tenantId = await store([root('a'), root('b'), root('c'), derived('ab', 'a', 'b'), derived('cc', 'c')])
    await fault(tenantId, ['a', 'b', 'c'])
    expect(await openRepairs(deps, tenantId)).toHaveLength(2)
    expect(await grouped(tenantId)).toEqual(['a b', 'c'])
    expect(await openRepairs(deps, tenantId)).toEqual([])
  })

  test('faults that overlap by a third only are one group', async () => {
    const tenantId = await store([root('a'), root('b'), root('c'), derived('ab', 'a', 'b'), derived('bc', 'b', 'c')])
    await fault(tenantId, ['a', 'c', 'b'])
    expect(await openRepairs(deps, tenantId)).toHaveLength(1)
  })

  test('a new fault joins a repair without a plan that it overlaps', async () => {
    const tenantId = await store([root('a'), root('b'), root('c'), derived('ab', 'a', 'b')])
    await fault(tenantId, ['a'])
    const [first] = await openRepairs(deps, tenantId)
    await fault(tenantId, ['b', 'c'])
    expect(await openRepairs(deps, tenantId)).toContain(first)
    expect(await grouped(tenantId)).toEqual(['a b', 'c'])
  })

  test('a new fault does not join a repair that has a plan', async () => {
    const tenantId = await store([root('a'), root('b'), derived('ab', 'a', 'b')])
    await fault(tenantId, ['a'])
    const [first] = await openRepairs(deps, tenantId)
    await inTenant(db, { tenantId, role: 'worker' }, (trx) => trx.updateTable('repair').set({ state: 'applied' }).where('tenant_id', '=', tenantId).execute())
    await fault(tenantId, ['b'])
    expect(await openRepairs(deps, tenantId)).not.toContain(first)
    expect(await grouped(tenantId)).toEqual(['a', 'b'])
  })

  test('faults with different policies are repaired apart, and a fault without one takes that of its tenant', async () => {
    const tenantId = await store([root('a'), root('b'), derived('ab', 'a', 'b')], 'paper')
    await fault(tenantId, ['a'])
    await fault(tenantId, ['b'], 'facts')
    await openRepairs(deps, tenantId)
    const rows = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx.selectFrom('fault')
      .innerJoin('repair', (join) => join.onRef('repair.tenant_id', '=', 'fault.tenant_id').onRef('repair.repair_id', '=', 'fault.repair_id'))
      .select(['fault.memory_id', 'repair.policy']).orderBy('fault.fault_id').execute())
    expect(rows).toEqual([{ memory_id: 'a', policy: 'paper' }, { memory_id: 'b', policy: 'facts' }])
  })

  test('a thousand faults in one statement make one repair a group', async () => {
    const items: RecordItem[] = []
    for (let group = 0; group < 100; group++) {
      for (let n = 0; n < 10; n++) items.push(root(`m${group}-${n}`))
      items.push(derived(`d${group}`, ...Array.from({ length: 10 }, (_, n) => `m${group}-${n}`)))
    }
    const tenantId = await store(items)
    await fault(tenantId, items.filter((item) => item.id.startsWith('m')).map((item) => item.id))
    expect(await openRepairs(deps, tenantId)).toHaveLength(100)
  })

  test('two workers that open at once give no fault to two repairs', async () => {
    const tenantId = await store([root('a'), root('b'), root('c')])
    await fault(tenantId, ['a', 'b', 'c'])
    const opened = await Promise.all([openRepairs(deps, tenantId), openRepairs(deps, tenantId), openRepairs(deps, tenantId)])
    expect(opened.flat()).toHaveLength(3)
    expect(await grouped(tenantId)).toEqual(['a', 'b', 'c'])
  })

  test('a group too large to be looked at is opened apart, so that planning can say so', async () => {
    const tenantId = await store([root('a'), root('b'), derived('ab', 'a', 'b')])
    await fault(tenantId, ['a', 'b'])
    expect(await openRepairs({ db, limits: { maxAffected: 2 } }, tenantId)).toHaveLength(2)
  })
})
