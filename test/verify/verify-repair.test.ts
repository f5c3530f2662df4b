import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { EmendError } from '../../src/errors.js'
import { approve, skip } from '../../src/execute/decide-tool.js'
import type { Model, Reply, StageContext } from '../../src/llm/contracts.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { compareAnswers } from '../../src/verify/probe.js'
import { verifyRepair } from '../../src/verify/verify-repair.js'
import { claimRepair } from '../../src/worker/lease.js'
import { testDatabase } from '../database.js'
import { newLog, stubDeps } from '../worker/store.js'

const database = await testDatabase()
const { db } = database

/** A repair that is finished: a1 said 45 and was regenerated as a1', which says 30; w2 wrote from the fault and was not replayed. */
const items: RecordItem[] = [
  { kind: 'input', id: 'u1', session: 'S', turn: 1, user: 'ann', content: 'My budget for the lamp is 30 euros.' },
  { kind: 'memory', id: 'm1', user: 'ann', content: 'The budget for the lamp is 45 euros.' },
  { kind: 'step', id: 'r2', session: 'S', turn: 2, type: 'memory_read', content: '', used_ids: ['m1'], query: { text: 'budget' } },
  { kind: 'step', id: 'w2', session: 'S', turn: 2, type: 'memory_write', content: 'note', used_ids: ['m1'], generated_memory_ids: ['m2'] },
  { kind: 'memory', id: 'm2', user: 'ann', content: 'Half the budget is 22 euros.' },
  { kind: 'input', id: 'u3', session: 'S', turn: 3, user: 'ann', content: 'What is my budget for the lamp?' },
  { kind: 'step', id: 'a1', session: 'S', turn: 3, type: 'final_answer', content: 'Your budget for the lamp is 45 euros.', used_ids: ['m1'] },
  { kind: 'step', id: "a1'", session: 'S', turn: 3, type: 'final_answer', content: 'Your budget for the lamp is 30 euros.', used_ids: ['u1'] },
]

async function finished() {
  const { tenantId } = await database.tenant()
  const as = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(db, { tenantId, role: 'worker' }, work)
  const id = new Map((await as((trx) => recordItems(trx, tenantId, items))).map((node) => [node.id, node.nodeId]))
  const repairId = await as(async (trx) => {
    const { repair_id } = await trx.insertInto('repair').values({
      tenant_id: tenantId, state: 'finished', failed_answer_id: id.get('a1')!, new_answer_id: id.get("a1'")!,
    }).returning('repair_id').executeTakeFirstOrThrow()
    await sql`insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_supported, is_invalid, replay_position, status_before)
      values (${tenantId}, ${repair_id}, ${id.get('m1')}, 'memory', 'delete', 'R1', 'test', true, false, false, null, 'active'),
             (${tenantId}, ${repair_id}, ${id.get('r2')}, 'memory_read', 'preserve', 'R13', 'test', true, true, false, null, null),
             (${tenantId}, ${repair_id}, ${id.get('w2')}, 'memory_write', 'suspicious', 'R10', 'test', true, false, true, null, null),
             (${tenantId}, ${repair_id}, ${id.get('m2')}, 'memory', 'quarantine', 'R2', 'test', true, false, false, null, 'active'),
             (${tenantId}, ${repair_id}, ${id.get('a1')}, 'final_answer', 'replay', 'R11', 'test', true, false, true, 1, null)`.execute(trx)
    await sql`insert into emend.step_state (tenant_id, step_id, validity, repair_id) values
      (${tenantId}, ${id.get('w2')}, 'invalid', ${repair_id}), (${tenantId}, ${id.get('a1')}, 'invalid', ${repair_id})`.execute(trx)
    await trx.insertInto('replay_step').values({ tenant_id: tenantId, repair_id, step_id: id.get('a1')!, position: 1, state: 'done', new_step_id: id.get("a1'")!, is_changed: true }).execute()
    await sql`select emend.set_memory_status(${tenantId}, ${[id.get('m1'), id.get('m2')]}::bigint[], 'deleted', ${repair_id}::bigint)`.execute(trx)
    return repair_id
  })
  return { tenantId, repairId, as, id }
}

