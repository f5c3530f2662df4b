/** Repair where the runtime recorded too little: what a step says and nobody gave it is found by its values. */
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab, scriptedTool, type Script } from './lab.js'

const db = await testDatabase()

const orders: Readonly<Record<string, number>> = { ORD71: 19, ORD72: 46 }
const lookUp = () => scriptedTool('get_order', 'pure', (args) => ({ order: (args as { order: string }).order, total: orders[(args as { order: string }).order] }))

/** u0 has said ORD72; m1 was poisoned. The plan s3 does not name the claim that it took ORD71 from. */
const items = [
  says('u0', 'My disputed order is ORD72.', 'S0.1'),
  step('w1', 'memory_write', 'Remember the order.', 'u0', { generated_memory_ids: ['m1'] }, 'S0.1'),
  memory('m1', 'The disputed order of the user is ORD71.'),
  says('u1', 'What is the total of my disputed order?'),
  read('s1', 'disputed order', 'm1'),
  step('s2', 'claim', 'The disputed order of the user is ORD71.', 'm1 s1'),
  step('s3', 'plan', 'Call get_order with order ORD71.', 'u1'),
  step('a1', 'tool_action', 'get_order({"order": "ORD71"})', 's3', { tool: { name: 'get_order', args: { order: 'ORD71' } } }),
  step('o1', 'tool_observation', '{"order": "ORD71", "total": 19}', 'a1'),
  step('s4', 'final_answer', 'The total of order ORD71 is 19.', 'o1'),
]
const idIn = (texts: string[]): string | undefined => texts.flatMap((text) => /ORD\d+/.exec(text) ?? []).at(-1)
const script: Script = {
  mutation: () => ({ mutations: [{ type: 'memory_write', content: 'Remember it.', evidence_ids: ['u0'], retire_ids: [], memories: [{ content: 'The disputed order of the user is ORD72.', evidence_ids: ['u0'] }] }] }),
  plan: ({ evidence }) => {
    const order = idIn(evidence.map(({ content }) => content))
    return { content: `Call get_order with order ${order ?? 'unknown'}.`, evidence_ids: evidence.map(({ id }) => id), tool_calls: order ? [{ name: 'get_order', args: JSON.stringify({ order }), evidence_ids: [] }] : [] }
  },
}

describe('a value that nothing recorded accounts for', () => {
  it('makes the plan fall that took it from a fallen claim of its turn, and the plan is asked again with what stands for that claim', async () => {
    const tool = lookUp()
    const at = await lab(db, { tools: [tool], script })
    await at.record(items)
    const { repairId } = await at.repair('m1', 's4')
    expect(tool.calls).toEqual(['run {"order":"ORD72"}'])
    expect(await at.contentOf("s4'")).toContain('46')
    expect(await at.query(`select rule, reason from emend.plan_row join emend.node using (node_id) where external_id = 's3'`))
      .toEqual([{ rule: 'R8', reason: expect.stringContaining('says what s2 says, and does not name it') as string }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('is derived again for a call that names no plan, from what stands for its premise', async () => {
    const tool = lookUp()
    const at = await lab(db, { tools: [tool], script })
    // an agent that records no plans: the call rests on the claim alone
    await at.record(items.filter(({ id }) => id !== 's3').map((item) => (item.id === 'a1' && item.kind === 'step' ? { ...item, used_ids: ['u1', 's2'] } : item)))
    const { repairId } = await at.repair('m1', 's4')
    expect(tool.calls).toEqual(['run {"order":"ORD72"}'])
    expect(await at.contentOf("s4'")).toContain('46')
    expect(await at.violations(repairId)).toEqual([])
  })

  it('says nothing against a step whose question has the value', async () => {
    const at = await lab(db, { tools: [lookUp()], script })
    await at.record(items.map((item) => (item.id === 'u1' ? says('u1', 'Is ORD71 my disputed order, and what is its total?') : item)))
    await at.repair('m1', 's2')
    expect(await at.query(`select * from emend.plan_row join emend.node using (node_id) where external_id in ('s3', 'a1', 'o1', 's4')`)).toEqual([])
  })

  it('takes the steps down that wrote it elsewhere in the turn, and leaves other turns alone', async () => {
    const at = await lab(db, { tools: [lookUp()], script })
    await at.record([
      ...items,
      step('w2', 'memory_write', 'Remember the total.', 'u1', { generated_memory_ids: ['m2'] }), memory('m2', 'Order ORD71 has a total of 19.'),
      says('u3', 'Thanks!', 'S3.1'), step('s9', 'final_answer', 'Any time. ORD71 it was.', 'u3', {}, 'S3.1'),
    ])
    await at.repair('m1', 's4')
    expect(await at.active()).toEqual({ "m1'": 'The disputed order of the user is ORD72.' })
    expect(await at.query(`select * from emend.plan_row join emend.node using (node_id) where external_id = 's9'`)).toEqual([])
  })

  it('lets an update that failed be made again from what its turn asked for, although it named only what it was to retire', async () => {
    const at = await lab(db, { script: { mutation: ({ inputs }) => ({ mutations: [{
      type: 'memory_update', content: 'Correct the size.', evidence_ids: [inputs.at(-1)!.id], retire_ids: [], memories: [{ content: 'The shoe size of the user is 41.', evidence_ids: [inputs.at(-1)!.id] }],
    }] }) } })
    await at.record([
      memory('m1', 'The shoe size of the user is 38.', { status: 'active' }),
      says('u1', 'My shoe size is 41 now.'),
      step('w1', 'memory_update', 'Correct the size.', 'm1', { consumed_memory_ids: ['m1'] }),
      says('u2', 'What is my shoe size?', 'S2.1'),
      read('s1', 'shoe size', 'm1', 5, 'S2.1'),
      step('s2', 'final_answer', '38.', 'm1', {}, 'S2.1'),
    ])
    await at.repair('m1', 's2')
    expect(await at.active()).toEqual({ "w1.memory'": 'The shoe size of the user is 41.' })
    expect(await at.contentOf("s2'")).toContain('41')
  })
})
