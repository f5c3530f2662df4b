import { describe, expect, it } from 'vitest'
import type { Reply, StageContext } from '../../src/llm/contracts.js'
import { approve, skip } from '../../src/execute/decide-tool.js'
import { testDatabase } from '../database.js'
import { memory, says, step } from './items.js'
import { lab, scriptedTool } from './lab.js'

const db = await testDatabase()

/** A plan that takes its argument from a memory, the action, its observation, and an answer. */
const lookup = (tool: string, observed = '{"version":"5.1"}') => [
  memory('m1', 'The router is an AX-200.'),
  memory('m2', 'The router is a BX-300.'),
  says('u1', 'Which firmware does my router need?'),
  step('p1', 'plan', 'Look up AX-200.', 'u1 m1 m2'),
  step('t1', 'tool_action', `${tool}(AX-200)`, 'p1', { tool: { name: tool, args: { model: 'AX-200' }, call_id: 'c1' } }),
  step('o1', 'tool_observation', observed, 't1', { tool: { name: tool, call_id: 'c1' } }),
  step('a1', 'final_answer', 'Version 5.1.', 'o1'),
]

/** The plan stage calls `tools` with the model number that the evidence names. */
const calls = (...tools: string[]) => (context: StageContext): Reply<'plan'> => {
  const model = /[AB]X-\d+/.exec(context.evidence.map(({ content }) => content).join(' '))?.[0] ?? 'none'
  return {
    content: `Look up ${model}.`, evidence_ids: context.evidence.map(({ id }) => id),
    tool_calls: tools.map((name) => ({ name, args: JSON.stringify({ model }), evidence_ids: [] })),
  }
}

describe('replay of plans and actions', () => {
  it('runs the tool again with the arguments of the repaired plan; new action and observation point at the old ones', async () => {
    const tool = scriptedTool('firmware', 'pure', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool], script: { plan: calls('firmware') } })
    await at.record(lookup('firmware'))
    const { repairId, at: end } = await at.repair('m1')
    expect(end.state).toBe('done')
    expect(tool.calls).toEqual(['run {"model":"BX-300"}'])
    expect(await at.replays(repairId)).toEqual({ p1: 'done', t1: 'done', a1: 'done' })
    expect(await at.contentOf("a1'")).toBe('{"version":"7.2"}')
    expect(await at.query(`select n.external_id as new, o.external_id as old from emend.replacement r
      join emend.node n on n.node_id = r.new_node_id join emend.node o on o.node_id = r.old_node_id order by n.node_id`))
      .toEqual([{ new: "p1'", old: 'p1' }, { new: "t1'", old: 't1' }, { new: "o1'", old: 'o1' }, { new: "a1'", old: 'a1' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('makes an action a no-op when the repaired plan calls nothing', async () => {
    const tool = scriptedTool('firmware', 'pure', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool] })
    await at.record(lookup('firmware'))
    const { repairId } = await at.repair('m1')
    expect(tool.calls).toEqual([])
    expect(await at.replays(repairId)).toEqual({ p1: 'done', t1: 'noop', a1: 'done' })
  })

  it('runs a call that the old plan did not make as a new action, and offers what it returned', async () => {
    const firmware = scriptedTool('firmware', 'pure', () => ({ version: '7.2' }))
    const recall = scriptedTool('recall', 'pure', () => 'No recall is known.')
    const at = await lab(db, { tools: [firmware, recall], script: { plan: calls('firmware', 'recall') } })
    await at.record(lookup('firmware'))
    const { repairId } = await at.repair('m1')
    expect(recall.calls).toEqual(['run {"model":"BX-300"}'])
    expect(await at.contentOf("a1'")).toBe('{"version":"7.2"} No recall is known.')
    expect(await at.violations(repairId)).toEqual([])
  })

  it('runs a pure tool again even when the call is the same, and answers anew only where it returns something else', async () => {
    const same = scriptedTool('firmware', 'pure', () => ({ version: '5.1' }))
    const at = await lab(db, { tools: [same], script: { plan: () => ({ content: 'Look up AX-200.', evidence_ids: ['m0'], tool_calls: [{ name: 'firmware', args: '{"model":"AX-200"}', evidence_ids: [] }] }) } })
    await at.record([memory('m0', 'Ann owns an AX-200.'), ...lookup('firmware').map((item) => (item.id === 'p1' ? step('p1', 'plan', 'The router is an AX-200: look it up.', 'u1 m1 m0') : item))])
    const { repairId } = await at.repair('m1')
    expect(same.calls).toHaveLength(1)
    expect(await at.replays(repairId)).toEqual({ p1: 'cut_off', t1: 'cut_off', a1: 'cut_off' })
    expect(await at.invalid()).toEqual([])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('does not make a call whose arguments only the deleted memory has', async () => {
    const tool = scriptedTool('firmware', 'pure', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool], script: { plan: ({ hint }) => ({
      content: 'As before.', evidence_ids: ['m2'], tool_calls: (hint?.toolCalls ?? []).map(({ name, args }) => ({ name, args: JSON.stringify(args), evidence_ids: ['m2'] })),
    }) } })
    await at.record(lookup('firmware'))
    const { repairId } = await at.repair('m1')
    expect(tool.calls).toEqual([])
    expect(await at.replays(repairId)).toMatchObject({ t1: 'noop' })
  })

  it('takes the error of a tool as an observation', async () => {
    const tool = scriptedTool('firmware', 'pure', () => { throw new Error('unknown model') })
    const at = await lab(db, { tools: [tool], script: { plan: calls('firmware') } })
    await at.record(lookup('firmware'))
    const { at: end } = await at.repair('m1')
    expect(end.state).toBe('done')
    expect(await at.contentOf("o1'")).toBe('{"error":"unknown model"}')
  })

  it('resets a resettable tool before it runs again', async () => {
    const tool = scriptedTool('firmware', 'resettable', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool], script: { plan: calls('firmware') } })
    await at.record(lookup('firmware'))
    await at.repair('m1')
    expect(tool.calls).toEqual(['reset {"model":"BX-300"}', 'run {"model":"BX-300"}'])
  })

  it('compensates the earlier call of a compensating tool once, then runs it (G5)', async () => {
    const tool = scriptedTool('firmware', 'compensating', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool], script: { plan: calls('firmware') } })
    await at.record(lookup('firmware'))
    const { repairId, at: end } = await at.repair('m1')
    expect(end.state).toBe('done')
    expect(tool.calls).toEqual(['compensate {"model":"AX-200"}', 'run {"model":"BX-300"}'])
    expect(await at.query(`select state from emend.tool_call where repair_id = ${repairId} order by tool_call_id`)).toEqual([{ state: 'compensated' }, { state: 'done' }])
  })

  it('only compensates a call that the repaired plan does not make', async () => {
    const tool = scriptedTool('firmware', 'compensating', () => ({ version: '7.2' }))
    const at = await lab(db, { tools: [tool] })
    await at.record(lookup('firmware'))
    const { repairId } = await at.repair('m1')
    expect(tool.calls).toEqual(['compensate {"model":"AX-200"}'])
    expect(await at.replays(repairId)).toMatchObject({ t1: 'noop' })
  })
})

