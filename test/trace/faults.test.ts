import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import type { PolicyName } from '../../src/vocabulary.js'
import { analyse } from '../../src/analyse.js'
import { affectedSet } from '../../src/trace/affected-set.js'
import { faultSeeds } from '../../src/trace/fault-seeds.js'
import { phantomReads } from '../../src/trace/phantom-reads.js'
import { seedRoots } from '../../src/trace/seed-roots.js'
import { testDatabase } from '../database.js'
import { addFaults, arm, recordAll } from '../support/graph-of.js'

const database = testDatabase()

const at = { session: 'S1', turn: 1 }
const memory = (id: string, more = {}) => ({ kind: 'memory', id, content: `Content of ${id}.`, user: 'u-1', ...more })
const step = (id: string, type: string, used_ids: string[], more = {}) =>
  ({ kind: 'step', id, type, content: `Content of ${id}.`, used_ids, user: 'u-1', ...at, ...more })
const input = (id: string, more = {}) => ({ kind: 'input', id, content: 'Hello.', user: 'u-1', ...at, ...more })
const updates = (id: string, consumed: string[], made: string[] = []) =>
  step(id, 'memory_update', ['u'], { consumed_memory_ids: consumed, generated_memory_ids: made })

async function store(items: unknown[]) {
  const { db, tenant } = await database
  const { tenantId } = await tenant()
  const ids = await recordAll(db, tenantId, items)
  const nameOf = (id: number) => [...ids].find(([, node]) => node === id)?.[0]
  const seeds = (faults: number[]) => inTenant(db, { tenantId, role: 'worker' }, (trx) => faultSeeds(trx, tenantId, faults))
  return {
    db, tenantId, ids,
    diagnose: (...memories: string[]) => addFaults(db, tenantId, memories),
    seeds: async (faults: number[]) => (await seeds(faults)).map((seed) => [nameOf(seed.memoryId), seed.kind, nameOf(seed.seedId)]),
    affected: async (faults: number[], policy: PolicyName = 'facts', cap = 1_000) => {
      const roots = seedRoots(await seeds(faults))
      return inTenant(db, { tenantId, role: 'worker' }, async (trx) => (await affectedSet(trx, tenantId, roots, policy, cap)).map(nameOf))
    },
    run: (query: ReturnType<typeof sql>) => inTenant(db, { tenantId, role: 'worker' }, (trx) => query.execute(trx)),
  }
}

