/** Errors are tool errors with a code, a hint and a place; never a stack. */
import { expect, test } from 'vitest'
import { EmendError } from '../../src/errors.js'
import type { EmendTenant } from '../../src/index.js'
import { openMcp } from './open-mcp.js'

const { connect, tenant, log } = await openMcp()
const admin = await connect('admin')
const session_id = 's'

test.each<[string, Record<string, unknown>, string, Record<string, unknown>]>([
  ['add_memory', {}, 'bad_item', { tool: 'add_memory', path: 'content' }],
  ['add_memory', { content: 7 }, 'bad_item', { tool: 'add_memory', path: 'content' }],
  ['add_memory', { content: 'x', unknown: 1 }, 'bad_item', { tool: 'add_memory', path: '' }],
  ['add_memory', { content: 'x', used_ids: ['nobody'] }, 'unknown_id', { id: 'nobody' }],
  ['add_memory', { content: 'a\0b' }, 'bad_text', {}],
  ['add_memory', { content: 'x'.repeat(262_145) }, 'too_large', {}],
  ['update_memory', { memory_id: 'nobody', content: 'x' }, 'not_found', { id: 'nobody' }],
  ['delete_memory', { memory_id: 'nobody' }, 'unknown_id', { id: 'nobody' }],
  ['get_memory', { memory_id: 'nobody' }, 'not_found', { id: 'nobody' }],
  ['search_memories', { query: 'x', k: 0 }, 'bad_item', { tool: 'search_memories', path: 'k' }],
  ['search_memories', { query: 'x', mode: 'magic' }, 'bad_item', { tool: 'search_memories', path: 'mode' }],
  ['search_memories', { query: 'x', mode: 'fused' }, 'no_embeddings', { mode: 'fused' }],
  ['record_step', { type: 'thought', content: 'x' }, 'bad_item', { tool: 'record_step', path: 'type' }],
  ['record_step', { type: 'claim', content: 'x', session_id, used_ids: ['nobody'] }, 'unknown_id', { id: 'nobody' }],
  ['record_step', { type: 'input', content: 'x', used_ids: ['nobody'] }, 'bad_item', { tool: 'record_step', path: 'used_ids' }],
  ['record_step', { type: 'tool_observation', content: 'x', tool: { call_id: 'c' } }, 'bad_item', { tool: 'record_step', path: 'tool.name' }],
  ['report_fault', { memory_id: 'nobody' }, 'unknown_id', {}],
  ['trace_affected', {}, 'bad_item', {}],
  ['trace_affected', { fault_ids: [999] }, 'not_found', { fault: 999 }],
  ['plan_repair', { memory_id: 'nobody' }, 'not_found', { id: 'nobody' }],
  ['explain_support', { node_id: 'nobody' }, 'not_found', { id: 'nobody' }],
  ['execute_repair', { fault_id: 999 }, 'not_found', { fault: 999 }],
  ['get_repair', { repair_id: 999 }, 'not_found', {}],
  ['undo_repair', { repair_id: 999 }, 'not_found', {}],
])('%s %j is refused with %s', async (name, args, code, where) => {
  const { isError, text, data } = await admin.call(name, args)
  const error = data['error'] as Record<string, unknown>
  expect([isError, error['code']]).toEqual([true, code])
  expect(error).toMatchObject({ where, hint: expect.stringMatching(/\w/), message: expect.stringMatching(/\w/), retryable: false })
  expect(text.startsWith(`${code}: `)).toBe(true)
  expect(text).toContain(String(error['hint']))
  expect(text).not.toMatch(/\n\s+at /)
})

test('what nobody has thought of is told to the log, not to the caller', async () => {
  const broken: EmendTenant = { ...tenant, explain: async () => { throw new Error('a secret of the house') } }
  const { text, data } = await (await connect('admin', undefined, broken)).call('explain_support', { node_id: 'x' })
  expect(data['error']).toMatchObject({ code: 'unexpected', where: {} })
  expect(text).not.toContain('secret')
  expect(log.join('\n')).toMatch(/a secret of the house\n\s+at /)
})

test('the repair that withdrew what is cited is named', async () => {
  await tenant.memories.add('The moon is made of cheese.', { id: 'moon' })
  const fault = await tenant.faults.add({ memoryId: 'moon' })
  const repair = await tenant.repairs.openFor(fault.id)
  await tenant.repairs.run(repair)
  expect(await admin.refused('add_memory', { content: 'Cheese is far away.', used_ids: ['moon'] })).toMatchObject({ code: 'withdrawn_evidence', where: { id: 'moon', repair } })
  expect(await admin.refused('add_memory', { content: 'The moon is made of cheese.' })).toMatchObject({ code: 'tombstoned' })
  expect(new EmendError('withdrawn_evidence', '').isRetryable).toBe(true)
})
