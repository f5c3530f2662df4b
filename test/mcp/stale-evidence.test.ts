/** What an agent that speaks MCP meets when its evidence is withdrawn under it. */
import { expect, test } from 'vitest'
import { openMcp } from './open-mcp.js'

const { connect, tenant } = await openMcp()
const agent = await connect('agent')
const admin = await connect('admin')

test('withdrawn evidence is refused retryably with the number of the repair; accepted, what rests on it enters the repair as affected', async () => {
  const wrong = await agent.ok('add_memory', { content: 'The router of Ana is an AX-200.', user_id: 'ana', source: 'tool_observation' })
  const found = await agent.ok('search_memories', { query: 'router', user_id: 'ana' })
  expect(found['results']).toMatchObject([{ id: wrong['id'] }]) // it reads what it has written
  const said = await agent.ok('record_step', { type: 'input', content: 'Which router do I have?', user_id: 'ana' })
  const here = { session_id: said['session_id'], user_id: 'ana' }
  const claim = await agent.ok('record_step', { type: 'claim', content: 'The router is an AX-200.', used_ids: [wrong['id']], ...here })
  await agent.ok('record_step', { type: 'final_answer', content: 'You have an AX-200.', used_ids: [said['id'], claim['id']], ...here })

  const { id: faultId } = await admin.ok('report_fault', { memory_id: wrong['id'] })
  const { repair } = await admin.ok('execute_repair', { fault_id: faultId }) as { repair: { id: number } }
  for (const used of [wrong['id'], claim['id']]) {
    const refusal = { code: 'withdrawn_evidence', retryable: true, where: { id: used, repair: repair.id } }
    expect(await agent.refused('record_step', { type: 'claim', content: 'It is old.', used_ids: [used], ...here })).toMatchObject(refusal)
    expect(await agent.refused('add_memory', { content: 'Ana has an old router.', used_ids: [used], ...here })).toMatchObject(refusal)
  }

  const late = await agent.ok('record_step', { type: 'claim', content: 'It is old.', used_ids: [claim['id']], on_withdrawn: 'accept', ...here })
  const noted = await agent.ok('add_memory', { content: 'Ana has an old router.', used_ids: [late['id']], on_withdrawn: 'accept', ...here })
  expect(await agent.ok('get_memory', { memory_id: noted['id'], ...here })).toMatchObject({ read_step_id: null, memory: { is_readable: false, content: null } })
  await tenant.work({ once: true })
  expect((await tenant.repairs.show(repair.id)).plan).toMatchObject({ affected: expect.arrayContaining([late['id'], noted['id']]), quarantine_memory_ids: [noted['id']] })
  expect(await agent.ok('get_memory', { memory_id: noted['id'], ...here })).toMatchObject({ memory: { status: 'quarantined', content: null, reason: expect.stringContaining('withdrawn') } })
  expect(await agent.ok('get_memory', { memory_id: wrong['id'], ...here })).toMatchObject({ memory: { status: 'deleted', content: null, reason: expect.stringContaining('diagnosed') } })
  expect(await tenant.audit.violations()).toEqual([])
})
