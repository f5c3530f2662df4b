/** What the replay of an approved plan calls, and what the database refuses whoever asks it. */
import { describe, expect, it } from 'vitest'
import type { Reply, StageContext } from '../../src/llm/contracts.js'
import { inTenant } from '../../src/db/transaction.js'
import { approve } from '../../src/execute/decide-tool.js'
import { openRegeneration } from '../../src/execute/regenerate-answer.js'
import { recordItems } from '../../src/record/record-items.js'
import { advanceRepair } from '../../src/repair.js'
import type { Tool } from '../../src/tools/contract.js'
import { testDatabase } from '../database.js'
import { memory, says, step } from './items.js'
import { lab, scriptedTool, type Lab } from './lab.js'

const db = await testDatabase()

/** A plan that labels a parcel, and an answer; m1 is wrong. */
const labelled = [
  memory('m1', 'The parcel is AX-200.'),
  memory('m2', 'The parcel is BX-300.'),
  says('u1', 'Label my parcel.'),
  step('p1', 'plan', 'Label AX-200.', 'u1 m1 m2'),
  step('t1', 'tool_action', 'label(AX-200)', 'p1', { tool: { name: 'label', args: { model: 'AX-200' }, call_id: 'c1' } }),
  step('o1', 'tool_observation', 'labelled', 't1', { tool: { name: 'label', call_id: 'c1' } }),
  step('a1', 'final_answer', 'It is labelled.', 'o1'),
]
const calls = (...tools: string[]) => (context: StageContext): Reply<'plan'> => ({
  content: 'Label BX-300.', evidence_ids: context.evidence.map(({ id }) => id),
  tool_calls: tools.map((name) => ({ name, args: JSON.stringify({ model: 'BX-300' }), evidence_ids: [] })),
})
/** Reported, planned, waiting for a person. */
async function waiting(tools: Tool[], ...names: string[]): Promise<{ at: Lab; repairId: number }> {
  const at = await lab(db, { tools, script: { plan: calls(...names) }, limits: { approveAbove: 0 } })
  await at.record(labelled)
  const { repairId, at: end } = await at.repair('m1')
  expect(end).toMatchObject({ state: 'open', waitingFor: 'approval' })
  return { at, repairId }
}

describe('tools under review', () => {
  it('run as approved, without another question', async () => {
    const label = scriptedTool('label', 'idempotent', () => 'labelled anew')
    const { at, repairId } = await waiting([label], 'label')
    expect((await approve(db.db, at.tenantId, repairId, 'ruth')).effects?.call).toEqual([{ stepId: 't1', tool: 'label', effect: 'idempotent' }])
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
    expect(label.calls).toEqual(['run {"model":"BX-300"}'])
  })

  it.each(['idempotent', 'resettable', 'compensating'] as const)('wait for a person where the repaired plan calls one with an effect that was not in the approved plan: %s', async (effect) => {
    const label = scriptedTool('label', 'pure', () => 'labelled anew')
    const print = scriptedTool('print', effect, () => 'printed')
    const { at, repairId } = await waiting([label, print], 'label', 'print')
    await approve(db.db, at.tenantId, repairId, 'ruth')
    expect(await at.run(repairId)).toMatchObject({ state: 'applied', waitingFor: 'tool' })
    expect(print.calls).toEqual([])
    expect(await at.query('select tool_name, effect, call_state from emend.waiting_decision')).toEqual([{ tool_name: 'print', effect, call_state: 'waiting' }])
    expect(await approve(db.db, at.tenantId, repairId, 'ruth')).toMatchObject({ what: 'tool', tools: ['print'] })
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
    expect(print.calls.at(-1)).toBe('run {"model":"BX-300"}')
  })

  it('do not wait where nothing is reviewed, or a pure one is called besides', async () => {
    const print = scriptedTool('print', 'idempotent', () => 'printed')
    const free = await lab(db, { tools: [scriptedTool('label', 'pure', () => 'x'), print], script: { plan: calls('label', 'print') } })
    await free.record(labelled)
    expect((await free.repair('m1')).at.state).toBe('done')
    expect(print.calls).toHaveLength(1)
    const { at, repairId } = await waiting([scriptedTool('label', 'pure', () => 'x'), scriptedTool('ask', 'pure', () => 'y')], 'label', 'ask')
    await approve(db.db, at.tenantId, repairId, 'ruth')
    expect((await at.run(repairId)).state).toBe('done')
  })

  it('are asked about again when what calling one does has become graver', async () => {
    const label = scriptedTool('label', 'idempotent', () => 'labelled anew')
    const { at, repairId } = await waiting([label], 'label')
    await approve(db.db, at.tenantId, repairId, 'ruth')
    label.effect = 'compensating'
    expect(await at.run(repairId)).toMatchObject({ state: 'open', waitingFor: 'approval' })
    expect((await approve(db.db, at.tenantId, repairId, 'ruth')).growth?.call).toEqual([{ stepId: 't1', tool: 'label', effect: 'compensating' }])
    label.effect = 'idempotent'
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
  })
})

