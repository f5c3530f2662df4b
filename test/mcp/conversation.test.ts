/** An agent that speaks nothing but MCP leaves a trace that a fault is followed through, and that is repaired. */
import { expect, test } from 'vitest'
import { openMcp } from './open-mcp.js'

const { connect } = await openMcp()
const agent = await connect('agent')
const detector = await connect('detector')
const auditor = await connect('auditor')
const admin = await connect('admin')
const ids = (result: Record<string, unknown>) => (result['results'] as { id: string }[]).map(({ id }) => id)

test('what the agent cited is affected, and nothing else; the plan withdraws it, the repair carries it out', async () => {
  const wrong = await agent.ok('add_memory', { content: 'The router of Ana is an AX-200.', user_id: 'ana', source: 'tool_observation' })
  const good = await agent.ok('add_memory', { content: 'Ana prefers answers by e-mail.', user_id: 'ana', source: 'user_input' })

  const said = await agent.ok('record_step', { type: 'input', content: 'Which router do I have?', user_id: 'ana' })
  const here = { session_id: said['session_id'], user_id: 'ana' }
  const read = await agent.ok('search_memories', { query: 'Which router do I have?', k: 1, ...here })
  expect(ids(read)).toEqual([wrong['id']])
  const claim = await agent.ok('record_step', { type: 'claim', content: 'The router is an AX-200.', used_ids: [read['read_step_id'], wrong['id']], ...here })
  const answer = await agent.ok('record_step', { type: 'final_answer', content: 'You have an AX-200.', used_ids: [said['id'], claim['id']], ...here })
  const derived = await agent.ok('add_memory', { content: 'Ana needs firmware for an AX-200.', used_ids: [claim['id']], ...here })

  const other = await agent.ok('record_step', { type: 'input', content: 'How shall we answer?', user_id: 'ana' })
  const there = { session_id: other['session_id'], user_id: 'ana' }
  const look = await agent.ok('get_memory', { memory_id: good['id'], ...there })
  const second = await agent.ok('record_step', { type: 'final_answer', content: 'By e-mail.', used_ids: [other['id'], look['read_step_id'], good['id']], ...there })

  const fault = await detector.ok('report_fault', { memory_id: wrong['id'], type: 'poisoned', evidence: 'the page can be edited by anyone' })
  // The step that wrote it is where the fault began; then by the clock whatever cites it, or cites that.
  const reached = [wrong['step_id'], wrong['id'], read['read_step_id'], claim['id'], answer['id'], derived['step_id'], derived['id']]
  const traced = await auditor.ok('trace_affected', { memory_id: wrong['id'] })
  expect(traced['fault_ids']).toEqual([fault['id']])
  expect((traced['affected'] as { id: string }[]).map(({ id }) => id)).toEqual(reached)

  const plan = await auditor.ok('plan_repair', { fault_ids: [fault['id']] })
  expect(plan).toMatchObject({ affected: reached, delete_memory_ids: [wrong['id']], invalidated_claim_ids: [claim['id']] })
  expect(plan['quarantine_memory_ids']).toEqual([derived['id']])
  const touched = JSON.stringify(plan['rows'])
  expect([good['id'], look['read_step_id'], second['id']].filter((id) => touched.includes(String(id)))).toEqual([])

  // From the fault on the memory is not found, is told with its state, and cannot be cited.
  const again = await agent.ok('search_memories', { query: 'Which router do I have?', ...here })
  expect(ids(again)).not.toContain(wrong['id'])
  expect(await agent.ok('get_memory', { memory_id: wrong['id'], ...here })).toMatchObject({ read_step_id: null, memory: { content: null, is_readable: false } })
  expect(await agent.refused('record_step', { type: 'claim', content: 'It is an AX-200.', used_ids: [wrong['id']], ...here }))
    .toMatchObject({ code: 'withdrawn_evidence', retryable: true, hint: expect.stringContaining('read again'), where: { id: wrong['id'] } })

  const { repair, report } = await admin.ok('execute_repair', { fault_id: fault['id'] }) as { repair: { id: number }; report: object }
  expect(repair).toMatchObject({ state: 'done', waiting_for: null, faults: [fault['id']] })
  expect(report).toMatchObject({ format: 'emend/repair@1', verify: { violations: 0 } })
  expect(await agent.ok('get_repair', { repair_id: repair.id })).toMatchObject({ repair: { state: 'done' }, report: null })
  expect(await auditor.ok('explain_support', { node_id: claim['id'] })).toMatchObject({
    kind: 'claim', validity: 'invalid', decisions: [{ repair_id: repair.id, is_affected: true, path_from_fault: expect.arrayContaining([expect.objectContaining({ id: wrong['id'] })]) }],
  })
  expect(await admin.ok('get_memory', { memory_id: wrong['id'] })).toMatchObject({ memory: { status: 'deleted', content: null } })
  expect(await admin.ok('undo_repair', { repair_id: repair.id })).toEqual({ repair_id: repair.id, state: 'undone' })
})

test('a conclusion without used_ids rests on what its turn had before', async () => {
  const { id: memory_id } = await agent.ok('add_memory', { content: 'The office closes at five.', user_id: 'bo' })
  const said = await agent.ok('record_step', { type: 'input', content: 'When does the office close?', user_id: 'bo' })
  const here = { session_id: said['session_id'], user_id: 'bo' }
  const read = await agent.ok('search_memories', { query: 'When does the office close?', ...here })
  const answer = await agent.ok('record_step', { type: 'final_answer', content: 'At five.', ...here })
  await detector.ok('report_fault', { memory_id })
  const { affected } = await auditor.ok('trace_affected', { memory_id }) as { affected: { id: string }[] }
  expect(affected.map(({ id }) => id).slice(-2)).toEqual([read['read_step_id'], answer['id']])
})

test('a tool call, its result and a consolidation are recorded with their edges', async () => {
  const one = await agent.ok('add_memory', { content: 'Kim likes oolong tea.', user_id: 'kim' })
  const two = await agent.ok('add_memory', { content: 'Kim likes green tea.', user_id: 'kim' })
  const { session_id } = await agent.ok('record_step', { type: 'input', content: 'Which teas do we have?', user_id: 'kim' })
  const here = { session_id, user_id: 'kim' }
  const action = await agent.ok('record_step', { type: 'tool_action', content: 'stock', tool: { name: 'stock', args: { kind: 'tea' }, call_id: 'c1' }, used_ids: [one['id']], ...here })
  const result = await agent.ok('record_step', { type: 'tool_observation', content: '{"oolong": 3}', tool: { name: 'stock', call_id: 'c1' }, ...here })
  const merged = await agent.ok('record_step', {
    type: 'memory_consolidate', content: 'one memory of two', used_ids: [one['id'], two['id']], consumed_memory_ids: [one['id'], two['id']],
    generates: [{ content: 'Kim likes oolong and green tea.', derived_from: [one['id'], two['id']] }], ...here,
  })
  const [made] = merged['memory_ids'] as string[]
  expect(await agent.ok('get_memory', { memory_id: one['id'], ...here })).toMatchObject({ memory: { status: 'superseded' } })
  expect(await agent.ok('get_memory', { memory_id: made, ...here })).toMatchObject({ memory: { producing_step_id: merged['id'], derived_from: [one['id'], two['id']] } })
  await detector.ok('report_fault', { memory_id: one['id'] })
  const { affected } = await auditor.ok('trace_affected', { memory_id: one['id'] }) as { affected: { id: string }[] }
  expect(affected.map(({ id }) => id)).toEqual(expect.arrayContaining([action['id'], result['id'], merged['id'], made]))
})
