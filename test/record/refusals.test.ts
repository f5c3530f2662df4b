/** What may not be recorded: a code that names the item, and no row. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fromDatabase } from '../../src/errors.js'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'
import { claim, input, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

const tenant = await fresh()
const other = await fresh()
await other.record([memory('foreign')])
await tenant.record([memory('m'), claim('c', ['m'])])
const count = await tenant.nodeCount()

describe('what is refused leaves no row', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  type Refused = [name: string, items: unknown[], code: string, where: object]
  const both: Refused[] = [
    ['an unknown id', [claim('x', ['nobody'])], 'unknown_id', { id: 'nobody', by: 'x' }],
    ['an id of another tenant', [claim('x', ['foreign'])], 'unknown_id', { id: 'foreign', by: 'x' }],
    ['an edge that runs backwards', [claim('x', ['y']), claim('y', ['c'])], 'backwards_edge', { id: 'y', by: 'x' }],
    ['a step that rests on itself', [claim('x', ['x'])], 'backwards_edge', { id: 'x', by: 'x' }],
    ['a parent that is younger', [memory('x', { derived_from: ['y'] }), memory('y')], 'backwards_edge', { id: 'y', by: 'x' }],
    ['a memory that stands before the step that makes it', [memory('y'), step('memory_write', 'x', { used_ids: ['c'], generated_memory_ids: ['y'] })], 'backwards_edge', { id: 'y', by: 'x' }],
    ['a late edge from itself', [claim('x', ['c'], { late: [{ from: 'x', label: 'cite' }] })], 'bad_item', { id: 'x', by: 'x' }],
    ['an id twice in a call', [memory('x'), memory('x')], 'duplicate_id', { id: 'x' }],
    ['a known id with other content', [memory('m', { content: 'something else' })], 'duplicate_id', { id: 'm' }],
    ['a known id of another kind', [input('m', { content: 'text of m' })], 'duplicate_id', { id: 'm' }],
    ['more memories for a step that is sealed', [claim('c', ['m'], { generated_memory_ids: ['x'] }), memory('x')], 'duplicate_id', { id: 'c' }],
    ['a memory made twice', [claim('x', ['c'], { generated_memory_ids: ['z'] }), claim('y', ['c'], { generated_memory_ids: ['z'] }), memory('z')], 'bad_item', { id: 'z' }],
    ['a memory of another call as a product', [step('memory_write', 'x', { used_ids: ['c'], generated_memory_ids: ['m'] })], 'bad_item', { id: 'm', by: 'x' }],
    ['a claim as a product', [step('memory_write', 'x', { used_ids: ['c'], generated_memory_ids: ['y'] }), claim('y', ['c'])], 'not_a_memory', { id: 'y', by: 'x' }],
    ['a claim as a parent', [memory('x', { derived_from: ['c'] })], 'not_a_memory', { id: 'c', by: 'x' }],
    ['a claim that is retired', [step('memory_delete', 'x', { used_ids: ['c'], consumed_memory_ids: ['c'] })], 'not_a_memory', { id: 'c', by: 'x' }],
    ['a write that retires', [step('memory_write', 'x', { used_ids: ['c'], consumed_memory_ids: ['m'] })], 'bad_item', { id: 'm', by: 'x' }],
    ['an unknown key', [memory('x', { colour: 'red' } as object)], 'bad_item', { id: 'x' }],
    ['an unknown kind', [{ kind: 'thought', id: 'x', content: '' }], 'bad_item', { id: 'x' }],
    ['a step without a session', [{ kind: 'step', id: 'x', content: '', turn: 1, type: 'claim' }], 'bad_item', { id: 'x' }],
    ['a turn that is no number', [claim('x', ['c'], { turn: 'one' } as object)], 'bad_item', { id: 'x' }],
    ['a turn below one', [claim('x', ['c'], { turn: 0 })], 'bad_item', { id: 'x' }],
    ['a type that nobody knows', [step('dream' as 'claim', 'x')], 'bad_item', { id: 'x' }],
    ['a source that nobody knows', [memory('x', { source: 'rumour' } as object)], 'bad_item', { id: 'x' }],
    ['a trust above one', [memory('x', { trust: 1.5 })], 'bad_item', { id: 'x' }],
    ['an id that is no text', [claim('x', [7 as unknown as string])], 'bad_item', { id: 'x' }],
    ['a fact without a value', [memory('x', { facts: [{ entity: 'a', attribute: null }] } as object)], 'bad_item', { id: 'x' }],
    ['an empty justification', [claim('x', ['c'], { justifications: [[]] })], 'bad_item', { id: 'x' }],
    ['a read of no results', [step('memory_read', 'x', { query: { text: 'q', k: 0 } })], 'bad_item', { id: 'x' }],
    ['an item that is no object', ['hello'], 'bad_item', {}],
    ['content above 256 kB', [memory('x', { content: 'é'.repeat(131_073) })], 'too_large', { id: 'x' }],
    ['an id above 200 characters', [memory('x'.repeat(201))], 'too_large', {}],
    ['a session above 200 characters', [input('x', { session: 's'.repeat(201) })], 'too_large', { id: 'x' }],
    // 449 claims stand on 0 + 1 + ... + 448 = 100,576 of each other, and on what the turn had before
    ['too many steps of a turn that name no evidence', Array.from({ length: 449 }, (_, i) => claim(`c${i}`, [])), 'too_large', { edges: expect.any(Number) }],
    ['more than 1000 pieces of evidence', [claim('x', Array.from({ length: 1001 }, (_, i) => `e${i}`))], 'too_large', { id: 'x' }],
    ['arguments deeper than 64 levels', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: deep(65) } })], 'too_large', { id: 'x' }],
    ['a status from an agent', [memory('x', { status: 'active' })], 'bad_item', { id: 'x' }],
    ['an id that is a number', [memory(5 as unknown as string)], 'bad_item', {}],
    ['an id that is an object', [memory({ a: 1 } as unknown as string)], 'bad_item', {}],
    ['content that is a number', [memory('x', { content: 5 as unknown as string })], 'bad_item', { id: 'x' }],
    ['a user that is an object', [memory('x', { user: { a: 1 } as unknown as string })], 'bad_item', { id: 'x' }],
    ['a session that is a list', [input('x', { session: ['S'] as unknown as string })], 'bad_item', { id: 'x' }],
    ['half a turn', [claim('x', ['c'], { turn: 1.5 })], 'bad_item', { id: 'x' }],
    ['a turn beyond all numbers', [claim('x', ['c'], { turn: 1e12 })], 'bad_item', { id: 'x' }],
    ['a trust in words', [memory('x', { trust: '0.5' as unknown as number })], 'bad_item', { id: 'x' }],
    ['a read of 1001 results', [step('memory_read', 'x', { query: { text: 'q', k: 1001 } })], 'bad_item', { id: 'x' }],
    ['a read of results in words', [step('memory_read', 'x', { query: { text: 'q', k: '5' as unknown as number } })], 'bad_item', { id: 'x' }],
    ['a late edge with an unknown key', [claim('x', ['c'], { late: [{ from: 'm', label: 'cite', weight: 1 } as never] })], 'bad_item', { id: 'x' }],
    ['a chain as a late edge', [claim('x', ['c'], { late: [{ from: 'm', label: 'chain' as 'cite' }] })], 'bad_item', {}],
    ['a justification within a justification', [claim('x', ['c'], { justifications: [[['m']]] as unknown as string[][] })], 'bad_item', { id: 'x' }],
    ['facts above 256 kB', [memory('x', { facts: [{ entity: null, attribute: null, value: 'x'.repeat(262_145) }] })], 'too_large', { id: 'x' }],
    ['more than 1000 facts', [memory('x', { facts: Array.from({ length: 1001 }, () => ({ entity: null, attribute: null, value: 'v' })) })], 'too_large', { id: 'x' }],
    ['more than 1000 justifications', [claim('x', ['c'], { justifications: Array.from({ length: 1001 }, () => ['m']) })], 'too_large', { id: 'x' }],
    ['justifications above 256 kB', [claim('x', ['c'], { justifications: Array.from({ length: 900 }, () => Array.from({ length: 100 }, () => 'm')) })], 'too_large', { id: 'x' }],
    ['more than 1000 late edges', [claim('x', ['c'], { late: Array.from({ length: 1001 }, () => ({ from: 'm', label: 'cite' as const })) })], 'too_large', { id: 'x' }],
    ['arguments above 256 kB', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: 'x'.repeat(262_145) } })], 'too_large', { id: 'x' }],
    ['a call id above 200 characters', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', call_id: 'x'.repeat(201) } })], 'too_large', { id: 'x' }],
    ['a scope above 200 characters', [step('memory_read', 'x', { query: { text: 'q', scope: { user: 'x'.repeat(201) } } })], 'too_large', { id: 'x' }],
    ['words above 512 kB', [memory('x', { segments: 'x'.repeat(524_289) })], 'too_large', { id: 'x' }],
    ['more than 10,000 items', Array.from({ length: 10_001 }, (_, i) => memory(`x${i}`)), 'too_large', {}],
  ]
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const onlyTypeScript: Refused[] = [
    ['a null instead of a user', [memory('x', { user: null } as object)], 'bad_item', { id: 'x' }],
    ['a NUL', [memory('x', { content: 'a\0b' })], 'bad_text', { id: 'x', path: 'items[0].content' }],
    ['a lone surrogate', [memory('x', { content: 'a\ud800b' })], 'bad_text', { id: 'x', path: 'items[0].content' }],
    ['a NUL in a key of the arguments', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: { 'a\0': 1 } } })], 'bad_text', { path: 'items[0].tool.args' }],
    ['a number that is not finite', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: { n: Number.NaN } } })], 'bad_item', { path: 'items[0].tool.args.n' }],
    ['arguments that hold themselves', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: cyclic } })], 'too_large', { id: 'x' }],
    ['a bigint', [step('tool_action', 'x', { used_ids: ['c'], tool: { name: 't', args: { n: 1n } } })], 'bad_item', { id: 'x' }],
    ['items that are no list', { length: 1 } as unknown as unknown[], 'bad_item', {}],
  ]
  test.each([...both, ...onlyTypeScript])('%s, from TypeScript', async (_name, items, code, where) => {
    const bystander = Array.isArray(items) && items.length < 10_000 ? [memory('bystander'), ...items] : items
    const moved = 'path' in where ? { ...where, path: (where.path as string).replace('[0]', '[1]') } : where
    await expect(tenant.record(bystander as RecordItem[])).rejects.toMatchObject({ code, where: moved })
    expect(await tenant.nodeCount()).toBe(count)
  })

  test.each(both)('%s, from SQL', async (_name, items, code, where) => {
    const raw = tenant.run('agent', (trx) => sql`select * from emend.record_steps(${JSON.stringify([memory('bystander'), ...items])}::jsonb)`.execute(trx))
    await expect(raw).rejects.toMatchObject({ code, where })
    expect(await tenant.nodeCount()).toBe(count)
  })

  test.each(['a\\u0000b', 'a\\ud800b'])('text that Postgres cannot store, from SQL: %s', async (content) => {
    const json = `[{"kind": "memory", "id": "x", "content": "${content}"}]`
    await expect(tenant.run('agent', (trx) => sql`select * from emend.record_steps(${json}::jsonb)`.execute(trx))).rejects.toMatchObject({ code: 'bad_text' })
  })

  test('the key that is wrong is named, from SQL', async () => {
    for (const [item, key] of [
      [claim('x', ['c'], { turn: 1.5 }), 'turn'], [step('dream' as 'claim', 'x'), 'type'], [memory('', {}), 'id'], [memory('x', { trust: 7 }), 'trust'],
      [claim('x', ['c'], { session: 7 as unknown as string }), 'session'], [claim('x', { a: 'c' } as unknown as string[]), 'used_ids'],
    ] as const) {
      const raw = tenant.run('agent', (trx) => sql`select * from emend.record_steps(${JSON.stringify([memory('bystander'), item])}::jsonb)`.execute(trx))
      await expect(raw).rejects.toMatchObject({ code: 'bad_item', where: { key, item: 1 } })
    }
  })

  test('a search for no or all memories, from SQL', async () => {
    for (const k of ['0', '-1', 'null', '1001', '2147483647']) {
      const raw = tenant.run('agent', (trx) => sql`select * from emend.search_memories(${tenant.tenantId}, 'text', ${sql.raw(k)})`.execute(trx))
      await expect(raw).rejects.toMatchObject({ code: 'bad_item' })
    }
    const many = Array.from({ length: 50_000 }, (_, n) => `word${n}`).join(' ')
    for (const words of [many, 'text '.repeat(300_000), 'w'.repeat(3_000), `' & ! | <-> :* \\ text`]) {
      await tenant.run('agent', (trx) => sql`select * from emend.search_memories(${tenant.tenantId}, ${words}, p_exclude => null, p_include => null)`.execute(trx))
    }
  })

  test('no tenant chosen', async () => {
    const error: unknown = await sql`select * from emend.record_steps('[]')`.execute(database.db).catch(fromDatabase)
    expect(error).toMatchObject({ code: 'no_tenant' })
    const nobodys = await database.db.transaction().execute(async (trx) => {
      await sql`select set_config('emend.tenant_id', '2000000000', true), set_config('role', 'emend_agent', true)`.execute(trx)
      await sql`select * from emend.record_steps('[{"kind": "memory", "id": "planted", "content": "for whoever gets this number"}]')`.execute(trx)
    }).catch(fromDatabase)
    expect(nobodys).toMatchObject({ code: 'no_tenant' })
    for (const setting of ['abc', '7x', '-7', ' 7', '1e3', '99999999999', '0x7', '1.5']) {
      const refused = database.db.transaction().execute(async (trx) => {
        await sql`select set_config('emend.tenant_id', ${setting}, true), set_config('role', 'emend_agent', true)`.execute(trx)
        await sql`select count(*) from emend.memory`.execute(trx)
      }).catch(fromDatabase)
      expect(await refused, setting).toMatchObject({ code: 'no_tenant', message: `emend.tenant_id is set to '${setting}', which is no number of a tenant` })
    }
    expect(await sql`select emend.use_tenant('nowhere')`.execute(database.db).catch(fromDatabase)).toMatchObject({ code: 'unknown_tenant', where: { tenant: 'nowhere' } })
  })
})

