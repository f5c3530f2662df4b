/** Erasure of a user: nothing that he said is left anywhere, what others had made of it is made anew, and nobody else notices. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openStore, runTurn, type EmendTenant, type ErasureReport, type Store } from '../../src/index.js'
import { rowsOf } from '../agent/open-tenant.js'
import { testDatabase } from '../database.js'
import { linesOf, quotesOf } from '../db/lines-of.js'

const database = await testDatabase()
const marker = 'QX-71934'
let store: Store
let acme: EmendTenant
let other: EmendTenant
const rows = <T extends object>(query: string, values: unknown[] = []) => rowsOf<T>(database, acme as never, query, values)
const idOf = async (tenant: EmendTenant) => (await database.pool.query<{ id: number }>('select tenant_id as id from emend.tenant where name = $1', [tenant.tenant])).rows[0]!.id

/** What Ana leaves behind, in a tenant: turns, memories, a repair, calls, and what others made of it. */
async function live(emend: EmendTenant): Promise<{ repair: number; fault: number }> {
  for (const [id, content, userId] of [
    ['a1', `The badge of Ana is ${marker}.`, 'ana'], ['a2', `The locker of Ana is ${marker}-9.`, 'ana'], ['b1', 'The tea of Bob is green.', 'bob'], ['c1', 'The plan of Cy is Gold.', 'cy'],
  ] as const) await emend.memories.add(content, { id, userId, source: 'tool_observation', sessionId: `notes-${userId}` })
  await emend.inputs.add(`My badge is ${marker}, what is my locker?`, { id: 'ua', sessionId: 'sa', userId: 'ana' })
  const { readStepId } = await emend.memories.search(`locker of ${marker}`, { sessionId: 'sa', userId: 'ana' })
  await emend.steps.record({ sessionId: 'sa', id: 'pa', type: 'plan', content: `Look ${marker} up.`, usedIds: ['ua', 'a1'] })
  await emend.steps.record({ sessionId: 'sa', id: 'ta', type: 'tool_action', content: `look ${marker} up`, usedIds: ['pa'], tool: { name: 'lookup', args: { badge: marker }, callId: 'call-1' } })
  await emend.steps.record({ sessionId: 'sa', id: 'oa', type: 'tool_observation', content: `{"locker": "${marker}-9"}`, usedIds: ['ta'], tool: { name: 'lookup', callId: 'call-1' } })
  await emend.steps.record({
    sessionId: 'sa', id: 'aa', type: 'final_answer', content: `Your locker is ${marker}-9.`, usedIds: ['ua', readStepId, 'a2', 'oa'],
    facts: [{ entity: 'Ana', attribute: 'locker', value: `${marker}-9` }],
  })
  // an agent without a user merges what it knows of both, and Bob is told
  await emend.steps.record({
    sessionId: 'night', id: 'merge', type: 'memory_consolidate', content: `Merge ${marker} and the tea.`, usedIds: ['a1', 'b1'], consumedMemoryIds: ['a1', 'b1'],
    generates: [{ id: 'sum', content: `The badge of Ana is ${marker}. The tea of Bob is green.`, derivedFrom: ['a1', 'b1'], supersedes: ['a1', 'b1'] }],
  })
  await emend.inputs.add('Which tea do I drink?', { id: 'ub', sessionId: 'sb', userId: 'bob' })
  await emend.steps.record({ sessionId: 'sb', id: 'cb', type: 'claim', content: `The tea of Bob is green, and the badge of Ana is ${marker}.`, usedIds: ['sum'] })
  await emend.steps.record({ sessionId: 'sb', id: 'ab', type: 'final_answer', content: `Green. By the way, the badge of Ana is ${marker}.`, usedIds: ['ub', 'cb'] })
  await emend.inputs.add('Which plan do I have?', { id: 'uc', sessionId: 'sc', userId: 'cy' })
  await emend.steps.record({ sessionId: 'sc', id: 'ac', type: 'final_answer', content: 'Gold.', usedIds: ['uc', 'c1'] })
  // a repair that looked at it, a fault that is held, and turns with model calls
  const fault = await emend.faults.add({ memoryId: 'a2', type: 'stale', evidence: `${marker} moved`, failedAnswerId: 'aa' })
  const repair = await emend.repairs.openFor(fault.id)
  await emend.repairs.run(repair)
  await emend.memories.add(`The car of Ana is ${marker}-C.`, { id: 'a3', userId: 'ana' })
  await emend.faults.add({ memoryId: 'a3', evidence: `${marker} is sold`, hold: true })
  await runTurn(emend, { content: `Remember that my door is ${marker}-D.`, userId: 'ana', sessionId: 'turn-a' })
  await runTurn(emend, { content: 'Remember that my cup is blue.', userId: 'cy', sessionId: 'turn-c' })
  return { repair, fault: fault.id }
}

