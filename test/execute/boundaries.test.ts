import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { approve, skip } from '../../src/execute/decide-tool.js'
import { openRegeneration } from '../../src/execute/regenerate-answer.js'
import { recordItems } from '../../src/record/record-items.js'
import { advanceRepair, planFor } from '../../src/repair.js'
import { policyOf } from '../../src/plan/policy-of.js'
import { EmendError } from '../../src/errors.js'
import { claimRepair } from '../../src/worker/lease.js'
import { applyPlan } from '../../src/execute/apply-plan.js'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab, type Lab } from './lab.js'

const db = await testDatabase()

const parcel = [
  memory('m1', 'The parcel weighs 9 kg.'),
  memory('m2', 'The parcel weighs 4 kg.'),
  says('u1', 'How much does the parcel weigh?'),
  read('s1', 'parcel weighs', 'm1', 1),
  step('s2', 'claim', 'The parcel weighs 9 kg.', 'm1 s1'),
  step('w1', 'memory_write', 'Remember it.', 's2', { generated_memory_ids: ['m3'] }),
  memory('m3', 'A parcel of 9 kg was sent.', { derived_from: ['m1'] }),
  step('s3', 'final_answer', 'It weighs 9 kg.', 's2'),
]

/** Advance until the repair has passed a boundary. */
async function until(at: Lab, repairId: number, state: string): Promise<void> {
  for (let count = 0; count < 20; count++) {
    const now = await advanceRepair(at.deps, at.tenantId, repairId)
    if (now.state === state) return
  }
  throw new Error(`the repair never became ${state}`)
}

describe('B2: the plan', () => {
  it('is a dry run until it is committed: planFor writes nothing', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const faultId = await at.fault('m1')
    const before = await at.picture()
    const { plan } = await inTenant(db.db, { tenantId: at.tenantId, role: 'auditor' }, (trx) => planFor(trx, at.tenantId, [faultId], policyOf('facts', {})))
    expect(plan.rows.length).toBeGreaterThan(4)
    expect(await at.picture()).toBe(before)
    const [repairId = 0] = await at.open()
    await until(at, repairId, 'planned')
    expect(await at.query(`select plan_hash from emend.repair`)).toEqual([{ plan_hash: plan.hash }])
  })

  it('withholds affected memories and invalid steps before any model is called (G2)', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    await until(at, repairId, 'planned')
    expect(await at.memories()).toEqual({ m1: 'active withheld', m2: 'active', m3: 'active withheld' })
    expect(await at.query(`select distinct validity from emend.step_state`)).toEqual([{ validity: 'withheld' }])
    expect(at.model.asked).toEqual([])
    await expect(at.record([step('s9', 'claim', 'It was 9 kg.', 'm3', {}, 'S2.1')])).rejects.toMatchObject({ code: 'withdrawn_evidence' })
  })

  it('is refused by the database when it keeps a diagnosed memory', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    const lease = await claimRepair(db.db, at.tenantId, repairId, 'test', 30_000)
    await expect(inTenant(db.db, { tenantId: at.tenantId, role: 'worker' }, (trx) => sql`
      select emend.commit_plan(${at.tenantId}, ${repairId}, ${lease?.epoch ?? 0}, '[]'::jsonb, 'hash', 1, null)`.execute(trx))).rejects.toThrow(/keeps the diagnosed memory m1/)
  })

  it('waits for a person above the limit, contained, and goes on when approved', async () => {
    const at = await lab(db, { limits: { approveAbove: 3 } })
    await at.record(parcel)
    const { repairId, at: end } = await at.repair('m1')
    expect(end).toEqual({ state: 'open', waitingFor: 'approval', next: 'wait' })
    expect(await at.memories()).toMatchObject({ m1: 'active withheld', m3: 'active withheld' })
    expect(await approve(db.db, at.tenantId, repairId, 'ruth')).toMatchObject({ what: 'approval', tools: [] })
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
  })

  it('leaves faults to a person when a person refuses it', async () => {
    const at = await lab(db, { limits: { approveAbove: 3 } })
    await at.record(parcel)
    const { repairId } = await at.repair('m1')
    await skip(db.db, at.tenantId, repairId, 'ruth')
    expect(await at.query(`select state from emend.fault`)).toEqual([{ state: 'needs_person' }])
    expect(await at.run(repairId)).toMatchObject({ state: 'failed', next: 'end' })
  })

  it('waits for an older repair that touches the same nodes, and ends where repairing both together ends (G11)', async () => {
    const graph = [...parcel, memory('m4', 'Parcels of 9 kg need two people.'), step('s4', 'claim', 'Two people are needed for 9 kg.', 'm3 m4', {}, 'S2.1')]
    const apart = await lab(db)
    await apart.record(graph)
    await apart.fault('m1')
    const [first = 0] = await apart.open()
    await until(apart, first, 'applied')
    await apart.fault('m4')
    const [second = 0] = await apart.open()
    for (let often = 0; often < 7; often++) expect(await apart.run(second)).toMatchObject({ state: 'open', waitingFor: 'overlap' })
    expect(await apart.run(first)).toMatchObject({ state: 'done' })
    expect(await apart.query(`select waiting_for from emend.repair where repair_id = ${second}`)).toEqual([{ waiting_for: null }])
    expect(await apart.run(second)).toMatchObject({ state: 'done' })

    const together = await lab(db)
    await together.record(graph)
    await together.repair(['m1', 'm4'])
    expect(await apart.active()).toEqual(await together.active())
    const recorded = (ids: string[]): string[] => ids.filter((id) => !id.endsWith("'"))
    expect(recorded(await apart.invalid())).toEqual(recorded(await together.invalid()))
  })

  it('lets no edge to a withdrawn node commit unseen while agents keep recording (G7: escapes = 0)', async () => {
    const at = await lab(db)
    await at.record(parcel)
    let isOver = false
    let accepted = 0
    let refused = 0
    const recorder = async (name: string): Promise<void> => {
      for (let n = 0; !isOver && n < 200; n++) {
        const of = n % 2 === 0 ? 'm3' : 's2'
        try {
          await inTenant(db.db, { tenantId: at.tenantId, role: 'worker' }, (trx) => recordItems(trx, at.tenantId, [
            step(`${name}-${n}`, 'claim', `Copied by ${name}, number ${n}.`, of, {}, `${name}.1`)]))
          accepted++
        } catch (error) {
          if (!(error instanceof EmendError) || error.code !== 'withdrawn_evidence') throw error
          refused++
        }
      }
    }
    const recorders = ['A', 'B', 'C'].map(recorder)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    await until(at, repairId, 'applied')
    isOver = true
    await Promise.all(recorders)
    const escapes = await at.query(`select n.external_id from emend.edge e join emend.node n on n.node_id = e.target_id and n.kind = 'claim'
      join emend.node src on src.node_id = e.source_id and src.external_id in ('m3', 's2')
      where not exists (select from emend.step_state s where s.step_id = n.node_id)`)
    expect(escapes).toEqual([])
    expect(accepted).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  })
})