describe('the seed of a fault', () => {
  test('is the earliest step that meant to retire the memory and left it active', async () => {
    const { diagnose, seeds } = await store([input('u'), memory('m', { status: 'active' }), updates('x1', ['m']), updates('x2', ['m'])])
    expect(await seeds(await diagnose('m'))).toEqual([['m', 'failed_retirement', 'x1']])
  })

  test('is the first retirement where a later one had to retire the memory once more', async () => {
    const { diagnose, seeds } = await store([
      input('u'), step('w', 'memory_write', ['u'], { generated_memory_ids: ['m'] }), memory('m', { status: 'superseded' }), updates('x1', ['m']),
      step('x2', 'memory_consolidate', ['u'], { consumed_memory_ids: ['m'], generated_memory_ids: ['merged'] }), memory('merged'),
    ])
    expect(await seeds(await diagnose('m'))).toEqual([['m', 'failed_retirement', 'x1']])
  })

  test('is the producer where a repair only replayed the retirement', async () => {
    const { diagnose, seeds, run, ids, tenantId } = await store([
      input('u'), step('w', 'memory_write', ['u'], { generated_memory_ids: ['m'] }), memory('m', { status: 'superseded' }), updates('x', ['m']), updates('again', ['m']),
    ])
    await run(sql`insert into emend.repair (tenant_id) values (${tenantId})`)
    await run(sql`insert into emend.replacement (tenant_id, new_node_id, old_node_id, repair_id)
                  select ${tenantId}, ${ids.get('again')}, ${ids.get('x')}, max(repair_id) from emend.repair where tenant_id = ${tenantId}`)
    expect(await seeds(await diagnose('m'))).toEqual([['m', 'producer', 'w']])
  })

  test('is the producer of a memory that was retired as it should be, and the memory itself where nothing produced it', async () => {
    const { diagnose, seeds } = await store([
      input('u'), step('w', 'memory_write', ['u'], { generated_memory_ids: ['made'] }), memory('made'), memory('root'), memory('gone'),
      updates('x', ['made', 'root']), step('d', 'memory_delete', ['u'], { consumed_memory_ids: ['gone'] }),
    ])
    expect(await seeds(await diagnose('made', 'root', 'gone')))
      .toEqual([['made', 'producer', 'w'], ['root', 'memory', 'root'], ['gone', 'memory', 'gone']])
  })

  test('is the same for several faults of one producer, and for each of several memories of one failed retirement', async () => {
    const { diagnose, seeds } = await store([
      input('u'), step('w', 'memory_write', ['u'], { generated_memory_ids: ['m1', 'm2'] }), memory('m1'), memory('m2'),
      memory('m3', { status: 'active' }), memory('m4', { status: 'active' }), updates('x', ['m3', 'm4']),
    ])
    expect(await seeds(await diagnose('m1', 'm2', 'm3')))
      .toEqual([['m1', 'producer', 'w'], ['m2', 'producer', 'w'], ['m3', 'failed_retirement', 'x']])
  })

  test('does not change when repairs take the memory out of the store or put it back', async () => {
    const { diagnose, seeds, run, ids, tenantId } = await store([
      input('u'), memory('stale', { status: 'active' }), memory('replaced'), memory('derived', { status: 'active' }),
      updates('x', ['stale', 'replaced', 'derived']),
    ])
    const [stale = 0] = await diagnose('stale')
    await run(sql`select emend.set_memory_status(${tenantId}, array[${ids.get('stale')}]::bigint[], 'deleted', 1)`)
    expect(await seeds([stale])).toEqual([['stale', 'failed_retirement', 'x']])

    await run(sql`select emend.set_memory_status(${tenantId}, array[${ids.get('replaced')}]::bigint[], 'active', 1)`)
    expect(await seeds(await diagnose('replaced'))).toEqual([['replaced', 'memory', 'replaced']])

    const { rows } = await run(sql<{ repair_id: number }>`insert into emend.repair (tenant_id) values (${tenantId}) returning repair_id`)
    const repair = (rows[0] as { repair_id: number }).repair_id
    await run(sql`insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, status_before)
                  values (${tenantId}, ${repair}, ${ids.get('derived')}, 'memory', 'quarantine', 'R2', 'test', true, 'active')`)
    await run(sql`select emend.withhold_memories(${tenantId}, array[${ids.get('derived')}]::bigint[], null, null, null)`)
    await run(sql`select emend.set_memory_status(${tenantId}, array[${ids.get('derived')}]::bigint[], 'quarantined', ${repair})`)
    expect(await seeds(await diagnose('derived'))).toEqual([['derived', 'failed_retirement', 'x']])
  })

  test('is no step that was recorded after the fault', async () => {
    const { diagnose, seeds, run, db, tenantId } = await store([input('u'), memory('m'), step('c', 'claim', ['m'])])
    const faults = await diagnose('m')
    await run(sql`select emend.record_steps(${JSON.stringify([{ ...updates('x', ['m']), turn: 2 }])}::jsonb, 'accept')`)
    expect(await seeds(faults)).toEqual([['m', 'memory', 'm']])
    const state = await inTenant(db, { tenantId, role: 'worker' }, (trx) => trx.selectFrom('memory_state').select('status').executeTakeFirstOrThrow())
    expect(state.status).toBe('superseded')
  })
})

describe('the affected set', () => {
  test('of a failed retirement leaves out who read the memory while it was true', async () => {
    const { diagnose, affected } = await store([
      input('u'), memory('m', { status: 'active' }), step('early', 'claim', ['m']), updates('x', ['m'], ['m2']), memory('m2'),
      step('late', 'claim', ['m']), step('other', 'claim', ['m2']),
    ])
    expect(await affected(await diagnose('m'))).toEqual(['m', 'x', 'm2', 'late', 'other'])
  })

  test('follows late edges across the cut, and is cut again behind them', async () => {
    const { diagnose, affected } = await store([
      input('u'), memory('m', { status: 'active' }), step('c1', 'claim', ['u'], { late: [{ from: 'c4', label: 'support' }] }),
      step('c2', 'claim', ['c1']), updates('x', ['m']), step('c3', 'claim', ['c1']), step('c4', 'claim', ['m']),
    ])
    expect(await affected(await diagnose('m'))).toEqual(['m', 'c1', 'x', 'c3', 'c4'])
  })

  test('of several faults is the union of their own: the older cut of one does not open the other', async () => {
    const { diagnose, affected } = await store([
      input('u'), memory('old'), step('c0', 'claim', ['old']), memory('m', { status: 'active' }), step('early', 'claim', ['m']), updates('x', ['m']),
      step('late', 'claim', ['m']), step('unrelated', 'claim', ['u']),
    ])
    expect(await affected(await diagnose('old', 'm'))).toEqual(['old', 'c0', 'm', 'x', 'late'])
  })

  test('reaches a failed retirement through another fault as a whole', async () => {
    const { diagnose, affected } = await store([
      input('u'), memory('old'), step('w', 'memory_write', ['old'], { generated_memory_ids: ['m'] }), memory('m', { status: 'active' }),
      step('early', 'claim', ['m']), updates('x', ['m']),
    ])
    expect(await affected(await diagnose('m'))).toEqual(['m', 'x'])
    expect(await affected(await diagnose('old', 'm'))).toEqual(['old', 'w', 'm', 'early', 'x'])
  })

  test('follows supersede in arm paper only, and never the mere order of a session', async () => {
    const { diagnose, affected } = await store([input('u'), memory('m1'), memory('m2', { supersedes: ['m1'] }), step('c', 'claim', ['m2']), step('next', 'claim', ['u'])])
    const faults = await diagnose('m1')
    expect(await affected(faults)).toEqual(['m1'])
    expect(await affected(faults, 'paper')).toEqual(['m1', 'm2', 'c'])
  })

  test('crosses sessions, users and agents, and stays in its tenant', async () => {
    const items = [
      memory('m'), step('c1', 'claim', ['m'], { agent: 'a' }), step('w', 'memory_write', ['c1'], { generated_memory_ids: ['m2'] }), memory('m2'),
      step('c2', 'claim', ['m2'], { session: 'S2', user: 'u-2', agent: 'b' }),
    ]
    const one = await store(items)
    const two = await store(items)
    expect(await one.affected(await one.diagnose('m'))).toEqual(['m', 'c1', 'w', 'm2', 'c2'])
    expect(await two.affected(await two.diagnose('m2'))).toEqual(['w', 'm2', 'c2'])
  })

  test('larger than the cap is refused by name', async () => {
    const { diagnose, affected } = await store([memory('m'), step('c1', 'claim', ['m']), step('c2', 'claim', ['m'])])
    const faults = await diagnose('m')
    expect(await affected(faults, 'facts', 3)).toHaveLength(3)
    await expect(affected(faults, 'facts', 2)).rejects.toMatchObject({ code: 'affected_too_large', where: { limit: 2 } })
  })
})

