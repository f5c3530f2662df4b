/** A repair that takes earlier ones over. */
import { describe, expect, it } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openRegeneration } from '../../src/execute/regenerate-answer.js'
import { undoRepair, withdrawFault } from '../../src/execute/undo-repair.js'
import { policyOf } from '../../src/plan/policy-of.js'
import { planFor } from '../../src/repair.js'
import { testDatabase } from '../database.js'
import { memory, says, step } from './items.js'
import { lab, scriptedTool, type Lab } from './lab.js'

const db = await testDatabase()

/** Two claims from three memories, one of them written back; m9 is nobody's business here. */
const parcel = [
  memory('m1', 'The parcel weighs 9 kg.'), memory('m2', 'The parcel goes to Bonn.'), memory('m3', 'The parcel costs 20 EUR.'), memory('m9', 'Ann likes tea.'),
  says('u1', 'What of the parcel?'),
  step('c1', 'claim', 'The parcel weighs 9 kg and goes to Bonn.', 'm1 m2'),
  step('w1', 'memory_write', 'Remember it.', 'm1 m2', { generated_memory_ids: ['m4'] }), memory('m4', 'Parcel: 9 kg, Bonn.', { derived_from: ['m1', 'm2'] }),
  step('c2', 'claim', 'The parcel costs 20 EUR.', 'm3'),
  step('a1', 'final_answer', 'It weighs 9 kg, goes to Bonn and costs 20 EUR.', 'c1 c2 m4'),
]

const states = (at: Lab): Promise<unknown[]> => at.query(`select repair_id, state, merged_repairs from emend.repair order by repair_id`)
const faults = (at: Lab): Promise<unknown[]> => at.query(`select memory_id, state, repair_id from emend.fault order by fault_id`)

async function twice(): Promise<{ at: Lab; first: number; second: number; between: string }> {
  const at = await lab(db)
  await at.record(parcel)
  const first = (await at.repair('m1', 'a1')).repairId
  const between = await at.picture()
  const second = (await at.repair('m3', 'a1')).repairId
  return { at, first, second, between }
}

