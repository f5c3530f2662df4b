import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RecordItem } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { claim, input, memory, step } from '../record/items.js'
import { detecting } from './store.js'

const database = await testDatabase()
const read = (id: string, used: string[], turn: number): RecordItem => step('memory_read', id, { used_ids: used, query: { text: 'anything', k: 5 }, turn })
const withdraw = (tenant: Awaited<ReturnType<typeof detecting>>, id: string) => tenant.run('worker', (trx) => sql`
  insert into emend.step_state (tenant_id, step_id, validity, repair_id)
  select tenant_id, node_id, 'invalid', 1 from emend.node where tenant_id = ${tenant.tenantId} and external_id = ${id}`.execute(trx))

describe('failed_retirement', () => {
  test.each(['memory_delete', 'memory_update', 'memory_consolidate'] as const)('finds a memory that a %s consumed and that is active', async (type) => {
    const tenant = await detecting(database, [
      memory('m1', { status: 'active' }), memory('kept', { status: 'active' }), input('u1'), step(type, 's1', { used_ids: ['u1', 'm1'], consumed_memory_ids: ['m1'] }),
    ])
    expect(await tenant.finds('failed_retirement')).toEqual(['m1'])
    await withdraw(tenant, 's1')
    expect(await tenant.finds('failed_retirement')).toEqual([])
  })

  test('finds one that was still read in a later turn, though something has retired it since', async () => {
    const tenant = await detecting(database, [
      memory('m1', { status: 'superseded' }), memory('m2', { status: 'superseded' }), input('u1'), read('r1', ['m1', 'm2'], 1),
      step('memory_update', 's1', { used_ids: ['u1', 'm1', 'm2'], consumed_memory_ids: ['m1', 'm2'] }),
      read('r2', ['m1'], 2), step('memory_consolidate', 's2', { used_ids: ['r2', 'm1'], consumed_memory_ids: ['m1'], turn: 2 }),
      claim('c2', ['m2'], { turn: 2 }),
    ])
    expect(await tenant.finds('failed_retirement')).toEqual(['m1'])
  })

  test('finds nothing where memories were retired, by an edge that came late, or one that was inferred', async () => {
    const tenant = await detecting(database)
    await tenant.record([memory('m1'), memory('m2'), input('u1'), step('memory_delete', 's1', { used_ids: ['u1', 'm1'], consumed_memory_ids: ['m1'] })])
    await tenant.importItems([step('memory_delete', 's2', { used_ids: ['u1'], late: [{ from: 'm3', label: 'delete' }] }), memory('m3', { status: 'active' })])
    expect(await tenant.states()).toEqual(['m1 deleted', 'm2 active', 'm3 active'])
    expect(await tenant.finds('failed_retirement')).toEqual([])
  })
})

describe('wrong_user', () => {
  const sessions = [input('ua', { session: 'A', user: 'ana' }), input('ux', { session: 'X' })]

  test('finds a memory of one user that a step in the session of another rests on', async () => {
    const tenant = await detecting(database, [memory('bobs', { user: 'bob' }), ...sessions, claim('c1', ['bobs', 'ua'], { session: 'A' }), claim('c2', ['bobs'], { session: 'A' })])
    const [run] = await tenant.emend.detectors.run({ detectors: ['wrong_user'] })
    expect(run?.findings).toEqual([{
      memoryId: 'bobs', evidence: 'it belongs to user bob, and 2 steps in session A of user ana rest on it, first c1', confidence: expect.closeTo(0.95),
    }])
  })

  test('finds nothing where it was only read, belongs to nobody or to the same user, or the session is of nobody, or the step is withdrawn', async () => {
    const tenant = await detecting(database, [
      memory('bobs', { user: 'bob' }), memory('everybodys'), memory('anas', { user: 'ana' }), ...sessions,
      step('memory_read', 'r1', { used_ids: ['bobs', 'anas'], query: { text: 'x', k: 5 }, session: 'A' }),
      claim('c1', ['everybodys', 'anas', 'r1'], { session: 'A' }), claim('c2', ['bobs'], { session: 'X' }), claim('c3', ['bobs'], { session: 'A' }),
    ])
    await withdraw(tenant, 'c3')
    expect(await tenant.finds('wrong_user')).toEqual([])
  })
})