/** A model whose fresh session answers with what it is shown. */
function model(answer: (context: StageContext) => string): Model & { asked: StageContext[] } {
  const asked: StageContext[] = []
  return {
    name: 'probe', asked,
    ask(stage, context, purpose) {
      expect([stage, purpose.purpose]).toEqual(['answer', 'probe'])
      asked.push(context)
      return Promise.resolve({ content: answer(context), evidence_ids: [] } as Reply<'answer'> as never)
    },
  }
}

async function verify(at: Awaited<ReturnType<typeof finished>>, probing: Model) {
  const lease = await claimRepair(db, at.tenantId, at.repairId, 'test', 60_000)
  return verifyRepair({ ...stubDeps(database, newLog()), model: probing }, at.tenantId, at.repairId, lease!.epoch)
}

const release = (at: Awaited<ReturnType<typeof finished>>, state: 'finished' | 'applied') => at.as((trx) =>
  trx.updateTable('repair').set({ state, leased_until: null }).where('repair_id', '=', at.repairId).execute())

const addFact = (at: Awaited<ReturnType<typeof finished>>) => at.as((trx) => recordItems(trx, at.tenantId, [
  { kind: 'memory', id: 'm9', user: 'ann', content: 'The budget for the lamp is 30 euros.' },
]))

