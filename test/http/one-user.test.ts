/** A key of one user acts for this user, whatever a request says. */
import { expect, test } from 'vitest'
import { routes } from '../../src/http/routes.js'
import { openServer } from './open-server.js'

const { ask, tenant, key } = await openServer()
const ana = await key('agent', { userId: 'ana' })
const anasDetector = await key('detector', { userId: 'ana' })
await tenant.memories.add('Bob likes tea', { id: 'b1', userId: 'bob' })
await tenant.memories.add('Shops close at six', { id: 'all' })
await tenant.memories.add('Ana likes tea', { id: 'a1', userId: 'ana' })
await tenant.inputs.add('Tea?', { id: 'u-bob', sessionId: 'of-bob', userId: 'bob' })
await tenant.steps.record({ id: 'answer-bob', sessionId: 'of-bob', type: 'final_answer', content: 'Yes.', usedIds: ['u-bob', 'b1'] })
await tenant.sessions.open({ id: 'of-ana', userId: 'ana' })

const post = (path: string, body: unknown) => ask('POST', path, { key: ana, body })
const code = async (asked: Promise<{ status: number; json: Record<string, unknown> }>) => {
  const { status, json } = await asked
  return json['code'] ?? status
}

test('what names nobody is this user\'s, what names somebody else is forbidden', async () => {
  const { json } = await post('/v1/memories', { content: 'Ana has a cat' })
  expect((await tenant.memories.get(json['id'] as string)).userId).toBe('ana')
  const input = await post('/v1/inputs', { content: 'hello' })
  expect((await tenant.sessions.get(input.json['sessionId'] as string)).userId).toBe('ana')
  expect((await post('/v1/sessions', {})).json['userId']).toBe('ana')
  const named: [path: string, body: unknown][] = [
    ['/v1/memories', { content: 'x', userId: 'bob' }],
    ['/v1/memories/search', { query: 'tea', userId: 'bob' }],
    ['/v1/memories/search', { query: 'tea', scope: { user: 'bob' } }],
    ['/v1/sessions', { userId: 'bob' }],
    ['/v1/sessions', { id: 'of-bob' }],
    ['/v1/inputs', { content: 'x', userId: 'bob' }],
    ['/v1/inputs', { content: 'x', sessionId: 'of-bob' }],
    ['/v1/memories', { content: 'x', sessionId: 'of-bob' }],
    ['/v1/memories/search', { query: 'tea', sessionId: 'of-bob' }],
    ['/v1/steps', { sessionId: 'of-bob', type: 'claim', content: 'x' }],
    ['/v1/steps', { sessionId: 'of-ana', type: 'claim', content: 'x', userId: 'bob' }],
    ['/v1/steps', { sessionId: 'of-ana', type: 'memory_write', content: 'x', generates: [{ content: 'y', userId: 'bob' }] }],
    ['/v1/steps', { sessionId: 'of-ana', type: 'memory_read', content: 'x', query: { text: 'tea', scope: { user: 'bob' } } }],
    ['/v1/turns', { sessionId: 'of-bob', steps: [] }],
    ['/v1/turns', { userId: 'bob', steps: [] }],
    ['/v1/turns', { steps: [{ type: 'claim', content: 'x', userId: 'bob' }] }],
  ]
  for (const [path, body] of named) expect([path, body, await code(post(path, body))]).toEqual([path, body, 'forbidden'])
  expect(await code(ask('GET', '/v1/memories?userId=bob', { key: ana }))).toBe('forbidden')
  expect(await code(ask('GET', '/v1/sessions?userId=bob', { key: ana }))).toBe('forbidden')
})

test('a search finds this user\'s memories and those that are nobody\'s, whatever its scope', async () => {
  for (const scope of [undefined, {}, { user: 'ana' }]) {
    const { json } = await post('/v1/memories/search', { query: 'tea shops', ...(scope === undefined ? {} : { scope }) })
    expect((json['results'] as { id: string }[]).map(({ id }) => id).sort()).toEqual(['a1', 'all'])
  }
  const listed = await ask('GET', '/v1/memories', { key: ana })
  expect((listed.json['items'] as { userId: string }[]).every(({ userId }) => userId === 'ana')).toBe(true)
  const sessions = await ask('GET', '/v1/sessions', { key: ana })
  expect((sessions.json['items'] as { userId: string }[]).every(({ userId }) => userId === 'ana')).toBe(true)
})