describe('a repair that overlaps with an earlier one', () => {
  it('takes its faults over, and with them what it did', async () => {
    const { at, first, second } = await twice()
    expect(await states(at)).toMatchObject([{ repair_id: first, state: 'undone', merged_repairs: [] }, { repair_id: second, state: 'done', merged_repairs: [first] }])
    expect(await faults(at)).toMatchObject([{ memory_id: 'm1', state: 'done', repair_id: second }, { memory_id: 'm3', state: 'done', repair_id: second }])
    expect(await at.query(`select disposition from emend.repair_report where repair_id = ${second} and node in ('m1', 'm3') order by node`)).toEqual([{ disposition: 'delete' }, { disposition: 'delete' }])
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m3: 'deleted', m2: 'active', m9: 'active' })
    expect(await at.violations(second)).toEqual([])
  })

  it('asks nobody again what comes out as before, and gives it its old id', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair('m1', 'a1')
    const asked = at.model.asked.length
    const { repairId } = await at.repair('m3', 'a1')
    // c1 and w1 do not rest on m3: only c2, for which nothing is left, and the answer
    expect(at.model.asked.slice(asked).map(({ stage }) => stage)).toEqual(['answer'])
    expect(await at.replays(repairId)).toMatchObject({ c1: 'done', a1: 'done' })
    expect(await at.memories()).toMatchObject({ "m4'": 'active' })
    expect((await at.invalid()).filter((id) => id.startsWith('c1'))).toEqual(['c1'])
  })

  it('leaves alone what others have recorded on what is written again, and withholds what rests on what is not', async () => {
    const at = await lab(db)
    await at.record([...parcel, memory('m5', 'The parcel is red.'), says('u2', 'And its colour?', 'S2.1'),
      step('w2', 'memory_write', 'Remember it.', 'm1 m5', { generated_memory_ids: ['m6'] }, 'S2.1'), memory('m6', 'Parcel: 9 kg, red.', { derived_from: ['m1', 'm5'] }),
      step('a2', 'final_answer', 'It is red and weighs 9 kg.', 'm6', {}, 'S2.1')])
    await at.repair('m1', 'a1')
    await at.record([
      says('u3', 'Sum it up.', 'S3.1'),
      step('x1', 'claim', 'It goes to Bonn.', "m4'", {}, 'S3.1'), step('x2', 'claim', 'The answer was short.', "a1'", {}, 'S3.1'),
    ])
    const { repairId } = await at.repair('m3', 'a1')
    expect(await at.open()).toEqual([]) // and settles what was recorded late
    expect(await at.memories()).toMatchObject({ "m4'": 'active' })
    expect(await at.invalid()).not.toContain('x1')
    expect(await at.invalid()).toContain('x2') // a1'' says something else than a1'
    expect(await at.violations(repairId)).toEqual([])
  })

  it('is undone alone: then the earlier one stands again, and can be undone after it', async () => {
    const { at, first, second, between } = await twice()
    const after = await at.picture()
    await expect(undoRepair(db.db, at.tenantId, first, 'ruth')).rejects.toMatchObject({ code: 'repair_conflict', where: { repair: first, later: second } })
    const picture = async (): Promise<[unknown, unknown, unknown]> => {
      const [memories, steps, tombstones] = JSON.parse(await at.picture()) as [Record<string, string>, { id: string }[], unknown]
      const old = (id: string): boolean => !id.includes("''")
      return [Object.entries(memories).filter(([id]) => old(id)), steps.filter(({ id }) => old(id)), tombstones]
    }
    expect(await undoRepair(db.db, at.tenantId, second, 'ruth')).toBe('undone')
    const [memories, steps] = JSON.parse(between) as [Record<string, string>, unknown[], unknown]
    expect((await picture()).slice(0, 2)).toEqual([Object.entries(memories), steps])
    expect(await faults(at)).toMatchObject([{ memory_id: 'm1', state: 'done', repair_id: first }, { memory_id: 'm3', state: 'withdrawn', repair_id: second }])
    expect(await at.query(`select memory_id from emend.tombstone where lifted_at is null`)).toHaveLength(1)
    expect(await undoRepair(db.db, at.tenantId, second, 'ruth')).toBe('done')
    expect(await at.picture()).toBe(after)
    await undoRepair(db.db, at.tenantId, second, 'ruth')
    expect(await undoRepair(db.db, at.tenantId, first, 'ruth')).toBe('undone')
    expect(await at.memories()).toMatchObject({ m1: 'active', m2: 'active', m3: 'active', m4: 'active' })
  })

  it('withdrawing a fault that it has taken over undoes both, and the other fault is open again', async () => {
    const { at } = await twice()
    const [one] = await at.query<{ fault_id: number }>(`select fault_id from emend.fault where memory_id = 'm1'`)
    await withdrawFault(db.db, at.tenantId, one!.fault_id, 'ruth')
    expect(await faults(at)).toMatchObject([{ memory_id: 'm1', state: 'withdrawn' }, { memory_id: 'm3', state: 'open', repair_id: null }])
    expect(await at.memories()).toMatchObject({ m1: 'active', m3: 'active withheld' })
  })

  it('withdrawing its own fault leaves the earlier one as it was', async () => {
    const { at, first } = await twice()
    const [, two] = await at.query<{ fault_id: number }>(`select fault_id from emend.fault order by fault_id`)
    await withdrawFault(db.db, at.tenantId, two!.fault_id, 'ruth')
    expect(await faults(at)).toMatchObject([{ memory_id: 'm1', state: 'done', repair_id: first }, { memory_id: 'm3', state: 'withdrawn' }])
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m3: 'active', "m4'": 'active' })
  })

  it('is planned so in a dry run, which writes nothing', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair('m1', 'a1')
    const faultId = await at.fault('m3', 'a1')
    const before = [await at.picture(), await states(at)]
    const { plan } = await inTenant(db.db, { tenantId: at.tenantId, role: 'worker' }, (trx) => planFor(trx, at.tenantId, [faultId], policyOf('facts', {})))
    expect([await at.picture(), await states(at)]).toEqual(before)
    const [second = 0] = await at.open()
    await at.run(second)
    expect(await at.query(`select plan_hash from emend.repair where repair_id = ${second}`)).toEqual([{ plan_hash: plan.hash }])
  })

  it('builds on the earlier one where both together are more than may be affected', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair('m1', 'a1')
    at.deps.limits.maxAffected = 5 // m3, c2, a1 and the answer and claim in their place
    const { repairId } = await at.repair('m3', 'a1')
    expect(await states(at)).toMatchObject([{ state: 'done' }, { state: 'done', merged_repairs: [] }])
    expect(await at.violations(repairId)).toEqual([])
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m3: 'deleted' })
  })

  it('takes nothing back that has called a tool with an effect', async () => {
    const tool = scriptedTool('send', 'idempotent', () => 'sent')
    const at = await lab(db, { tools: [tool], script: { plan: ({ inputs }) => ({ content: 'Send it.', evidence_ids: inputs.map(({ id }) => id), tool_calls: [{ name: 'send', args: '{}', evidence_ids: [] }] }) } })
    await at.record([
      memory('m1', 'The parcel weighs 9 kg.'), memory('m2', 'The parcel goes to Bonn.'), says('u1', 'Send it.'),
      step('p1', 'plan', 'Send 9 kg to Bonn.', 'u1 m1 m2'),
      step('t1', 'tool_action', 'send()', 'p1', { tool: { name: 'send', args: { to: 'Bonn' }, call_id: 'c1' } }),
      step('o1', 'tool_observation', 'sent it', 't1', { tool: { name: 'send', call_id: 'c1' } }),
      step('a1', 'final_answer', 'It is sent.', 'o1'),
    ])
    await at.repair('m1', 'a1')
    expect(tool.calls).toHaveLength(1)
    await at.repair('m2', 'a1')
    expect(await states(at)).toMatchObject([{ state: 'done' }, { state: 'done', merged_repairs: [] }])
  })

  it('makes again what had been asked for: a stale answer of another session', async () => {
    const at = await lab(db)
    await at.record([...parcel, says('u2', 'And again?', 'S2.1'), step('a2', 'final_answer', 'As I said: 9 kg.', 'm4', {}, 'S2.1')])
    await at.repair('m1', 'a1')
    const asked = await openRegeneration(db.db, at.tenantId, await at.idOf('a2'))
    expect(await at.run(asked)).toMatchObject({ state: 'done' })
    const { repairId } = await at.repair('m2', 'a1')
    expect(await states(at)).toMatchObject([{ state: 'undone' }, { state: 'undone' }, { state: 'done' }])
    expect(await at.replays(repairId)).toMatchObject({ a1: 'done', a2: 'done' })
    expect(await at.query(`select 1 from emend.current_answer where validity <> 'valid'`)).toEqual([])
  })
})

it('faults that name answers of two sessions have both made again', async () => {
  const at = await lab(db)
  await at.record([
    memory('m1', 'The parcel weighs 9 kg.'), memory('m2', 'The parcel weighs 4 kg.'), says('u1', 'How heavy?'), says('u2', 'How heavy?', 'S2.1'),
    step('a1', 'final_answer', '9 kg and 4 kg.', 'm1 m2'), step('a2', 'final_answer', '9 kg and 4 kg.', 'm1 m2', {}, 'S2.1'),
  ])
  await at.fault('m1', 'a1')
  await at.fault('m2', 'a2')
  const [repairId = 0] = await at.open()
  await at.run(repairId)
  expect(await at.replays(repairId)).toEqual({ a1: 'done', a2: 'done' })
  expect(await at.query(`select node_id from emend.event where type = 'answer:corrected'`)).toHaveLength(2)
})
