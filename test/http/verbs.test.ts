/** What each route does when all is well: an agent, a detector, an auditor and a person in charge over HTTP. */
import { afterAll, expect, test, vi } from 'vitest'
import { routes } from '../../src/http/routes.js'
import { openServer, type Asked } from './open-server.js'

const ofProgram = { name: 'clock', effect: 'pure' as const, parameters: { type: 'object' } }
const server = await openServer({ tools: [{ ...ofProgram, run: async () => ({}) }] })
const { ask, tenant, log } = server
const visited = new Set<string>()

/** Ask for something that must be answered well. */
async function get(method: string, path: string, asked: Asked = {}) {
  const answer = await ask(method, path, asked)
  expect([method, path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([method, path, answer.status, ''])
  const route = routes.find((known) => known.method === method
    && new RegExp(`^${known.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*/, '')) && (known.url.includes('/:') || known.url === path.replace(/\?.*/, '')))
  expect(answer.status).toBe(route !== undefined && 'status' in route ? route.status : 200)
  visited.add(route?.id ?? '')
  return answer
}
afterAll(() => expect(log).toEqual([]))

test('an agent remembers, finds, cites, says anew and retires', async () => {
  const key = 'agent'
  const added = await get('POST', '/v1/memories', { key, body: { content: 'The router of Ana is an AX-200.', id: 'm/1 ä', userId: 'ana', source: 'tool_observation' } })
  expect(added.json['id']).toBe('m/1 ä')
  expect(added.headers['location']).toBe('/v1/memories/m%2F1%20%C3%A4')
  const session = await get('POST', '/v1/sessions', { key, body: { id: 'chat', userId: 'ana' } })
  expect(session.json).toMatchObject({ id: 'chat', userId: 'ana', lastTurn: 0 })
  expect(new Date(session.json['createdAt'] as string).getTime()).toBeGreaterThan(0)
  const said = await get('POST', '/v1/inputs', { key, body: { content: 'Which router?', sessionId: 'chat', userId: 'ana' } })
  const found = await get('POST', '/v1/memories/search', { key, body: { query: 'Which router?', sessionId: 'chat', userId: 'ana' } })
  expect(found.json['results']).toMatchObject([{ id: 'm/1 ä', content: 'The router of Ana is an AX-200.' }])
  await get('POST', '/v1/steps', {
    key, body: { sessionId: 'chat', id: 'a1', type: 'final_answer', content: 'An AX-200.', usedIds: [said.json['id'], found.json['readStepId'], 'm/1 ä'] },
  })
  const turn = await get('POST', '/v1/turns', { key, body: { sessionId: 'chat', input: { content: 'Thanks.' }, steps: [{ type: 'final_answer', content: 'You are welcome.' }] } })
  expect(turn.json).toMatchObject({ sessionId: 'chat', turn: 2, steps: [{ turn: 2 }] })
  expect((await get('GET', '/v1/sessions/chat', { key })).json).toMatchObject({ lastTurn: 2 })
  expect((await get('GET', '/v1/memories/m%2F1%20%C3%A4', { key })).json).toMatchObject({ content: 'The router of Ana is an AX-200.', isReadable: true, userId: 'ana' })
  expect((await get('GET', '/v1/answers/a1/current', { key })).json).toMatchObject({ content: 'An AX-200.', validity: 'valid' })

  const usage = (await get('GET', '/v1/memories/m%2F1%20%C3%A4/usage', { key })).json['items'] as { id: string; kind: string; labels: string[] }[]
  expect(usage.map(({ kind, labels }) => [kind, labels])).toEqual([['memory_read', ['cite']], ['final_answer', ['cite']]])
  expect(usage[1]).toMatchObject({ id: 'a1', sessionId: 'chat', turn: 1, validity: 'valid' })

  const changed = await get('PATCH', '/v1/memories/m%2F1%20%C3%A4', { key, body: { content: 'The router of Ana is a BX-300.' } })
  expect((await get('GET', '/v1/memories/m%2F1%20%C3%A4', { key })).json).toMatchObject({ status: 'superseded', replacedBy: [changed.json['id']] })
  expect((await get('GET', `/v1/memories/${changed.json['id'] as string}/lineage`, { key })).json['sources']).toEqual(
    expect.arrayContaining([expect.objectContaining({ relation: 'supersedes', id: 'm/1 ä' })]))
  expect((await get('GET', `/v1/memories/${changed.json['id'] as string}/history`, { key })).json['items']).toEqual(
    expect.arrayContaining([expect.objectContaining({ memoryId: 'm/1 ä', to: 'superseded' })]))
  await get('DELETE', `/v1/memories/${changed.json['id'] as string}?sessionId=chat&usedIds=a1`, { key })
  expect((await get('GET', `/v1/memories/${changed.json['id'] as string}`, { key })).json).toMatchObject({ status: 'deleted', content: null, isReadable: false })
})

test('an exporter of OpenTelemetry sends what an agent said', async () => {
  const message = { role: 'assistant', parts: [{ type: 'text', content: 'Good morning.' }] }
  const attributes = [['gen_ai.operation.name', 'chat'], ['gen_ai.conversation.id', 'traced'], ['gen_ai.output.messages', JSON.stringify([message])]]
    .map(([name, stringValue]) => ({ key: name, value: { stringValue } }))
  const span = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), startTimeUnixNano: '1', endTimeUnixNano: '2', attributes }
  expect((await get('POST', '/v1/traces', { key: 'agent', body: { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] } })).json).toEqual({})
  expect((await get('POST', '/v1/logs', { key: 'agent', body: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'not of an agent' } }] }] }] } })).json).toEqual({})
  expect((await tenant.sessions.trace('traced')).map(({ kind, content }) => [kind, content])).toEqual([['final_answer', 'Good morning.']])
})

test('lists come in pages that hold everything once', async () => {
  for (let index = 0; index < 7; index++) await tenant.memories.add(`note ${index}`, { id: `n${index}`, userId: 'pat', sessionId: `p${index}` })
  async function all(path: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json } = await get('GET', `${path}${path.includes('?') ? '&' : '?'}limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect((json['items'] as unknown[]).length).toBeLessThanOrEqual(3)
      items.push(...json['items'] as Record<string, unknown>[])
      cursor = json['nextCursor'] as string | null
    }
    return items
  }
  expect((await all('/v1/memories?userId=pat')).map(({ id }) => id)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
  expect((await all('/v1/memories?userId=pat&statuses=deleted&statuses=active')).length).toBe(7)
  expect((await all('/v1/sessions?userId=pat')).map(({ id }) => id)).toEqual(['p6', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0'])
  for (let index = 0; index < 4; index++) await get('POST', '/v1/faults', { key: 'detector', body: { memoryId: `n${index}`, type: 'stale', evidence: 'old', confidence: 0.5 } })
  const faults = await all('/v1/faults?state=open')
  expect(faults.map(({ memoryId }) => memoryId)).toEqual(['n0', 'n1', 'n2', 'n3'])
  expect(faults[0]).toMatchObject({ detector: expect.stringMatching(/^key:\d+$/), confidence: 0.5, state: 'open' })
  expect((await all('/v1/faults?memoryId=n2')).length).toBe(1)
  await tenant.repairs.open()
  expect((await all('/v1/repairs')).map(({ id }) => id)).toEqual([4, 3, 2, 1])
  expect((await all('/v1/repairs?state=done'))).toEqual([])
  const journal = await all('/v1/audit/journal?nodeId=n2')
  expect(journal.map(({ action, actor }) => [action, actor])).toEqual([['withhold', 'emend_detector']])
  expect((await all('/v1/audit/journal?repairId=2')).map(({ action }) => action)).toEqual(['claim'])
  expect((await all('/v1/memories/n2/usage')).length).toBe(0)
})

test('a detector reports, a person in charge has it repaired, approves nothing, undoes, and an auditor reads why', async () => {
  const wrong = await get('POST', '/v1/faults', { key: 'admin', body: { memoryId: 'n4', detector: 'page-check', failedAnswerId: 'a1' } })
  const fault = wrong.json['id'] as number
  expect(wrong.headers['location']).toBe(`/v1/faults/${fault}`)
  expect((await get('GET', `/v1/faults/${fault}`, { key: 'detector' })).json).toMatchObject({ detector: 'page-check', failedAnswerId: 'a1' })
  const again = await get('POST', '/v1/faults', { key: 'detector', body: { memoryId: 'n4', detector: 'page-check', evidence: 'seen again' } })
  expect(again.json).toEqual((await get('GET', `/v1/faults/${fault}`, { key: 'detector' })).json) // one fault, as it was first said
  expect((await get('POST', '/v1/repairs/trace', { key: 'auditor', body: { faultIds: [fault] } })).json['affected']).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'n4', kind: 'memory' })]))
  expect((await get('POST', '/v1/repairs/plan', { key: 'detector', body: { faultIds: [fault] } })).json).toMatchObject({ format: 'emend/plan@1', delete_memory_ids: ['n4'] })
  const opened = await get('POST', '/v1/repairs', { key: 'worker', body: { faultId: fault } })
  const repair = opened.json['id'] as number
  expect([opened.json, opened.headers['location']]).toMatchObject([{ state: 'open', faults: [fault] }, `/v1/repairs/${repair}`])
  expect((await ask('GET', `/v1/repairs/${repair}/report`)).json).toMatchObject({ code: 'repair_state', status: 409 })
  await tenant.work({ once: true })
  expect((await get('GET', `/v1/repairs/${repair}`, { key: 'agent' })).json).toMatchObject({ state: 'done' })
  expect((await get('GET', `/v1/repairs/${repair}/report`, { key: 'auditor' })).json).toMatchObject({ format: 'emend/repair@1', state: 'done', memories: [{ id: 'n4', status: 'deleted' }] })
  for (const verb of ['approve', 'skip']) expect((await ask('POST', `/v1/repairs/${repair}/${verb}`)).json).toMatchObject({ code: 'repair_state' })
  expect((await get('GET', '/v1/audit/nodes/n4', { key: 'auditor' })).json).toMatchObject({ decisions: [{ repairId: repair, rule: 'R1' }] })
  expect((await get('GET', '/v1/audit/violations', { key: 'auditor' })).json).toEqual({ items: [] })
  expect((await get('GET', '/v1/audit/status', { key: 'worker' })).json).toMatchObject({ repairs: { done: 5 }, violations: [] })
  await get('GET', '/v1/audit/model-usage', { key: 'auditor' })
  expect((await get('POST', `/v1/repairs/${repair}/undo`)).json).toEqual({ state: 'undone' })
  expect((await get('POST', `/v1/repairs/${repair}/undo`, { body: {} })).json).toEqual({ state: 'done' })
  expect((await get('POST', `/v1/faults/${fault}/withdraw`)).json).toMatchObject({ id: fault, state: 'withdrawn' })
  expect((await get('GET', '/v1/memories/n4', { key: 'agent' })).json).toMatchObject({ isReadable: true, content: 'note 4' })
  const held = (await ask('POST', '/v1/faults', { body: { memoryId: 'n4', confidence: 0.6, hold: true } })).json
  expect([held, (await get('GET', '/v1/audit/status', { key: 'auditor' })).json['held']]).toMatchObject([{ state: 'held', confidence: 0.6 }, [{ faultId: held['id'], memoryId: 'n4' }]])
  expect((await get('POST', `/v1/faults/${String(held['id'])}/release`)).json).toMatchObject({ id: held['id'], state: 'open' })
  expect((await ask('POST', `/v1/faults/${String(held['id'])}/release`)).json).toMatchObject({ code: 'not_held', status: 409 })
  const journal = (await get('GET', `/v1/audit/journal?repairId=${repair}&limit=500`, { key: 'auditor' })).json['items'] as { actor: string; to: string }[]
  expect(journal.filter(({ to }) => to === 'undone').every(({ actor }) => /^key:\d+$/.test(actor))).toBe(true)
})