let lived: { repair: number; fault: number }
let before: { others: string[]; elsewhere: string[] }
let report: ErasureReport
let key: { id: number }
beforeAll(async () => {
  store = await openStore({ databaseUrl: database.url })
  acme = await store.tenant('acme')
  other = await store.tenant('other')
  lived = await live(acme)
  await live(other)
  key = await store.keys.create({ tenant: 'acme', role: 'agent', userId: 'ana', name: `phone of ${marker}` })
  const bobs = await store.keys.create({ tenant: 'acme', role: 'agent' })
  const answered = (keyId: number, name: string, body: unknown) => acme.requests.once({ keyId, idempotencyKey: name, fingerprint: 'f' },
    async () => ({ status: 200, body: JSON.stringify(body), location: null }))
  await answered(key.id, 'of ana', { said: `only ${marker}` })
  await answered(bobs.id, 'quotes', { results: [{ content: `The badge of Ana is ${marker}.` }] })
  await answered(bobs.id, 'names', { id: 'aa', note: `${marker} again` })
  await answered(bobs.id, 'of others', { id: 'ac', content: 'Gold.' })
  await inTenant(database.db, { tenantId: await idOf(acme), role: 'worker' }, async (trx) => {
    await sql`insert into emend.tool_call (tenant_id, repair_id, step_id, tool_name, effect, args, idempotency_key, state, result)
      select tenant_id, ${lived.repair}, node_id, 'lookup', 'pure', ${JSON.stringify({ badge: marker })}::jsonb, 'k', 'done', ${JSON.stringify({ locker: marker })}::jsonb
        from emend.node where external_id = 'ta'`.execute(trx)
  })
  expect((await quotesOf(database, await idOf(acme), marker)).length).toBeGreaterThan(10)
  before = { others: await linesOf(database, await idOf(acme), 'cy'), elsewhere: await linesOf(database, await idOf(other)) }
  expect(before.others.length).toBeGreaterThan(20)
  report = await acme.users.erase('ana', 'key:7')
})

test('no text of his is left in any table, and the queue never had one', async () => {
  expect(await quotesOf(database, await idOf(acme), marker)).toEqual([])
  const { rows: jobs } = await database.pool.query(`select * from graphile_worker._private_jobs j where j::text like '%${marker}%'`)
  expect(jobs).toEqual([])
})

test('rows of others and of other tenants are what they were, byte for byte', async () => {
  expect(await linesOf(database, await idOf(acme), 'cy')).toEqual(before.others)
  expect(await linesOf(database, await idOf(other))).toEqual(before.elsewhere)
})

test('what was shared is made anew from the rest, and who was told something else is told so', async () => {
  expect(report.rebuilt).toEqual([{ id: 'sum', by: expect.any(String) }])
  const summary = await acme.memories.get(report.rebuilt[0]!.by!)
  expect(summary).toMatchObject({ isReadable: true, content: expect.stringMatching(/green/) })
  expect(await acme.answers.current('ab')).toMatchObject({ validity: 'valid', isReplaced: true, content: expect.stringMatching(/green/i) })
  expect(await acme.audit.violations()).toEqual([])
})