describe('irreversible tools', () => {
  const ship = () => scriptedTool('ship', 'irreversible', () => ({ tracking: 'T-2' }))
  const shipped = [
    ...lookup('ship', '{"tracking":"T-1"}').slice(0, -1),
    step('w1', 'memory_write', 'Keep the tracking id.', 'o1', { generated_memory_ids: ['m3'] }),
    memory('m3', 'The tracking id is T-1.'),
    step('a1', 'final_answer', 'Shipped as T-1.', 'o1'),
  ]

  it('stop the repair; what they returned stays remembered, marked as a consequence', async () => {
    const tool = ship()
    const at = await lab(db, { tools: [tool], script: { plan: calls('ship') } })
    await at.record(shipped)
    const { repairId, at: end } = await at.repair('m1')
    expect(end).toMatchObject({ state: 'applied', waitingFor: 'tool', next: 'wait' })
    expect(tool.calls).toEqual([])
    expect(await at.active()).toMatchObject({ m3: 'The tracking id is T-1.' })
    expect(await at.query(`select n.external_id as id from emend.journal j join emend.node n on n.node_id = j.node_id where j.action = 'mark_consequence' and j.repair_id = ${repairId}`))
      .toEqual([{ id: 'm3' }])
    expect(await at.query(`select tool_name, call_state from emend.waiting_decision`)).toEqual([{ tool_name: 'ship', call_state: 'waiting' }])
  })

  it('are not called when a person skips them; what was really done stands, and the answer with it', async () => {
    const tool = ship()
    const at = await lab(db, { tools: [tool], script: { plan: calls('ship') } })
    await at.record(shipped)
    const { repairId } = await at.repair('m1')
    expect(await skip(db.db, at.tenantId, repairId, 'ruth')).toEqual({ what: 'tool', tools: ['ship'], effects: null, growth: null })
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
    expect(tool.calls).toEqual([])
    expect(await at.replays(repairId)).toMatchObject({ p1: 'done', t1: 'noop', a1: 'cut_off' })
    expect(await at.invalid()).toEqual(['p1', 't1'])
    expect(await at.query(`select content from emend.current_answer`)).toEqual([{ content: 'Shipped as T-1.' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('are called once when a person approves them', async () => {
    const tool = ship()
    const at = await lab(db, { tools: [tool], script: { plan: calls('ship') } })
    await at.record(shipped)
    const { repairId } = await at.repair('m1')
    await approve(db.db, at.tenantId, repairId, 'ruth')
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
    expect(await at.run(repairId)).toMatchObject({ state: 'done' })
    expect(tool.calls).toEqual(['run {"model":"BX-300"}'])
    await expect(approve(db.db, at.tenantId, repairId, 'ruth')).rejects.toMatchObject({ code: 'repair_state' })
  })

  it('ask a person again, and are never called again by themselves, when a crash hid whether they ran', async () => {
    const tool = ship()
    const at = await lab(db, { tools: [tool], script: { plan: calls('ship') } })
    await at.record(shipped)
    const { repairId } = await at.repair('m1')
    await approve(db.db, at.tenantId, repairId, 'ruth')
    // the worker died between its intent and its result
    await at.query(`update emend.tool_call set state = 'intended' where repair_id = ${repairId} returning 1`)
    expect(await at.run(repairId)).toMatchObject({ waitingFor: 'tool', next: 'wait' })
    expect(tool.calls).toEqual([])
    expect(await at.query(`select call_state from emend.waiting_decision`)).toEqual([{ call_state: 'lost' }])
  })

  it('also wait when the tool is not registered here, because nobody knows what it does', async () => {
    const at = await lab(db, { script: { plan: calls('ship') } })
    await at.record(shipped)
    const { at: end } = await at.repair('m1')
    expect(end).toMatchObject({ waitingFor: 'tool' })
  })
})
