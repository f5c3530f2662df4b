/** Parts of the field scenarios that a case file cannot say: two at once, a person who decides, a later repair. */
import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openEmend, type Emend, type RecordItem, type Tool } from '../../src/index.js'
import { recordItems } from '../../src/record/record-items.js'
import { testDatabase } from '../database.js'

const { db, url } = await testDatabase()
let count = 0

async function fresh(tools: Tool[] = []): Promise<{ emend: Emend; tenantId: number }> {
  const tenant = `scenario-${(count += 1)}`
  const emend = await openEmend({ databaseUrl: url, tenant, tools, isolated: true })
  const row = await db.selectFrom('tenant').select('tenant_id').where('name', '=', tenant).executeTakeFirstOrThrow()
  return { emend, tenantId: row.tenant_id }
}

const memory = (id: string, content: string, more: object = {}): RecordItem => ({ kind: 'memory', id, content, user: 'u', ...more })
const step = (id: string, type: 'claim' | 'plan' | 'tool_action' | 'tool_observation' | 'final_answer' | 'memory_write' | 'memory_read' | 'memory_consolidate', content: string, used_ids: string[], more: object = {}): RecordItem =>
  ({ kind: 'step', id, type, content, session: 'S', turn: 1, used_ids, user: 'u', ...more })

const consolidation = [
  step('s2', 'memory_consolidate', 'Consolidate.', ['m1'], { session: 'N', generated_memory_ids: ['d1'] }),
  memory('d1', 'Codes: server room 4711.', { derived_from: ['m1'] }),
]
const store = [memory('m0', 'The office closes at 18:00.'), memory('m1', 'The server room code is 4711.'), step('s1', 'memory_read', 'code', ['m1'], { query: { text: 'server room code', k: 1 } })]

/** Nothing active says the code, and every invariant holds. */
async function isClean(emend: Emend): Promise<void> {
  const active = (await emend.allMemories()).filter(({ status }) => status === 'active').map(({ id }) => id)
  expect(active).toEqual(['m0'])
  expect((await emend.status()).violations).toEqual([])
}

describe('in flight', () => {
  test('A write that began before the fault and commits after it began enters the repair: nothing active rests on the fault (G7)', async () => {
    const { emend, tenantId } = await fresh()
    await emend.importItems(store)
    let letGo = (): void => {}
    const gate = new Promise<void>((resolve) => { letGo = resolve })
    let written = (): void => {}
    const isWritten = new Promise<void>((resolve) => { written = resolve })
    const late = inTenant(db, { tenantId, role: 'agent' }, async (trx) => {
      await recordItems(trx, tenantId, consolidation)
      written()
      await gate
    })
    await isWritten
    const fault = emend.faults.add({ memoryId: 'm1', detector: 'door-check' })
    letGo()
    await late
    await emend.repairs.run(await emend.repairs.openFor((await fault).id))
    await isClean(emend)
    await emend.close()
  })

  test.each(['before the plan', 'after the repair'])('A write that comes after the fault, %s, is refused with a retryable error that names the memory', async (when) => {
    const { emend } = await fresh()
    await emend.importItems(store)
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'door-check' })
    const repair = await emend.repairs.openFor(id)
    if (when === 'after the repair') await emend.repairs.run(repair)
    await expect(emend.record(consolidation)).rejects.toMatchObject({ code: 'withdrawn_evidence', isRetryable: true, message: expect.stringContaining('m1') })
    if (when === 'before the plan') await emend.repairs.run(repair)
    await isClean(emend)
    await emend.close()
  })

  test('Where the caller accepts it, a late claim, answer and memory are recorded as affected and fall with the fault', async () => {
    const { emend } = await fresh()
    await emend.importItems(store)
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'door-check' })
    await emend.record([
      step('s3', 'claim', 'The code is 4711.', ['m1', 's1']), step('a1', 'final_answer', 'The code is 4711.', ['s3']),
      step('s4', 'memory_write', 'Note it.', ['a1'], { generated_memory_ids: ['m7'] }), memory('m7', 'Asked for the code 4711.'),
    ], { onWithdrawn: 'accept' })
    const report = await emend.repairs.run(await emend.repairs.openFor(id))
    expect(report.plan.affected).toEqual(expect.arrayContaining(['s3', 'a1', 's4', 'm7']))
    expect(report.answer.after, 'the turn has no input to answer again').toBeNull()
    await isClean(emend)
    await emend.close()
  })

  test('Eight agents write while a repair runs: no write escapes it, unrelated ones survive, nothing deadlocks', async () => {
    const { emend } = await fresh()
    await emend.importItems(store)
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'door-check' })
    const writes = Array.from({ length: 8 }, async (_, agent) => {
      const codes: string[] = []
      for (let n = 0; n < 10; n++) {
        const own = `${agent}-${n}`
        const bad = n % 2 === 0
        await emend.record([
          step(`w-${own}`, 'memory_write', 'Note.', bad ? ['m1'] : ['m0'], { session: `A${agent}`, generated_memory_ids: [`g-${own}`] }),
          memory(`g-${own}`, bad ? `The code is 4711 (${own}).` : `The office closes at 18:00 (${own}).`),
        ]).catch((error: { code: string }) => codes.push(error.code))
      }
      return codes
    })
    const [report, ...refused] = await Promise.all([emend.repairs.openFor(id).then((repair) => emend.repairs.run(repair)), ...writes])
    expect(report.state).toBe('done')
    expect(new Set(refused.flat())).toEqual(new Set(['withdrawn_evidence']))
    const active = (await emend.allMemories()).filter(({ status }) => status === 'active')
    expect(active.filter(({ content }) => content.includes('4711'))).toEqual([])
    expect(active.filter(({ id: name }) => name.startsWith('g-'))).toHaveLength(40)
    await emend.close()
  })
})