test('the report says what went, table by table; ids, statuses and the journal stay', async () => {
  expect(report).toMatchObject({ userId: 'ana', isComplete: true, repair: { state: 'done', waitingFor: null, error: null }, nodes: { inputs: 2 } })
  expect(report.nodes.derived).toBeGreaterThanOrEqual(3)
  for (const table of ['input', 'step', 'memory', 'memory_search', 'journal', 'plan_row', 'fault', 'model_call', 'tool_call', 'http_request', 'api_key', 'verification', 'replay_step']) {
    expect([table, report.tables[table]]).toEqual([table, expect.any(Number)])
  }
  expect(await acme.memories.get('a1')).toMatchObject({ content: null, status: 'deleted', reason: 'erased', userId: 'ana' })
  const journal = await acme.audit.journal({ nodeId: 'a1' })
  expect(journal.at(-1)).toMatchObject({ action: 'erase', actor: 'key:7', reason: 'erased' })
  expect((await acme.faults.list()).filter(({ memoryId }) => memoryId === 'a3')).toMatchObject([{ state: 'withdrawn', evidence: null }])
  await expect(store.keys.identify('emend_1_' + 'A'.repeat(43))).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await store.keys.list('acme')).find(({ id }) => id === key.id)).toMatchObject({ name: null, revokedAt: expect.any(Date) })
})

describe('nothing brings it back', () => {
  test('not the undo of an older repair, nor of the one that erased, nor a detector who takes the fault back', async () => {
    const standing = await rows(`select memory_id, status from emend.memory_state order by 1`)
    await expect(acme.repairs.undo(lived.repair)).rejects.toMatchObject({ code: 'erased', where: { repair: lived.repair, erasure: report.id } })
    await expect(acme.repairs.undo(report.repair!.id)).rejects.toMatchObject({ code: 'erased' })
    await expect(acme.faults.withdraw(lived.fault)).rejects.toMatchObject({ code: 'erased' })
    expect(await rows(`select memory_id, status from emend.memory_state order by 1`)).toEqual(standing)
  })

  test('not a record of the same id, nor evidence of it, nor an import of what it said', async () => {
    await expect(acme.memories.add(`The badge of Ana is ${marker}.`, { id: 'a1', userId: 'ana' })).rejects.toMatchObject({ code: 'erased', where: { id: 'a1' } })
    await expect(acme.memories.add(`The badge of Ana is ${marker}.`, { userId: 'ana' })).rejects.toMatchObject({ code: 'tombstoned' })
    await expect(acme.importItems([{ kind: 'memory', id: 'x1', content: `the badge of ANA is ${marker}`, user: 'ana', source: 'imported' }])).rejects.toMatchObject({ code: 'tombstoned' })
    const citing = { sessionId: 'sc', type: 'claim' as const, content: 'x' }
    await expect(acme.steps.record({ ...citing, usedIds: ['a1'] })).rejects.toMatchObject({ code: 'withdrawn_evidence' })
    await expect(acme.steps.record({ ...citing, usedIds: ['a1'] }, { onWithdrawn: 'accept' })).rejects.toMatchObject({ code: 'erased' })
    await expect(acme.steps.record({ ...citing, usedIds: ['ua'] })).rejects.toMatchObject({ code: 'erased', where: { id: 'ua' } })
    await expect(acme.repairs.regenerate('aa')).rejects.toMatchObject({ code: 'erased' })
    await expect(acme.requests.once({ keyId: key.id, idempotencyKey: 'of ana', fingerprint: 'f' }, () => Promise.reject(new Error('twice')))).rejects.toMatchObject({ code: 'erased' })
    expect(await quotesOf(database, await idOf(acme), marker)).toEqual([])
  })

  test('but he may say it himself, and be erased again', async () => {
    await acme.inputs.add(`My badge is ${marker} after all.`, { id: 'ua2', sessionId: 'sa2', userId: 'ana' })
    await acme.memories.add(`The badge of Ana is ${marker}.`, { id: 'a9', userId: 'ana', sessionId: 'sa2', usedIds: ['ua2'] })
    expect(await acme.memories.get('a9')).toMatchObject({ isReadable: true })
    const again = await acme.users.erase('ana')
    expect(again).toMatchObject({ nodes: { inputs: 1, steps: 1, memories: 1 }, isComplete: true })
    expect(await quotesOf(database, await idOf(acme), marker)).toEqual([])
    expect(await acme.users.erase('ana')).toMatchObject({ nodes: { inputs: 0, steps: 0, memories: 0, derived: 0 }, isComplete: true })
    expect(await linesOf(database, await idOf(acme), 'cy')).toEqual(before.others)
    expect(await acme.audit.violations()).toEqual([])
  })
})

