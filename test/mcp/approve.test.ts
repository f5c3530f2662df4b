/** A person decides by way of an MCP client: what is shown, and nothing else. */
import { expect, test } from 'vitest'
import { openMcp } from './open-mcp.js'

const { connect, tenant } = await openMcp()

test('who approves is shown what it does, and by what it has grown since; what was not shown is not approved', async () => {
  await tenant.settings.change({ review: { mode: 'always' } })
  const [admin, agent, auditor] = await Promise.all([connect('admin'), connect('agent'), connect('auditor')])
  await tenant.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana' })
  await tenant.inputs.add('Note it.', { id: 'u1', sessionId: 's', userId: 'ana' })
  await tenant.steps.record({ id: 'w1', sessionId: 's', type: 'memory_write', content: 'x', usedIds: ['m1'], generates: [{ id: 'm2', content: 'Ana has an AX-200.' }] })
  const fault = await tenant.faults.add({ memoryId: 'm1' })
  const { repair } = await admin.ok('execute_repair', { fault_id: fault.id }) as { repair: { id: number; proposal: { hash: string } } }
  expect(repair).toMatchObject({ state: 'open', waiting_for: 'approval', proposal: { effects: { delete: ['m1'], quarantine: ['m2'] }, growth: null } })
  const at = { repair_id: repair.id }
  expect(await agent.ok('get_repair', at)).toMatchObject({ repair: { waiting_for: 'approval', proposal: null } })
  expect(await auditor.ok('get_repair', at)).toMatchObject({ repair: { proposal: repair.proposal } })
  expect(await admin.refused('approve_repair', { ...at, hash: 'of another' })).toMatchObject({ code: 'plan_changed' })

  expect(await admin.ok('approve_repair', { ...at, hash: repair.proposal.hash })).toMatchObject({ ...at, effects: { delete: ['m1'] }, growth: null })
  await tenant.memories.add('Ana has a router.', { id: 'm3', userId: 'ana', sessionId: 's', usedIds: ['m2'], onWithdrawn: 'accept' })
  const grown = await admin.ok('execute_repair', { fault_id: fault.id }) as { repair: { proposal: { hash: string } } }
  expect(grown.repair).toMatchObject({ waiting_for: 'approval', proposal: { growth: { delete: [], quarantine: ['m3'] } } })
  expect(await admin.ok('approve_repair', { ...at, hash: grown.repair.proposal.hash })).toMatchObject({ growth: { quarantine: ['m3'] } })
  expect(await admin.ok('execute_repair', { fault_id: fault.id })).toMatchObject({ repair: { state: 'done', waiting_for: null, proposal: null } })
})