const order = [
  memory('m1', 'The delivery address of the user is 9 Dock Road.'),
  { kind: 'input', id: 'u1', session: 'S', turn: 1, content: 'Ship order 77 to my delivery address.', user: 'u' } satisfies RecordItem,
  step('p1', 'plan', 'Ship order 77 to 9 Dock Road.', ['u1', 'm1']),
  step('t1', 'tool_action', 'ship(77)', ['p1'], { tool: { name: 'ship', args: { order: 77, address: '9 Dock Road' }, call_id: 'c1' } }),
  step('o1', 'tool_observation', '{"order": 77, "tracking": "TRK-5501", "shipped_to": "9 Dock Road"}', ['t1'], { tool: { name: 'ship', call_id: 'c1' } }),
  step('w1', 'memory_write', 'Keep the tracking id.', ['o1'], { generated_memory_ids: ['m2'] }),
  memory('m2', 'Order 77 has the tracking id TRK-5501.', { source: 'tool_observation' }),
  step('a1', 'final_answer', 'Order 77 was shipped to 9 Dock Road under TRK-5501.', ['o1']),
] satisfies RecordItem[]

describe('irreversible tool call', () => {
  test('No second shipment, the record of the first one stays, and the answer says what was really done (G5)', async () => {
    let shipped = 0
    const { emend } = await fresh([{ name: 'ship', effect: 'irreversible', async run() { shipped += 1 } }])
    await emend.importItems(order)
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'address-check', failedAnswerId: 'a1' })
    const repair = await emend.repairs.openFor(id)
    let report = await emend.repairs.run(repair)
    if (report.waiting_for !== null) {
      expect((await emend.status()).decisions).toMatchObject([{ repairId: repair, waitingFor: 'tool', tool: 'ship' }])
      await emend.repairs.skip(repair)
      report = await emend.repairs.run(repair)
    }
    expect(shipped).toBe(0)
    expect(report.state).toBe('done')
    expect(report.plan.invalid_step_ids).toEqual(expect.arrayContaining(['p1', 't1']))
    expect(report.answer.after).toContain('TRK-5501')
    expect((await emend.allMemories()).find((one) => one.id === 'm2')?.status).toBe('active')
    await emend.close()
  })

  test('A compensating tool is compensated at most once, also when the repair is run again', async () => {
    const calls = { run: 0, compensated: 0 }
    const { emend } = await fresh([{
      name: 'ship', effect: 'compensating', async run() { return { order: 77, tracking: `TRK-${(calls.run += 1)}` } }, async compensate() { calls.compensated += 1 },
    }])
    await emend.importItems([...order, memory('m3', 'The delivery address of the user is 12 Hill Street.', { source: 'user_input' })])
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'address-check', failedAnswerId: 'a1' })
    const repair = await emend.repairs.openFor(id)
    await emend.repairs.run(repair)
    const after = { ...calls }
    expect(after.compensated).toBeLessThanOrEqual(1)
    expect(after.run).toBeLessThanOrEqual(1)
    await emend.repairs.run(repair)
    expect(calls).toEqual(after)
    await emend.close()
  })
})