it('what is recorded late while a tool call waits is asked for once that is decided, and the call is not passed over', async () => {
  const label = scriptedTool('label', 'irreversible', () => 'labelled anew')
  const { at, repairId } = await waiting([label], 'label')
  await approve(db.db, at.tenantId, repairId, 'ruth')
  expect(await at.run(repairId)).toMatchObject({ state: 'applied', waitingFor: 'tool' })
  await inTenant(db.db, { tenantId: at.tenantId, role: 'agent' }, (trx) => recordItems(trx, at.tenantId, [step('c9', 'claim', 'It is labelled.', 'o1')], { onWithdrawn: 'accept' }))
  await at.open()
  expect(await at.run(repairId)).toMatchObject({ state: 'applied', waitingFor: 'tool' })
  expect((await approve(db.db, at.tenantId, repairId, 'ruth')).what).toBe('tool')
  expect(await at.run(repairId)).toMatchObject({ state: 'replayed', waitingFor: 'approval' })
  expect(label.calls).toHaveLength(1)
  expect(await approve(db.db, at.tenantId, repairId, 'ruth')).toMatchObject({ what: 'approval', growth: { affected: 1, invalidate: ['c9'], call: [] }, effects: { call: [{ stepId: 't1', tool: 'label' }] } })
  expect(await at.run(repairId)).toMatchObject({ state: 'done' })
})

it('an answer that is made again because somebody asked asks a person before it calls a tool with an effect', async () => {
  const label = scriptedTool('label', 'idempotent', () => 'labelled anew')
  const at = await lab(db, { tools: [label], script: { plan: calls('label') } })
  await at.record([...labelled, says('u9', 'And mine?', 'S9.1'), step('p9', 'plan', 'Label AX-200.', 'u9 m1 m2', {}, 'S9.1'),
    step('t9', 'tool_action', 'label(AX-200)', 'p9', { tool: { name: 'label', args: { model: 'AX-200' }, call_id: 'c9' } }, 'S9.1'),
    step('o9', 'tool_observation', 'labelled', 't9', { tool: { name: 'label', call_id: 'c9' } }, 'S9.1'), step('a9', 'final_answer', 'It is labelled.', 'o9', {}, 'S9.1')])
  expect((await at.repair('m1', 'a1')).at.state).toBe('done')
  const before = label.calls.length
  at.deps.limits.approveAbove = 0
  const again = await openRegeneration(db.db, at.tenantId, await at.idOf('a9'))
  expect(await at.run(again)).toMatchObject({ state: 'applied', waitingFor: 'tool' })
  expect(label.calls).toHaveLength(before)
  await approve(db.db, at.tenantId, again, 'ruth')
  expect(await at.run(again)).toMatchObject({ state: 'done' })
  expect(label.calls).toHaveLength(before + 1)
})

describe('the database', () => {
  const reviewed = async (at: Lab) => db.pool.query(`update emend.tenant set review = 'always' where tenant_id = ${at.tenantId}`)

  it('refuses to move a repair past its waiting without an approval of what it does, whoever asks', async () => {
    const { at, repairId } = await waiting([], '')
    await reviewed(at)
    await expect(at.query(`update emend.repair set waiting_for = null, state = 'planned' where repair_id = ${repairId} returning 1`)).rejects.toThrow(/keeps the diagnosed memory|without approval/)
    await approve(db.db, at.tenantId, repairId, 'ruth')
    await advanceRepair(at.deps, at.tenantId, repairId)
    // a row that nobody has seen
    await at.query(`insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, status_before)
      select n.tenant_id, ${repairId}, n.node_id, 'memory', 'quarantine', 'R2', 'x', true, 'active' from emend.node n where n.external_id = 'm2' on conflict (tenant_id, repair_id, node_id)
      do update set disposition = 'quarantine', is_affected = true returning 1`)
    await expect(at.query(`update emend.repair set state = 'applied' where repair_id = ${repairId} returning 1`)).rejects.toThrow(/goes on without approval/)
    expect(await at.query(`select state from emend.repair where repair_id = ${repairId}`)).toEqual([{ state: 'planned' }])
  })

  it('goes by what the tenant has set now, until a plan is applied', async () => {
    const at = await lab(db)
    await at.record(labelled)
    await at.fault('m1')
    const [repairId = 0] = await at.open()
    await advanceRepair(at.deps, at.tenantId, repairId)
    await reviewed(at)
    await expect(at.query(`update emend.repair set state = 'applied' where repair_id = ${repairId} returning 1`)).rejects.toThrow(/goes on without approval/)
  })

  it('refuses a worker that approves, or that begins a call which was not approved', async () => {
    const { at, repairId } = await waiting([], '')
    await expect(at.query(`update emend.approval set is_approved = true, decided_by = 'x', decided_at = now() where repair_id = ${repairId} returning 1`)).rejects.toThrow(/permission denied/)
    await expect(at.query(`insert into emend.approval (tenant_id, repair_id, state, plan_hash, effects, hash, is_approved) select tenant_id, repair_id, state, '', '{}', '', true from emend.repair returning 1`))
      .rejects.toThrow(/permission denied/)
    await approve(db.db, at.tenantId, repairId, 'ruth')
    await advanceRepair(at.deps, at.tenantId, repairId)
    const call = (effect: string, state: string) => at.query(`insert into emend.tool_call (tenant_id, repair_id, step_id, tool_name, effect, args, idempotency_key, state)
      select tenant_id, ${repairId}, node_id, 'print', '${effect}', '{}', '${effect} ${state}', '${state}' from emend.node where external_id = 'p1' returning 1`)
    await expect(call('idempotent', 'intended')).rejects.toThrow(/calls print without approval/)
    await call('pure', 'intended')
    await call('idempotent', 'waiting')
    await expect(at.query(`update emend.tool_call set state = 'intended' where idempotency_key = 'idempotent waiting' returning 1`)).rejects.toThrow(/calls print without approval/)
  })
})