test('evidence that a repair has withdrawn is refused, and says which repair', async () => {
  expect((await ask('POST', '/v1/steps', { key: 'agent', body: { sessionId: 'chat', type: 'claim', content: 'note', usedIds: ['n0'] } })).json)
    .toMatchObject({ code: 'withdrawn_evidence', status: 409, retryable: true, where: { id: 'n0', repair: expect.any(Number) } })
  expect((await get('GET', '/v1/memories/n0', { key: 'agent' })).json).toMatchObject({ content: null, status: 'deleted', reason: expect.stringContaining('diagnosed') })
})

test('a stale answer is made again when an agent asks for it', async () => {
  await tenant.memories.add('The plan of Kim is Silver.', { id: 'k1', userId: 'kim', source: 'tool_observation' })
  for (const session of ['k-1', 'k-2']) {
    await tenant.inputs.add('Which plan do I have?', { id: `u-${session}`, sessionId: session, userId: 'kim' })
    await tenant.steps.record({ id: `a-${session}`, sessionId: session, type: 'final_answer', content: 'The plan of Kim is Silver.', usedIds: [`u-${session}`, 'k1'] })
  }
  const fault = await tenant.faults.add({ memoryId: 'k1', failedAnswerId: 'a-k-2' })
  await tenant.repairs.run(await tenant.repairs.openFor(fault.id))
  expect((await get('GET', '/v1/answers/a-k-1/current', { key: 'agent' })).json).toMatchObject({ isStale: true, content: null })
  expect((await get('POST', '/v1/answers/a-k-1/regenerate', { key: 'agent' })).json).toMatchObject({ validity: 'valid', isReplaced: true, content: expect.not.stringContaining('Silver') })
})