describe('false alarm', () => {
  const dinner = [
    memory('m1', 'Dinner is booked at Osteria Bruna for 19:30.'),
    step('c1', 'claim', 'Dinner is at Osteria Bruna at 19:30.', ['m1']),
    step('w1', 'memory_write', 'Note when to leave.', ['c1'], { generated_memory_ids: ['d1'] }),
    memory('d1', 'Leave for Osteria Bruna before 19:30.', { derived_from: ['m1'] }),
    step('a1', 'final_answer', 'Dinner is at Osteria Bruna at 19:30.', ['c1']),
  ]
  const statuses = async (emend: Emend) => Object.fromEntries((await emend.allMemories()).map(({ id, status }) => [id, status]))

  test('Undo brings everything back, searchable; undoing again repairs again; both stand in the journal', async () => {
    const { emend, tenantId } = await fresh()
    await emend.importItems(dinner)
    const { id } = await emend.faults.add({ memoryId: 'm1', detector: 'nervous' })
    const repair = await emend.repairs.openFor(id)
    await emend.repairs.run(repair)
    expect(await statuses(emend)).toMatchObject({ m1: 'deleted', d1: 'quarantined' })
    expect(await emend.repairs.undo(repair)).toBe('undone')
    expect(await statuses(emend)).toMatchObject({ m1: 'active', d1: 'active' })
    expect((await emend.memories.search('dinner booked', { userId: 'u' })).results.map((found) => found.id)).toContain('m1')
    expect(await emend.answers.current('a1')).toMatchObject({ id: 'a1', validity: 'valid' })
    expect(await emend.repairs.undo(repair)).toBe('done')
    expect(await statuses(emend)).toMatchObject({ m1: 'deleted', d1: 'quarantined' })
    const journal = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx.selectFrom('journal').innerJoin('node', 'node.node_id', 'journal.node_id')
      .select(['from_status', 'to_status', 'journal.repair_id']).where('external_id', '=', 'm1').where('to_status', 'is not', null).orderBy('journal_id').execute())
    expect(journal.filter((row) => row.repair_id === repair).map(({ to_status }) => to_status)).toEqual(expect.arrayContaining(['deleted', 'active', 'deleted']))
    await emend.close()
  })

  test('Where a later repair touched the same rows, undo stops with a named conflict and changes nothing', async () => {
    const { emend } = await fresh()
    await emend.importItems(dinner)
    const first = await emend.repairs.openFor((await emend.faults.add({ memoryId: 'd1', detector: 'nervous' })).id)
    await emend.repairs.run(first)
    const second = await emend.repairs.openFor((await emend.faults.add({ memoryId: 'm1', detector: 'nervous' })).id)
    await emend.repairs.run(second)
    const before = await statuses(emend)
    await expect(emend.repairs.undo(first)).rejects.toMatchObject({ code: 'repair_conflict', message: expect.stringContaining(String(second)) })
    expect(await statuses(emend)).toEqual(before)
    await emend.close()
  })
})