test('the nodes of other users are not there, to look at, to cite or to retire', async () => {
  for (const path of ['/v1/memories/b1', '/v1/memories/b1/history', '/v1/memories/b1/lineage', '/v1/memories/b1/usage', '/v1/answers/answer-bob/current', '/v1/sessions/of-bob']) {
    expect([path, await code(ask('GET', path, { key: ana }))]).toEqual([path, 'not_found'])
  }
  expect(await code(ask('PATCH', '/v1/memories/b1', { key: ana, body: { content: 'x' } }))).toBe('not_found')
  expect(await code(ask('DELETE', '/v1/memories/b1', { key: ana }))).toBe('not_found')
  expect(await code(ask('DELETE', '/v1/memories/a1?usedIds=b1', { key: ana }))).toBe('unknown_id')
  expect(await code(post('/v1/answers/answer-bob/regenerate', {}))).toBe('not_found')
  expect(await code(ask('POST', '/v1/faults', { key: anasDetector, body: { memoryId: 'b1' } }))).toBe('not_found')
  for (const body of [
    { content: 'x', usedIds: ['b1'] }, { content: 'x', derivedFrom: ['b1'] }, { content: 'x', supersedes: ['b1'] }, { content: 'x', usedIds: ['a1', 'answer-bob'] },
  ]) expect([body, await code(post('/v1/memories', body))]).toEqual([body, 'unknown_id'])
  for (const step of [
    { consumedMemoryIds: ['b1'] }, { usedIds: ['b1'] }, { justifications: [['a1'], ['b1']] }, { generates: [{ content: 'y', supersedes: ['b1'] }] },
  ]) {
    const body = { sessionId: 'of-ana', type: 'memory_update', content: 'x', ...step }
    expect([step, await code(post('/v1/steps', body))]).toEqual([step, 'unknown_id'])
    const { sessionId: _, ...inTurn } = body
    expect([step, await code(post('/v1/turns', { steps: [inTurn] }))]).toEqual([step, 'unknown_id'])
  }
  expect((await tenant.memories.get('b1')).status).toBe('active')
})

test('what is this user\'s or nobody\'s may be cited and looked at', async () => {
  const { json } = await post('/v1/turns', {
    sessionId: 'of-ana', input: { id: 'u-ana', content: 'Tea?' },
    steps: [
      { id: 'r-ana', type: 'memory_read', content: 'tea', usedIds: ['a1', 'all'], query: { text: 'tea', scope: { agent: 'x' } } },
      { id: 'c-ana', type: 'claim', content: 'tea it is', usedIds: ['r-ana', 'a1', 'all'] },
    ],
  })
  expect(json['steps']).toHaveLength(2)
  const items = await tenant.exportItems()
  expect(items.find(({ id }) => id === 'r-ana')).toMatchObject({ query: { scope: { user: 'ana', agent: 'x' } } })
  expect(await code(ask('GET', '/v1/memories/all', { key: ana }))).toBe(200)
  expect(await code(ask('POST', '/v1/faults', { key: anasDetector, body: { memoryId: 'a1' } }))).toBe(201)
})

test('routes that show things of all users are not for a key of one', async () => {
  const open = routes.filter(({ forOneUser }) => !forOneUser).map(({ id }) => id)
  expect(open).toEqual([
    'listFaults', 'getFault', 'releaseFault', 'withdrawFault', 'planRepair', 'traceAffected', 'executeRepair', 'listRepairs', 'getRepairReport', 'approveRepair', 'skipRepair', 'undoRepair', 'eraseUser',
    'explainNode', 'listJournal', 'listViolations', 'getStatus', 'getModelUsage',
    'registerTool', 'listTools', 'removeTool', 'getSettings', 'changeSettings', 'addWebhook', 'listWebhooks', 'removeWebhook', 'backupTenant', 'restoreTenant', 'exportRecord',
  ])
})