describe('B3: application', () => {
  it('is atomic and idempotent: a second apply changes no row (G3)', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    await until(at, repairId, 'applied')
    expect(await at.memories()).toEqual({ m1: 'deleted', m2: 'active', m3: 'quarantined' })
    const lease = await claimRepair(db.db, at.tenantId, repairId, 'test', 30_000)
    const held = { deps: at.deps, tenantId: at.tenantId, repairId, epoch: lease?.epoch ?? 0 }
    const rows = () => at.query(`select (select count(*) from emend.journal) as journal, (select count(*) from emend.event) as event,
      (select jsonb_agg(s order by s.memory_id) from emend.memory_state s) as memories, (select jsonb_agg(s order by s.step_id) from emend.step_state s) as steps`)
    const before = await rows()
    expect(await applyPlan(held)).toBe('before')
    expect(await rows()).toEqual(before)
  })

  it('journals every transition with fault, rule and plan hash (G10)', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const { repairId } = await at.repair('m1')
    const rows = await at.query<{ id: string; to_status: string; rule: string; has_fault: boolean; has_hash: boolean }>(
      `select n.external_id as id, j.to_status, j.rule, j.fault_id is not null as has_fault, j.plan_hash is not null as has_hash
         from emend.journal j join emend.node n on n.node_id = j.node_id
        where j.repair_id = ${repairId} and j.to_status in ('deleted', 'quarantined', 'invalid') order by n.node_id`)
    expect(rows.map(({ id, to_status, rule }) => `${id} ${to_status} ${rule}`)).toEqual([
      'm1 deleted R1', 's1 invalid R8', 's2 invalid R8', expect.stringMatching(/^w1 invalid/), expect.stringMatching(/^m3 quarantined R2/), 's3 invalid R11'])
    expect(rows.every((row) => row.has_fault && row.has_hash)).toBe(true)
  })

  it('refuses the writes of a worker that lost its lease', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    await until(at, repairId, 'planned')
    const mine = await claimRepair(db.db, at.tenantId, repairId, 'slow', 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await claimRepair(db.db, at.tenantId, repairId, 'other', 30_000)).not.toBeNull()
    await expect(applyPlan({ deps: at.deps, tenantId: at.tenantId, repairId, epoch: mine?.epoch ?? 0 })).rejects.toMatchObject({ code: 'lost_lease', isRetryable: true })
    expect(await at.memories()).toMatchObject({ m1: 'active withheld' })
  })
})