test('a repair that waits for a person is approved, or skipped, over HTTP', async () => {
  vi.stubEnv('EMEND_APPROVE_ABOVE', '1') // a memory and the step that wrote it are two nodes
  const careful = await server.store.tenant('acme')
  vi.unstubAllEnvs()
  const waiting = await Promise.all(['w1', 'w2'].map(async (id) => {
    await tenant.memories.add(`waiting ${id}`, { id })
    const repair = await tenant.repairs.openFor((await tenant.faults.add({ memoryId: id })).id)
    await careful.repairs.run(repair).catch(() => {}) // it has no report before its plan
    return repair
  }))
  for (const repair of waiting) expect((await ask('GET', `/v1/repairs/${repair}`)).json).toMatchObject({ waitingFor: 'approval', state: 'open' })
  const [first, second] = waiting
  const { proposal } = (await get('GET', `/v1/repairs/${first}`)).json as { proposal: { hash: string; effects: object; growth: null } }
  expect(proposal).toMatchObject({ effects: { affected: 2, delete: ['w1'], call: [] }, growth: null })
  expect((await ask('GET', `/v1/repairs/${first}`, { key: 'agent' })).json).toMatchObject({ proposal: null, waitingReason: 'a person has to approve what it does' })
  expect((await ask('POST', `/v1/repairs/${first}/approve?hash=of-another`)).json).toMatchObject({ code: 'plan_changed', status: 409 })
  expect((await get('POST', `/v1/repairs/${first}/approve?hash=${proposal.hash}`)).json).toEqual({ what: 'approval', tools: [], effects: proposal.effects, growth: null })
  expect((await ask('GET', `/v1/repairs/${first}`)).json).toMatchObject({ waitingFor: null })
  expect((await get('POST', `/v1/repairs/${second}/skip`)).json).toMatchObject({ what: 'approval', tools: [], growth: null })
  expect((await ask('GET', `/v1/repairs/${second}`)).json).toMatchObject({ state: 'failed' })
})

