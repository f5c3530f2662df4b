/** The role of the principal decides what is there; a principal of one user acts for this user only. */
import { expect, test } from 'vitest'
import { keyRoles } from '../../src/vocabulary.js'
import { openMcp } from './open-mcp.js'

const { connect, tenant, store } = await openMcp()
const reads = ['search_memories', 'get_memory']
const writes = ['add_memory', 'update_memory', 'delete_memory', 'record_step']
const expected: Record<(typeof keyRoles)[number], string[]> = {
  agent: [...reads, ...writes, 'get_repair'],
  detector: [...reads, 'report_fault', 'get_repair'],
  auditor: [...reads, 'trace_affected', 'explain_support', 'plan_repair', 'get_repair'],
  worker: ['plan_repair', 'execute_repair', 'get_repair'],
  admin: [...reads, ...writes, 'report_fault', 'trace_affected', 'explain_support', 'plan_repair', 'execute_repair', 'get_repair', 'approve_repair', 'undo_repair'],
}
const ofOneUser = new Set([...reads, ...writes, 'report_fault', 'get_repair'])

test.each(keyRoles)('role %s is listed its tools, and no other can be called', async (role) => {
  const { listed, client } = await connect(role)
  expect(listed).toEqual(expected[role])
  for (const name of expected.admin.filter((name) => !listed.includes(name))) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`Tool ${name} not found`)
  }
  expect((await connect(role, 'ana')).listed).toEqual(expected[role].filter((name) => ofOneUser.has(name)))
  expect((await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name)).toEqual(role === 'worker' ? ['repair'] : ['session_trace', 'memory_lineage', 'repair'])
})

test('what destroys is marked, what only reads is marked too', async () => {
  const { tools } = await (await connect('admin')).client.listTools()
  expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name).sort())
    .toEqual(['approve_repair', 'delete_memory', 'execute_repair', 'report_fault', 'undo_repair', 'update_memory'])
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name).sort())
    .toEqual(['explain_support', 'get_memory', 'get_repair', 'plan_repair', 'search_memories', 'trace_affected'])
  expect(tools.filter((tool) => !tool.outputSchema || !tool.description || !tool.title).map(({ name }) => name)).toEqual([])
})

test('detectors and auditors leave no steps', async () => {
  await tenant.memories.add('The cellar is dry.', { id: 'cellar' })
  for (const role of ['detector', 'auditor'] as const) {
    const { ok } = await connect(role)
    expect(await ok('search_memories', { query: 'cellar' })).toMatchObject({ read_step_id: null, results: [{ id: 'cellar' }] })
    expect(await ok('get_memory', { memory_id: 'cellar' })).toMatchObject({ read_step_id: null, memory: { content: 'The cellar is dry.' } })
  }
  expect(await tenant.memories.usage('cellar')).toEqual([])
})

test('who acts for one user finds, reads, changes and cites nothing of another', async () => {
  await tenant.memories.add('Bob likes tea', { id: 'b1', userId: 'bob' })
  await tenant.memories.add('Ana likes tea', { id: 'a1', userId: 'ana' })
  await tenant.memories.add('Tea is served at four', { id: 'all' })
  await tenant.inputs.add('Tea?', { id: 'u-bob', sessionId: 'of-bob', userId: 'bob' })
  const ana = await connect('agent', 'ana')
  const code = async (name: string, args: Record<string, unknown>) => (await ana.refused(name, args))['code']

  const { results } = await ana.ok('search_memories', { query: 'tea', k: 10 }) as { results: { id: string }[] }
  expect(results.map(({ id }) => id).sort()).toEqual(['a1', 'all'])
  expect(await code('search_memories', { query: 'tea', user_id: 'bob' })).toBe('forbidden')
  expect(await code('search_memories', { query: 'tea', session_id: 'of-bob' })).toBe('forbidden')
  expect(await code('get_memory', { memory_id: 'b1' })).toBe('not_found')
  expect(await code('update_memory', { memory_id: 'b1', content: 'Bob likes coffee' })).toBe('not_found')
  expect(await code('delete_memory', { memory_id: 'b1' })).toBe('not_found')
  expect(await code('add_memory', { content: 'x', used_ids: ['b1'] })).toBe('unknown_id')
  expect(await code('add_memory', { content: 'x', derived_from: ['b1'] })).toBe('unknown_id')
  expect(await code('add_memory', { content: 'x', user_id: 'bob' })).toBe('forbidden')
  expect(await code('record_step', { type: 'input', content: 'Tea!', user_id: 'bob' })).toBe('forbidden')
  expect(await code('record_step', { type: 'input', content: 'Tea!', session_id: 'of-bob' })).toBe('forbidden')
  expect(await code('record_step', { type: 'claim', content: 'x', session_id: 'of-bob' })).toBe('forbidden')
  expect(await code('record_step', { type: 'memory_delete', content: 'x', consumed_memory_ids: ['b1'] })).toBe('unknown_id')
  expect((await (await connect('detector', 'ana')).refused('report_fault', { memory_id: 'b1' }))['code']).toBe('not_found')
  await expect(ana.client.readResource({ uri: 'emend://sessions/of-bob/trace' })).rejects.toThrow('there is no session')
  await expect(ana.client.readResource({ uri: 'emend://memories/b1/lineage' })).rejects.toThrow('there is no memory')

  const { id: memory_id } = await ana.ok('add_memory', { content: 'Ana likes cake' })
  expect(await tenant.memories.get(String(memory_id))).toMatchObject({ userId: 'ana' })
  const { id, session_id } = await ana.ok('record_step', { type: 'input', content: 'Cake?' })
  expect([await tenant.audit.owners([String(id)]), await tenant.sessions.get(String(session_id))]).toMatchObject([[{ userId: 'ana' }], { userId: 'ana' }])
})

test('another tenant sees nothing', async () => {
  const other = await connect('admin', undefined, await store.tenant('other'))
  expect(await other.ok('search_memories', { query: 'tea' })).toMatchObject({ results: [] })
  expect(await other.refused('get_memory', { memory_id: 'b1' })).toMatchObject({ code: 'not_found' })
  expect(await other.refused('add_memory', { content: 'x', used_ids: ['b1'] })).toMatchObject({ code: 'unknown_id' })
})
