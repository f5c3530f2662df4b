/** Withdraw, undo, approve and skip in every order, and twice. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openEmend, type Emend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
let count = 0
const opened: Emend[] = []
afterAll(async () => { for (const emend of opened) await emend.close() })

async function store() {
  const name = `orders-${count++}`
  const emend = await openEmend({ databaseUrl: database.url, tenant: name })
  opened.push(emend)
  await emend.record([
    { kind: 'memory', id: 'm1', content: 'Lamp L-1 costs 45 euros.', source: 'tool_observation' },
    { kind: 'memory', id: 'm2', content: 'Lamp L-1 costs 30 euros.', source: 'tool_observation' },
    { kind: 'input', id: 'u', session: 'S', turn: 1, content: 'What does lamp L-1 cost?' },
    { kind: 'step', id: 'r', session: 'S', turn: 1, type: 'memory_read', content: '', used_ids: ['m1', 'm2'], query: { text: 'lamp L-1 cost' } },
    { kind: 'step', id: 'c', session: 'S', turn: 1, type: 'claim', content: 'Lamp L-1 costs 45 euros.', used_ids: ['m1'] },
    { kind: 'step', id: 'w', session: 'S', turn: 1, type: 'memory_write', content: 'noted', used_ids: ['c'], generated_memory_ids: ['d'] },
    { kind: 'memory', id: 'd', content: 'Lamp L-1 was 45 euros.', derived_from: ['m1'] },
    { kind: 'step', id: 'a', session: 'S', turn: 1, type: 'final_answer', content: 'Lamp L-1 costs 45 euros.', used_ids: ['c'] },
  ])
  const { tenant_id: tenantId } = await database.db.selectFrom('tenant').select('tenant_id').where('name', '=', name).executeTakeFirstOrThrow()
  const rows = async (query: string) => inTenant(database.db, { tenantId, role: 'auditor' }, async (trx) =>
    (await sql.raw<Record<string, unknown>>(query).execute(trx)).rows.map((row) => Object.values(row).map(String).join(' ')))
  return {
    emend, rows,
    states: () => rows(`select memory, status, case when is_withheld then 'withheld' else '' end from emend.memory_now order by memory_id`),
    journal: (memory: string) => rows(`select action, from_status, to_status, fault_id is not null, actor from emend.journal_readable where node = '${memory}' order by journal_id`),
    whole: async () => {
      expect(await rows('select * from emend.violations where row_count > 0')).toEqual([])
      return [
        await rows(`select memory, status, is_withheld from emend.memory_now order by memory_id`), await rows('select step, validity from emend.step_now order by step'),
        await rows('select session, turn, answer, validity from emend.current_answer order by session, turn'),
      ]
    },
  }
}

test('a fault that is withdrawn before its repair has a plan releases its memory, with rows in the journal (G10)', async () => {
  const { emend, states, journal, whole } = await store()
  const before = await whole()
  const { id } = await emend.faults.add({ memoryId: 'm1' })
  expect(await states()).toContain('m1 active withheld')
  expect((await emend.faults.withdraw(id, 'ann')).state).toBe('withdrawn')
  expect((await emend.faults.withdraw(id, 'ann')).state).toBe('withdrawn')
  expect(await whole()).toEqual(before)
  expect(await journal('m1')).toEqual(['withhold active withheld true emend_detector', 'release withheld active true ann'])
})

test('of two faults on one memory both must be withdrawn', async () => {
  const { emend, states } = await store()
  const one = await emend.faults.add({ memoryId: 'm1' })
  const two = await emend.faults.add({ memoryId: 'm1', detector: 'other' })
  await emend.faults.withdraw(one.id)
  expect(await states()).toContain('m1 active withheld')
  await emend.faults.withdraw(two.id)
  expect(await states()).toContain('m1 active ')
})

test('a repair without a plan that is undone releases its memory, with rows in the journal (G10)', async () => {
  const { emend, journal, whole } = await store()
  const before = await whole()
  const { id } = await emend.faults.add({ memoryId: 'm1' })
  const repair = await emend.repairs.openFor(id)
  await emend.repairs.undo(repair, 'ann')
  expect(await whole()).toEqual(before)
  expect(await journal('m1')).toEqual(['withhold active withheld true emend_detector', 'release withheld active false ann'])
})

test('undone, done again, undone again; withdrawn and withdrawn again: each state is one that was there before', async () => {
  const { emend, whole } = await store()
  const before = await whole()
  const { id } = await emend.faults.add({ memoryId: 'm1' })
  const repair = await emend.repairs.openFor(id)
  expect((await emend.repairs.run(repair)).state).toBe('done')
  const after = await whole()
  await expect(emend.repairs.approve(repair)).rejects.toMatchObject({ code: 'repair_state' })
  await expect(emend.repairs.skip(repair)).rejects.toMatchObject({ code: 'repair_state' })
  const old = (rows: string[][]) => rows[0]!.filter((row) => /^(m1|m2|d) /.test(row))
  for (let round = 0; round < 2; round++) {
    expect(await emend.repairs.undo(repair)).toBe('undone')
    const undone = await whole()
    expect(old(undone)).toEqual(old(before))
    expect(undone[2]).toEqual(before[2])
    expect((await emend.faults.get(id)).state).toBe('withdrawn')
    expect(await emend.repairs.undo(repair)).toBe('done')
    expect(await whole()).toEqual(after)
  }
  await emend.faults.withdraw(id)
  expect(old(await whole())).toEqual(old(before))
  await emend.faults.withdraw(id)
  expect(old(await whole())).toEqual(old(before))
  await expect(emend.repairs.openFor(id), 'a withdrawn fault has its old repair').resolves.toBe(repair)
  const again = await emend.faults.add({ memoryId: 'm1' })
  expect((await emend.repairs.run(await emend.repairs.openFor(again.id))).state).toBe('done')
  expect(old(await whole())).toEqual(old(after))
  await expect(emend.repairs.undo(repair), 'the later repair touched the same rows').rejects.toMatchObject({ code: 'repair_conflict' })
})

test('what is undone at the same time is undone once', async () => {
  const { emend, whole } = await store()
  const before = await whole()
  const { id } = await emend.faults.add({ memoryId: 'm1' })
  await emend.repairs.run(await emend.repairs.openFor(id))
  const results = await Promise.allSettled([emend.faults.withdraw(id, 'ann'), emend.faults.withdraw(id, 'bob'), emend.faults.withdraw(id, 'cy')])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect((await whole())[2]).toEqual(before[2])
  expect((await emend.faults.get(id)).state).toBe('withdrawn')
})