describe('two workers on one repair', () => {
  it('never both hold it, and leave one result per step (G4)', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    const work = async (owner: string): Promise<void> => {
      for (let state = ''; state !== 'done';) {
        const now = await advanceRepair({ ...at.deps, owner }, at.tenantId, repairId)
        state = now.state
        if (now.next === 'wait') await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    await Promise.all([work('one'), work('two')])
    const steps = await at.query(`select step_id from emend.replay_step where repair_id = ${repairId}`)
    expect(at.model.asked.filter(({ stage }) => stage === 'claim')).toHaveLength(1)
    expect(await at.query(`select 1 from emend.replay_step where repair_id = ${repairId} and finished_at is not null`)).toHaveLength(steps.length)
    expect(await at.query(`select old_node_id from emend.replacement where repair_id = ${repairId} group by 1 having count(*) > 1`)).toEqual([])
  })
})

describe('bounds', () => {
  it('fails visibly after bounded attempts when the model keeps failing (G8)', async () => {
    const at = await lab(db, { limits: { maxAttempts: 2 }, script: { claim: () => { throw new EmendError('model_failed', 'the endpoint is down') } } })
    await at.record(parcel)
    await expect(at.repair('m1')).rejects.toThrow(/model_failed: gave up after 2 attempts: the endpoint is down/)
    expect(await at.query(`select state from emend.fault`)).toEqual([{ state: 'failed' }])
    expect(await at.query(`select error_code from emend.repair`)).toEqual([{ error_code: 'model_failed' }])
  })

  it('stops at the limit of model calls, every one counted', async () => {
    const at = await lab(db, { limits: { maxModelCalls: 1 } })
    await at.record(parcel)
    await expect(at.repair('m1')).rejects.toThrow(/call_limit/)
    expect(at.model.asked).toHaveLength(1)
  })

  it('costs no call for a fault that nothing rests on', async () => {
    const at = await lab(db)
    await at.record([memory('m1', 'The parcel weighs 9 kg.')])
    const { at: end } = await at.repair('m1')
    expect(end.state).toBe('done')
    expect(at.model.asked).toEqual([])
    expect(await at.memories()).toEqual({ m1: 'deleted' })
  })

  it('changes nothing the second time', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const { repairId } = await at.repair('m1')
    const before = await at.picture()
    await at.run(repairId)
    const again = await at.repair('m1')
    expect(again.at.state).toBe('done')
    expect(await at.active()).toEqual({ m2: 'The parcel weighs 4 kg.', ...Object.fromEntries(Object.entries(await at.active()).filter(([id]) => id.startsWith("m3'"))) })
    expect((await at.picture()).length).toBeGreaterThanOrEqual(before.length)
  })
})

describe('stale answers of other sessions', () => {
  it('are marked and announced, not regenerated; on request their invalid ancestors are replayed over the repaired store', async () => {
    const at = await lab(db)
    await at.record([
      ...parcel.slice(0, 5),
      says('u9', 'Is my parcel heavy?', 'S0.1'),
      step('c9', 'claim', 'The parcel of 9 kg is heavy.', 'm1', {}, 'S0.1'),
      step('a9', 'final_answer', 'It is heavy: 9 kg.', 'c9', {}, 'S0.1'),
      step('s3', 'final_answer', 'It weighs 9 kg.', 's2'),
    ].sort((a, b) => Number(a.id === 's3') - Number(b.id === 's3')))
    const { repairId } = await at.repair('m1', 's3')
    expect(await at.query(`select n.external_id as id from emend.event e join emend.node n on n.node_id = e.node_id where e.type = 'answer:stale' and e.repair_id = ${repairId}`)).toEqual([{ id: 'a9' }])
    expect(await at.query(`select n.external_id as id from emend.step_state s join emend.node n on n.node_id = s.step_id where s.is_stale_answer`)).toEqual([{ id: 'a9' }])
    const second = await openRegeneration(db.db, at.tenantId, await at.idOf('a9'))
    await at.run(second)
    expect(await at.query(`select state, error_detail from emend.repair where repair_id = ${second}`)).toEqual([{ state: 'done', error_detail: null }])
    expect(await at.replays(second)).toEqual({ c9: 'noop', a9: 'done' })
    expect(await at.contentOf("a9'")).toBe('I do not know.')
    expect(await at.query(`select 1 from emend.step_state s where s.is_stale_answer`)).toEqual([])
    await expect(openRegeneration(db.db, at.tenantId, await at.idOf("a9'"))).rejects.toMatchObject({ code: 'repair_state' })
  })
})