test('a tool that lives elsewhere is registered, listed and forgotten', async () => {
  const tool = { name: 'firmware_lookup', effect: 'pure', secret: 'SHOP', http: { url: 'https://tools.example.com/' } }
  expect((await get('POST', '/v1/tools', { body: tool })).json).toMatchObject({ ...tool, timeoutMs: 30_000, registeredAt: expect.any(String) })
  expect((await get('GET', '/v1/tools', { key: 'auditor' })).json).toMatchObject({ items: [{ ...ofProgram, lives: 'program', registeredAt: null }, { ...tool, lives: 'http', isOvershadowed: false }] })
  expect((await ask('GET', '/v1/tools', { key: 'agent' })).json).toMatchObject({ code: 'forbidden' })
  expect((await get('DELETE', '/v1/tools/firmware_lookup')).json).toEqual({ name: 'firmware_lookup' })
  expect((await get('GET', '/v1/tools', { key: 'worker' })).json['items']).toHaveLength(1)
})

test('a tenant decides which plans wait, which model is asked, and who is told', async () => {
  expect((await get('GET', '/v1/settings', { key: 'auditor' })).json).toEqual({ review: null, model: null })
  const model = { name: 'large', url: 'https://models.example.com/v1', secret: 'MODEL' }
  expect((await get('PATCH', '/v1/settings', { body: { review: { mode: 'above', above: 50 }, model } })).json).toEqual({ review: { mode: 'above', above: 50 }, model })
  expect((await get('PATCH', '/v1/settings', { body: { review: null, model: null } })).json).toEqual({ review: null, model: null })
  const hook = { url: 'https://hooks.example.com/', secret: 'HOOK', types: ['repair.waiting'] }
  const { json: added } = await get('POST', '/v1/webhooks', { body: hook })
  expect(added).toMatchObject({ ...hook, pending: 0, disabledAt: null })
  expect((await get('GET', '/v1/webhooks', { key: 'auditor' })).json).toEqual({ items: [added] })
  expect((await ask('GET', '/v1/webhooks', { key: 'agent' })).json).toMatchObject({ code: 'forbidden' })
  expect((await get('DELETE', `/v1/webhooks/${String(added['id'])}`)).json).toEqual({ id: added['id'] })
})

test('a user is erased', async () => {
  const erased = (await get('POST', '/v1/users/kim/erase')).json
  expect(erased).toMatchObject({ userId: 'kim', isComplete: true, nodes: { inputs: 2, memories: 1 }, tables: { input: 2 }, rebuilt: [] })
  expect((await get('GET', '/v1/memories/k1', { key: 'auditor' })).json).toMatchObject({ content: null, status: 'deleted', reason: 'erased' })
  expect((await ask('POST', '/v1/memories', { key: 'agent', body: { id: 'k1', content: 'The plan of Kim is Silver.' } })).json).toMatchObject({ code: 'erased', status: 409 })
})

test('of every route one answer was seen', () => {
  const elsewhere = ['followRepair', 'backupTenant', 'restoreTenant', 'exportRecord'] // events.test.ts, copies.test.ts
  expect(routes.map(({ id }) => id).filter((id) => !visited.has(id))).toEqual(elsewhere)
})
