/** What a fault or repair has withdrawn is not cited, and what it has deleted does not come back. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'
import { claim, input, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

describe('what a fault or repair has withdrawn', () => {
  test.each<[string, RecordItem[]]>([
    ['evidence', [claim('x', ['m'])]],
    ['a parent', [memory('x', { derived_from: ['m'] })]],
    ['what is consumed', [step('memory_delete', 'x', { used_ids: ['ok'], consumed_memory_ids: ['m'] })]],
    ['evidence that is implied by the turn', [claim('x', undefined)]],
    ['the source of a late edge', [claim('x', ['ok'], { late: [{ from: 'm', label: 'support' }] })]],
    ['a justification', [claim('x', ['ok'], { justifications: [['m']] })]],
  ])('is refused as %s, naming it and the fault', async (_name, items) => {
    const tenant = await fresh()
    await tenant.record([memory('ok'), memory('m'), step('memory_read', 'r', { used_ids: ['m'] })])
    await tenant.fault('m')
    const count = await tenant.nodeCount()
    await expect(tenant.record(items)).rejects.toMatchObject({ code: 'withdrawn_evidence', isRetryable: true, where: { id: 'm', by: 'x', fault: expect.any(Number) as number } })
    expect(await tenant.nodeCount()).toBe(count)
  })

  test('is recorded where the caller accepts it, and what rests on it is withheld', async () => {
    const tenant = await fresh()
    await tenant.record([memory('ok'), memory('m')])
    await tenant.fault('m')
    await tenant.record([
      claim('x', ['m']), step('memory_write', 'w', { used_ids: ['x'], generated_memory_ids: ['n'] }), memory('n'),
      step('memory_write', 'v', { used_ids: ['ok'], generated_memory_ids: ['free'] }), memory('free'),
    ], { onWithdrawn: 'accept' })
    expect(await tenant.states()).toEqual(['ok active', 'm active withheld', 'n active withheld', 'free active'])
    expect(await tenant.edges()).toContain('m -cite-> x')
  })

  test('may be superseded: that is no evidence', async () => {
    const tenant = await fresh()
    await tenant.record([memory('m')])
    await tenant.fault('m')
    await tenant.record([memory('n', { supersedes: ['m'] })])
    expect(await tenant.states()).toEqual(['m superseded withheld', 'n active'])
  })

  test('cites a deleted memory no more', async () => {
    const tenant = await fresh()
    await tenant.record([memory('m'), step('memory_delete', 'd', { consumed_memory_ids: ['m'] })])
    await expect(tenant.record([claim('x', ['m'])])).rejects.toMatchObject({ code: 'withdrawn_evidence', message: expect.stringContaining('out of the store') as string })
  })
})

describe('a tombstone', () => {
  async function buried(owner: string | null) {
    const tenant = await fresh()
    await tenant.record([memory('m', { content: 'city: Porto', ...(owner === null ? {} : { user: owner }) })])
    await tenant.run('worker', (trx) => sql`
      insert into emend.tombstone (tenant_id, memory_id, user_id, content_digest, buried_t)
      select ${tenant.tenantId}, node_id, ${owner}, emend.content_digest('city: Porto'), node_id from emend.node`.execute(trx))
    return tenant
  }
  test.each([
    ['the same text', 'city: Porto'], ['other spelling', '  City:   PORTO.  '],
  ])('keeps out %s', async (_name, content) => {
    const tenant = await buried('bob')
    await expect(tenant.record([memory('n', { content, user: 'bob' })])).rejects.toMatchObject({ code: 'tombstoned', where: { id: 'n' } })
    await expect(tenant.importItems([memory('n', { content, user: 'bob' })])).rejects.toMatchObject({ code: 'tombstoned' })
  })
  test('concerns its owner only, or everybody where it has none', async () => {
    const tenant = await buried('bob')
    await tenant.record([memory('n', { content: 'city: Porto', user: 'ann' }), memory('o', { content: 'city: Porto, Portugal', user: 'bob' })])
    await expect((await buried(null)).record([memory('n', { content: 'city: Porto', user: 'ann' })])).rejects.toMatchObject({ code: 'tombstoned' })
  })
  test('is lifted when the user says it anew, and only by the user', async () => {
    const tenant = await buried('bob')
    const write = (id: string, used: string[]) => [
      step('memory_write', `w-${id}`, { used_ids: used, generated_memory_ids: [id], user: 'bob' }), memory(id, { content: 'city: Porto', user: 'bob' }),
    ]
    await tenant.record([input('hearsay', { session: 'other', user: 'eve' })])
    await expect(tenant.record(write('n', ['hearsay']))).rejects.toMatchObject({ code: 'tombstoned' })
    await tenant.record([input('u', { user: 'bob', content: 'I moved back to Porto' }), ...write('n', ['u'])])
    await tenant.record(write('o', ['u']))
    expect(await tenant.states()).toEqual(['m active', 'n active', 'o active'])
  })
})