describe('contradiction', () => {
  const said = (id: string, content: string, user?: string): RecordItem[] => [
    input(`u-${id}`, { session: `S-${id}` }), step('memory_write', `s-${id}`, { used_ids: [`u-${id}`], generated_memory_ids: [id], session: `S-${id}` }),
    memory(id, { content, ...(user === undefined ? {} : { user }) }),
  ]

  test('finds the older of two memories of a user that rest on something, and says which is against it', async () => {
    const tenant = await detecting(database)
    for (const items of [said('m1', 'The rent is 800 EUR.', 'ana'), said('m2', 'The rent is 900 EUR.', 'ana')]) await tenant.record(items)
    const [run] = await tenant.emend.detectors.run({ detectors: ['contradiction'], dryRun: true })
    expect(run?.findings).toEqual([{ memoryId: 'm1', evidence: 'it says 800 EUR where the younger memory m2 says 900 EUR', confidence: expect.closeTo(0.7) }])
  })

  test('finds nothing between memories of two users, or with one that is no longer active', async () => {
    const tenant = await detecting(database)
    for (const items of [said('m1', 'The rent is 800 EUR.', 'ana'), said('m2', 'The rent is 900 EUR.', 'bob')]) await tenant.record(items)
    await tenant.record([input('u3'), step('memory_update', 's3', { used_ids: ['u3', 'm2'], consumed_memory_ids: ['m2'], generated_memory_ids: ['m3'] }),
      memory('m3', { content: 'The rent is 950 EUR.', user: 'bob' })])
    expect(await tenant.finds('contradiction')).toEqual([])
  })
})

describe('drift', () => {
  const merged = (content: string): RecordItem[] => [
    memory('m1', { content: 'The rent is 800 EUR.' }), memory('m2', { content: 'The deposit is 1600 EUR.' }), input('u1', { content: 'Merge your notes.' }),
    read('r1', ['m1', 'm2'], 1), step('memory_consolidate', 's1', { used_ids: ['u1', 'r1'], consumed_memory_ids: ['m1', 'm2'], generated_memory_ids: ['m3'] }),
    memory('m3', { content, derived_from: ['m1', 'm2'] }),
  ]

  test('finds a summary with a value that none of its sources has', async () => {
    const tenant = await detecting(database)
    await tenant.record(merged('The rent is 880 EUR. The deposit is 1600 EUR.'))
    const [run] = await tenant.emend.detectors.run({ detectors: ['drift'], dryRun: true })
    expect(run?.findings).toEqual([{ memoryId: 'm3', evidence: 'it says 880 EUR, which nothing that it was made from says; m1 says 800 EUR', confidence: expect.closeTo(0.9) }])
  })

  test('finds nothing in one that is right, in one that nothing is known of, or where what was used is only inferred', async () => {
    const right = await detecting(database)
    await right.record(merged('The rent is 800.00 EUR and the deposit is 1,600 EUR.'))
    expect(await right.finds('drift')).toEqual([])
    const unknown = await detecting(database)
    await unknown.record([
      memory('root', { content: 'The rent is 880 EUR.' }), input('u1', { content: 'The rent is 800 EUR.' }),
      step('memory_write', 's1', { generated_memory_ids: ['m1'] }), memory('m1', { content: 'The rent is 880 EUR.' }),
    ])
    expect(await unknown.finds('drift')).toEqual([])
  })
})

describe('resurrection', () => {
  const buried = async () => {
    const tenant = await detecting(database, [memory('m1', { content: 'The rent is 800 EUR.', user: 'ana' })])
    const { id } = await tenant.emend.faults.add({ memoryId: 'm1' })
    await tenant.emend.repairs.run(await tenant.emend.repairs.openFor(id))
    expect(await tenant.states()).toEqual(['m1 deleted'])
    return tenant
  }
  const again = (more: object = {}) => memory('m2', { content: 'the rent is 800 EUR', user: 'ana', status: 'superseded', ...more })

  test('finds a younger memory that equals a tombstone and has become active past the recording', async () => {
    const tenant = await buried()
    await tenant.importItems([again(), memory('m3', { content: 'The rent is 900 EUR.', user: 'ana' })])
    expect(await tenant.finds('resurrection')).toEqual([])
    await tenant.activate('m2')
    expect(await tenant.finds('resurrection')).toEqual(['m2'])
    expect(await tenant.reports('resurrection')).toEqual(['m2 resurrected open'])
  })

  test('finds nothing of another user, or that the user has said anew', async () => {
    const tenant = await buried()
    await tenant.importItems([again({ user: 'bob' }), input('u1', { session: 'A', user: 'ana' }),
      step('memory_write', 's1', { session: 'A', used_ids: ['u1'], generated_memory_ids: ['m4'] }), memory('m4', { content: 'The rent is 800 EUR.', status: 'superseded' })])
    await tenant.activate('m2')
    await tenant.activate('m4')
    expect(await tenant.finds('resurrection')).toEqual([])
  })
})