describe('phantom reads', () => {
  test('are younger reads of the same owner that could have found what the fault kept away', async () => {
    const read = (id: string, text: string, used: string[], more = {}) => step(id, 'memory_read', used, { query: { text, k: 5 }, ...more })
    const { db, tenantId, ids } = await store([
      memory('good', { content: 'The user is allergic to nuts.' }), memory('pretzels', { content: 'The user likes pretzels.' }),
      read('before', 'allergic', ['pretzels']), memory('bad'), read('missed', 'is the user allergic', ['pretzels']),
      read('spelled', 'alergic', []), read('knew', 'allergic', ['good']), read('elsewhere', 'opening hours', []),
      read('theirs', 'allergic', [], { session: 'S2', user: 'u-2' }), read('cut', '坚果过敏', []), read('known', 'allergic', ['bad']),
    ])
    const found = await inTenant(db, { tenantId, role: 'worker' }, (trx) =>
      phantomReads(trx, tenantId, { from: ids.get('bad')!, memories: [ids.get('good')!], leaving: [], affected: [ids.get('known')!] }))
    // `cut`: Postgres cannot cut that question into words, so only executing it again shows what it finds.
    expect(found).toEqual(['missed', 'spelled', 'cut'].map((id) => ids.get(id)))
    const none = await inTenant(db, { tenantId, role: 'worker' }, (trx) => phantomReads(trx, tenantId, { from: 0, memories: [], leaving: [], affected: [] }))
    expect(none).toEqual([])
  })

  test('are not those that lost only what was rightly updated after them', async () => {
    const { db, tenantId, ids, diagnose } = await store([
      input('u'), memory('address', { content: "The user's delivery address is 27 Mill Road.", status: 'superseded' }),
      memory('colour', { content: "The user's favourite colour is teal.", status: 'superseded' }),
      step('merge', 'memory_consolidate', ['colour'], { consumed_memory_ids: ['colour'], generated_memory_ids: ['bad'] }),
      memory('bad', { content: "The user's favourite colour is crimson.", derived_from: ['colour'], supersedes: ['colour'] }),
      step('read', 'memory_read', ['address'], { query: { text: 'delivery address of the user', k: 1 } }),
      step('move', 'memory_update', ['u', 'address', 'read'], { consumed_memory_ids: ['address'], generated_memory_ids: ['moved'] }),
      memory('moved', { content: "The user's delivery address is 41 Elm Street.", derived_from: ['address'], supersedes: ['address'] }),
    ])
    const faults = await diagnose('bad')
    // The repair brings `colour` back, which resembles the question too, but less than the address that the read has found.
    const { plan, affected } = await inTenant(db, { tenantId, role: 'worker' }, (trx) => analyse(trx, tenantId, faults, arm('facts')))
    expect(plan.rows.filter(({ disposition }) => disposition === 'reopen').map(({ id }) => id)).toEqual([ids.get('colour')])
    expect(affected).toEqual(['merge', 'bad'].map((id) => ids.get(id)))
  })
})