test('an erasure asks nobody, whatever the limit of plans and the arm of the tenant', async () => {
  vi.stubEnv('EMEND_APPROVE_ABOVE', '1')
  const emend = await store.tenant('careful', { policy: 'paper' })
  vi.unstubAllEnvs()
  await emend.memories.add(`The desk of Ana is ${marker}.`, { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await emend.memories.add('The desk of Bob is D-4.', { id: 'm2', userId: 'bob', source: 'tool_observation' })
  await emend.steps.record({
    sessionId: 'night', type: 'memory_consolidate', content: 'Merge.', usedIds: ['m1', 'm2'], consumedMemoryIds: ['m1', 'm2'],
    generates: [{ id: 'both', content: `The desk of Ana is ${marker}. The desk of Bob is D-4.`, derivedFrom: ['m1', 'm2'] }],
  })
  await emend.steps.record({ sessionId: 'day', id: 'next', type: 'memory_write', content: 'Note.', usedIds: ['both'], generates: [{ id: 'again', content: `One desk is ${marker}, and the desk of Bob is D-4.`, derivedFrom: ['both'] }] })
  const report = await emend.users.erase('ana')
  // of a chain the second link is made anew from the first as it is now
  expect(report).toMatchObject({ isComplete: true, repair: { state: 'done' }, rebuilt: [{ id: 'both', by: expect.any(String) }, { id: 'again', by: expect.any(String) }] })
  for (const { by } of report.rebuilt) expect(await emend.memories.get(by!)).toMatchObject({ content: expect.stringContaining('D-4') })
  expect(await quotesOf(database, await idOf(emend), marker)).toEqual([])
  expect(await emend.audit.violations()).toEqual([])
})

test('what a repair had made of it that was taken over since goes too', async () => {
  const emend = await store.tenant('taken over')
  const badge = `The badge of Ana is ${marker}.`
  const write = (id: string, from: string, content: string, turn: number) => emend.steps.record({
    sessionId: 'cy', userId: 'cy', turn, id: `s-${id}`, type: 'memory_write', content: 'Note it.', usedIds: [from], generates: [{ id, content, userId: 'cy', derivedFrom: [from] }],
  })
  const repair = async (memoryId: string) => emend.repairs.run(await emend.repairs.openFor((await emend.faults.add({ memoryId })).id))
  await emend.memories.add(badge, { id: 'a', userId: 'ana', source: 'tool_observation' })
  await write('b', 'a', `The tea of Cy is green. ${badge}`, 1)
  await write('c', 'b', `The tea of Cy is red. ${badge}`, 2)
  await repair('c')
  await repair('b')
  expect((await emend.repairs.list()).map(({ takenOver }) => takenOver.length)).toEqual([1, 0])
  expect(await emend.users.erase('ana')).toMatchObject({ isComplete: true })
  expect(await quotesOf(database, await idOf(emend), marker)).toEqual([])
  expect(await emend.audit.violations()).toEqual([])
})

test('a step that wrote a memory word for word goes with it, whoever took it', async () => {
  const emend = await store.tenant('writers')
  await emend.steps.record({ sessionId: 'night', id: 'w1', type: 'memory_write', content: `Noted: the desk of Ana is ${marker}.`, generates: [{ id: 'm1', content: `the desk of Ana is ${marker}.`, userId: 'ana' }] })
  await emend.steps.record({ sessionId: 'night', id: 'w0', type: 'memory_write', content: 'Note a cup.', generates: [{ id: 'm0', content: 'A cup of Ana is blue.', userId: 'ana' }] })
  const { stepId } = await emend.memories.add(`Bob sits beside ${marker}.`, { id: 'm2', userId: 'bob', derivedFrom: ['m1'] })
  await emend.memories.add('The desk of Bob is D-4.', { id: 'm3', userId: 'bob' })
  const report = await emend.users.erase('ana')
  expect(report).toMatchObject({ isComplete: true, nodes: { memories: 2, steps: 0, derived: 3 } })
  expect(await quotesOf(database, await idOf(emend), marker)).toEqual([])
  const [owner] = await emend.audit.owners([stepId])
  expect(owner).toMatchObject({ userId: 'bob' })
  expect((await emend.sessions.trace('night')).map(({ id, content }) => [id, content])).toContainEqual(['w0', 'Note a cup.'])
  expect(await emend.memories.get('m3')).toMatchObject({ isReadable: true, content: 'The desk of Bob is D-4.' })
  expect(await emend.audit.violations()).toEqual([])
})

test('what quotes him without naming evidence of his goes too: notes of detectors on the memories of others, steps, memories and what follows from these', async () => {
  const emend = await store.tenant('uncited')
  await emend.memories.add(`My badge is ${marker}, and my phone is 0170 5551234.`, { id: 'm1', userId: 'ana', source: 'user_input' })
  await emend.memories.add('The desk of Ana looks at the garden behind the hall.', { id: 'm2', userId: 'ana', source: 'user_input' })
  await emend.memories.add('The router of Bob is an AX-200.', { id: 'b1', userId: 'bob', source: 'user_input' })
  await emend.memories.add('The router of Ana is an AX-200.', { id: 'm3', userId: 'ana', source: 'user_input' })
  await emend.inputs.add('Which badge do I have, AX-200?', { id: 'ub', sessionId: 'sb', userId: 'bob' })
  await emend.steps.record({ sessionId: 'sb', id: 'cb', type: 'claim', content: `The badge beside it is ${marker.toLowerCase()}.`, usedIds: ['ub'] })
  await emend.steps.record({ sessionId: 'sb', id: 'ab', type: 'final_answer', content: 'The badge is beside it.', usedIds: ['ub', 'cb'] })
  await emend.steps.record({ sessionId: 'sb', id: 'cc', type: 'claim', content: 'The router is an AX-200.', usedIds: ['ub', 'b1'] })
  await emend.memories.add('Note: the desk of Ana looks at the garden behind the hall.', { id: 'q1', userId: 'bob' })
  await emend.steps.record({ sessionId: 'sb', id: 'cd', type: 'claim', content: 'There is a garden behind the hall.', usedIds: ['q1'] })
  await emend.memories.add(`Whoever has badge ${marker} may enter.`, { id: 'b2', userId: 'bob', source: 'imported' })
  await emend.faults.add({ memoryId: 'b1', type: 'wrong_user', evidence: `it is not his: "My badge is ${marker}"`, hold: true })
  await emend.faults.add({ memoryId: 'q1', evidence: 'the desk of Ana looks at the garden behind the hall', hold: true })
  const report = await emend.users.erase('ana')
  expect(report.isComplete).toBe(true)
  expect(await quotesOf(database, await idOf(emend), marker)).toEqual([])
  expect(await quotesOf(database, await idOf(emend), 'garden behind')).toEqual([])
  expect((await emend.faults.list()).map(({ memoryId, state, evidence }) => [memoryId, state, evidence])).toEqual(expect.arrayContaining([['b1', 'held', null], ['q1', 'withdrawn', null]]))
  expect(await emend.memories.get('q1')).toMatchObject({ status: 'deleted', content: null })
  const told = new Map((await emend.sessions.trace('sb')).map((node) => [node.id, node.content]))
  expect([told.get('cb'), told.get('cc'), told.get('cd')]).toEqual([null, 'The router is an AX-200.', null])
  expect(await emend.audit.violations()).toEqual([])
})

test('a repair that is under way when its evidence is erased goes on without it', async () => {
  const emend = await store.tenant('under way')
  const tenantId = await idOf(emend)
  await emend.memories.add(`The desk of Ana is ${marker}.`, { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await emend.memories.add('The desk of Bob is D-4.', { id: 'm2', userId: 'bob', source: 'tool_observation' })
  await emend.inputs.add('Where do we sit?', { id: 'u1', sessionId: 's', userId: 'bob' })
  await emend.steps.record({ sessionId: 's', id: 'c1', type: 'claim', content: `Ana sits at ${marker}, and Bob at D-4.`, usedIds: ['m1', 'm2'] })
  await emend.steps.record({ sessionId: 's', id: 'f1', type: 'final_answer', content: `At ${marker} and D-4.`, usedIds: ['u1', 'c1'] })
  const repair = await emend.repairs.openFor((await emend.faults.add({ memoryId: 'm2', evidence: `see ${marker}` })).id)
  // it has a plan, is applied, and stands before the replay of a step that says what is erased now
  for (let state = 'open'; state !== 'applied';) {
    await inTenant(database.db, { tenantId, role: 'worker' }, (trx) => sql`update emend.repair set leased_until = null`.execute(trx))
    state = await step(emend, tenantId, repair)
  }
  const gone = await emend.users.erase('ana')
  expect(gone.repair?.waitingFor ?? 'none').toMatch(/none|overlap/)
  await emend.work({ once: true })
  expect(await emend.repairs.get(repair)).toMatchObject({ state: 'done' })
  expect(await emend.users.erase('ana')).toMatchObject({ isComplete: true })
  expect(await quotesOf(database, tenantId, marker)).toEqual([])
  expect(await emend.audit.violations()).toEqual([])
})

test('the door is the function of the admin role alone', async () => {
  const tenantId = await idOf(acme)
  for (const role of ['agent', 'detector', 'auditor', 'worker'] as const) {
    await expect(inTenant(database.db, { tenantId, role }, (trx) => sql`select emend.erase_user('cy', 'me')`.execute(trx))).rejects.toMatchObject({ code: '42501' })
  }
  for (const call of ['emend.erase_nodes($1, 1, array(select node_id from emend.node), false, \'me\')', 'emend.erase_calls($1, 1, \'cy\', \'{}\')', 'emend.erase_reasons($1, 1, array(select node_id from emend.node), \'{}\', \'{}\', \'{}\')']) {
    await expect(inTenant(database.db, { tenantId, role: 'admin' }, async (trx) => {
      await sql`set local emend.erasing = 'on'`.execute(trx)
      await sql.raw(`select ${call.replace('$1', String(tenantId))}`).execute(trx)
    })).rejects.toMatchObject({ code: '42501' })
  }
  // a worker may ask for what a plan says, which is done already
  await inTenant(database.db, { tenantId, role: 'worker' }, (trx) => sql`select emend.erase_derived(${tenantId}, ${lived.repair})`.execute(trx))
  // and the owner of the tables without the door is refused like everybody
  await expect(rows(`update emend.journal set reason = null`)).rejects.toMatchObject({ code: '42501' })
  await expect(acme.users.erase('nobody')).rejects.toMatchObject({ code: 'not_found', where: { user: 'nobody' } })
  await expect(acme.users.erase('a\0b')).rejects.toMatchObject({ code: 'bad_text' })
  expect(await linesOf(database, tenantId, 'cy')).toEqual(before.others)
})

/** One boundary of a repair, as a worker passes it. */
async function step(emend: EmendTenant, tenantId: number, repairId: number): Promise<string> {
  const { advanceRepair } = await import('../../src/repair.js')
  const tools = { get: () => undefined, list: () => [] }
  const limits = { maxModelCalls: 100, maxAffected: 10_000 }
  return (await advanceRepair({ db: database.db, model: emend.model, tools, owner: 'test', leaseMs: 10_000, domain: 'general', limits }, tenantId, repairId)).state
}