describe('verification', () => {
  test('asks no model when the last question retrieves what the new answer says', async () => {
    const at = await finished()
    await addFact(at)
    const silent = model(() => '')
    expect(await verify(at, silent)).toEqual({ state: 'done', violations: 0, isSufficient: true, missing: [], ring: 0, probeCalls: 0 })
    expect(silent.asked).toEqual([])
  })

  test('asks once when the store lacks it, and is content when a fresh session answers the same', async () => {
    const at = await finished()
    const clever = model(() => 'Your budget for the lamp is 30 euros.')
    expect(await verify(at, clever)).toMatchObject({ state: 'done', isSufficient: true, probeCalls: 1, ring: 0 })
    expect(clever.asked).toHaveLength(1)
    expect(clever.asked[0]).toMatchObject({ question: 'What is my budget for the lamp?', inputs: [{ id: 'u3' }], evidence: [] })
    // The probe leaves nothing in the user's session.
    const count = await at.as((trx) => trx.selectFrom('node').select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow())
    expect(count.n).toBe(items.length)
  })

  test('asks once, too, when the question still retrieves what only the failed answer said', async () => {
    const at = await finished()
    await addFact(at)
    await at.as((trx) => recordItems(trx, at.tenantId, [{ kind: 'memory', id: 'm8', user: 'ann', content: 'A budget of 45 euros for the lamp is what Ann has.' }]))
    const torn = model((context) => context.evidence.map(({ content }) => content).join(' '))
    expect(await verify(at, torn)).toMatchObject({ isSufficient: false, probeCalls: 1 })
  })

  test('widens ring by ring where it disagrees, and ends when the rings are used up', async () => {
    const at = await finished()
    const ignorant = model(() => 'I do not know.')
    expect(await verify(at, ignorant)).toMatchObject({ state: 'applied', isSufficient: false, ring: 2, probeCalls: 1 })
    const widened = await at.as((trx) => trx.selectFrom('replay_step').select(['step_id', 'state', 'position']).where('state', '=', 'pending').execute())
    expect(widened).toEqual([{ step_id: at.id.get('w2'), state: 'pending', position: 2 }])

    await at.as((trx) => trx.updateTable('replay_step').set({ state: 'noop' }).where('step_id', '=', at.id.get('w2')!).execute())
    await release(at, 'finished')
    expect(await verify(at, ignorant)).toMatchObject({ state: 'applied', ring: 3 }) // the read that saw the fault
    await at.as((trx) => trx.updateTable('replay_step').set({ state: 'cut_off' }).where('step_id', '=', at.id.get('r2')!).execute())
    await release(at, 'finished')
    const last = await verify(at, ignorant)
    expect(last).toMatchObject({ state: 'done', isSufficient: false, ring: 3 })
    expect(last.missing.join()).toMatch(/30/)
    const repair = await at.as((trx) => trx.selectFrom('repair').select(['state', 'probe_calls']).executeTakeFirstOrThrow())
    expect(repair).toEqual({ state: 'done', probe_calls: 3 })
    const row = await at.as((trx) => trx.selectFrom('verification').select(['is_sufficient', 'ring']).executeTakeFirstOrThrow())
    expect(row).toEqual({ is_sufficient: false, ring: 3 })
  })

  test.each(['approve', 'skip'] as const)('waits for a person before it replays what writes memories anew and was not approved: %s', async (verb) => {
    const at = await finished()
    const ignorant = model(() => 'I do not know.')
    await at.as((trx) => sql`insert into emend.approval (tenant_id, repair_id, state, plan_hash, effects, hash)
      select tenant_id, repair_id, 'open', '', emend.committed_effects(tenant_id, repair_id, '{}'), '' from emend.repair`.execute(trx))
    await at.as((trx) => sql`update emend.repair set approve_above = 0`.execute(trx))
    await inTenant(db, { tenantId: at.tenantId, role: 'admin' }, (trx) => sql`update emend.approval set is_approved = true, decided_by = 'ruth', decided_at = now()`.execute(trx))
    const reviewed = async () => {
      const lease = await claimRepair(db, at.tenantId, at.repairId, 'test', 60_000)
      return lease && verifyRepair({ ...stubDeps(database, newLog()), limits: { maxModelCalls: 9, maxAffected: 99, approveAbove: 0 }, model: ignorant }, at.tenantId, at.repairId, lease.epoch)
    }
    expect(await reviewed()).toMatchObject({ state: 'waiting' })
    expect(await reviewed()).toBeNull() // nobody claims what waits
    const row = await at.as((trx) => trx.selectFrom('repair').select(['state', 'waiting_for', 'waiting_reason', 'probe_calls']).executeTakeFirstOrThrow())
    expect(row).toEqual({ state: 'finished', waiting_for: 'approval', waiting_reason: 'it does more than ruth approved: writes w2 again', probe_calls: 1 })
    await (verb === 'approve' ? approve : skip)(db, at.tenantId, at.repairId, 'ruth')
    expect(await reviewed()).toMatchObject(verb === 'approve' ? { state: 'applied', ring: 2 } : { state: 'done', isSufficient: false, ring: 0 })
  })

  test('a probe that fails is counted, recorded, and stops nothing', async () => {
    const at = await finished()
    const broken: Model = { name: 'down', ask: () => Promise.reject(new EmendError('model_failed', 'no answer')) }
    expect(await verify(at, broken)).toMatchObject({ state: 'done', isSufficient: false, probeCalls: 1 })
    const row = await at.as((trx) => trx.selectFrom('verification').select('detail').executeTakeFirstOrThrow())
    expect(row.detail).toMatchObject({ probe: { error: 'model_failed: no answer' } })
  })

  test('is refused to who has lost the lease', async () => {
    const at = await finished()
    await claimRepair(db, at.tenantId, at.repairId, 'one', 60_000)
    await release(at, 'finished')
    await claimRepair(db, at.tenantId, at.repairId, 'two', 60_000)
    await expect(verifyRepair({ ...stubDeps(database, newLog()), model: model(() => 'x') }, at.tenantId, at.repairId, 1)).rejects.toMatchObject({ code: 'lost_lease' })
  })
})

describe('a fresh answer against the repaired one', () => {
  test.each([
    ['The order is shipped. The window is 30 days.', 'The window is 45 days.', 'The window is 30 days, and the order is shipped.', [], []],
    ['The window is 30 days.', 'The window is 45 days.', 'The window is 45 days.', ['30 days'], ['The window is 45 days']],
    ['The window is 30 days.', null, 'I do not know.', ['30 days'], []],
  ])('%s', (repaired, failed, fresh, lost, back) => {
    const found = compareAnswers(repaired, failed, fresh)
    expect(found.lost).toEqual(lost)
    expect(found.back.map((text) => text.replace(/\.$/, ''))).toEqual(back)
  })
})
