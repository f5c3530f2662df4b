/** Backup and restore of a tenant: what comes out of a backup is the tenant, byte for byte, in another database too. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openStore, runTurn, type EmendTenant } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { fillEveryTable } from '../db/fill-every-table.js'

const here = await testDatabase()
const there = await testDatabase()
const store = await openStore({ databaseUrl: here.url })
const elsewhere = await openStore({ databaseUrl: there.url })

async function linesOf(tenant: EmendTenant): Promise<string[]> {
  const lines: string[] = []
  await tenant.backup((line) => { lines.push(line) })
  return lines
}

/** A tenant with a past: a repair done, one under way, an erasure, odd texts, nulls in JSON. */
async function live(name: string): Promise<EmendTenant> {
  const tenant = await store.tenant(name)
  await tenant.memories.add('The router of Ana is an AX-200.\u2028"quoted", \\ and 日本語 🎈', { id: 'm1', userId: 'ana', source: 'tool_observation', trust: 0.1 })
  await tenant.memories.add('The tea of Bob is green.', { id: 'm2', userId: 'bob', facts: [{ entity: null, attribute: null, value: 'green' }] })
  const said = await tenant.inputs.add('Which router?', { sessionId: 's', userId: 'ana' })
  const { readStepId } = await tenant.memories.search('Which router?', { sessionId: 's', userId: 'ana' })
  await tenant.steps.record({ sessionId: 's', id: 't1', type: 'tool_action', content: 'look', usedIds: ['m1'], tool: { name: 'look', args: null } })
  await tenant.steps.record({ sessionId: 's', id: 't2', type: 'tool_action', content: 'look', usedIds: ['m1'], tool: { name: 'look', args: { deep: { none: null, big: 12345678901234567890n.toString() } } } })
  await tenant.steps.record({ sessionId: 's', id: 'a1', type: 'final_answer', content: 'An AX-200.', usedIds: [said.id, readStepId, 'm1'], justifications: [['m1']] })
  const fault = await tenant.faults.add({ memoryId: 'm1', failedAnswerId: 'a1', evidence: 'old' })
  await tenant.repairs.run(await tenant.repairs.openFor(fault.id))
  await runTurn(tenant, { content: 'Remember that my cup is blue.', userId: 'cy', sessionId: 'turn-c' })
  await tenant.memories.add('The code of Dan is 7.', { id: 'd1', userId: 'dan' })
  await tenant.users.erase('dan')
  await tenant.faults.add({ memoryId: 'm2', hold: true, confidence: 0.3 })
  return tenant
}

describe('a tenant', () => {
  test('restored elsewhere gives the same bytes, has its ids, finds its memories, and goes on', async () => {
    await (await elsewhere.tenant('neighbour')).memories.add('untouched', { id: 'n1' }) // numbers there are others
    const first = await linesOf(await live('acme'))
    expect(JSON.parse(first[0]!)).toMatchObject({ format: 'emend/backup@1', tenant: { policy: 'facts' } })
    const again = await elsewhere.tenant('other name')
    const seen: number[] = []
    const report = await again.restore(first, { onRow: (rows) => seen.push(rows) })
    expect(report.rows).toBe(JSON.parse(first.at(-1)!).end)
    expect(seen.at(-1)).toBe(report.rows)
    expect(report.tables['memory']).toBeGreaterThan(3)
    expect(await linesOf(again)).toEqual(first)

    expect((await again.memories.search('cup', { userId: 'cy' })).results[0]?.content).toMatch(/blue/)
    expect(await again.repairs.list()).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect(await again.audit.violations()).toEqual([])
    expect((await again.status()).held).toMatchObject([{ memoryId: 'm2', confidence: expect.closeTo(0.3) }])
    await again.memories.add('new', { id: 'new', userId: 'ana' })
    const fault = await again.faults.add({ memoryId: 'new' })
    expect(fault.id).toBeGreaterThan(2)
    expect(await again.repairs.run(await again.repairs.openFor(fault.id))).toMatchObject({ state: 'done' })
    await expect(again.memories.add('The code of Dan is 7.', { userId: 'dan' })).rejects.toMatchObject({ code: 'tombstoned' })
    const done = (await again.repairs.list()).at(-1)!.id
    expect(await again.repairs.undo(done)).toBe('undone')
  })

  test('with a row in every table comes back as it was', async () => {
    const { name, tenantId } = await here.tenant('paper')
    await fillEveryTable(here.pool, tenantId)
    const first = await linesOf(await store.tenant(name))
    const again = await elsewhere.tenant('filled')
    const { tables } = await again.restore(first)
    expect(Object.entries(tables).filter(([, rows]) => rows === 0)).toEqual([])
    expect(await linesOf(again)).toEqual(first)
    for (const table of ['api_key', 'login', 'http_request']) expect(Object.keys(tables)).not.toContain(table)
  })

  test('that is empty gives a backup, and takes one', async () => {
    const first = await linesOf(await store.tenant('nobody'))
    const again = await elsewhere.tenant('nobody too')
    expect(await again.restore(first)).toMatchObject({ rows: 0 })
    expect(await linesOf(again)).toEqual(first)
  })

  test('that has anything is not restored into, nor one that was restored before', async () => {
    const first = await linesOf(await store.tenant('nobody'))
    const taken = await elsewhere.tenant('taken')
    await taken.sessions.open({ id: 's' })
    await expect(taken.restore(first)).rejects.toMatchObject({ code: 'not_empty', where: { table: 'session' } })
    await expect((await elsewhere.tenant('nobody too')).restore(first)).rejects.toMatchObject({ code: 'not_empty', where: { table: 'restoration' } })
  })
})

describe('a file that is not as it was written leaves nothing behind', async () => {
  const good = await linesOf(await live('source'))
  const at = good.findIndex((line) => line.startsWith('{"table":"node"')) + 1
  const put = (index: number, ...lines: string[]) => [...good.slice(0, index), ...lines, ...good.slice(index + 1)]
  const changed = (index: number, change: (row: Record<string, unknown>) => void) => {
    const row = JSON.parse(good[index]!) as Record<string, unknown>
    change(row)
    return put(index, JSON.stringify(row))
  }
  const event = good.findIndex((line) => line.startsWith('{"table":"event"')) + 1
  const memory = good.findIndex((line) => line.startsWith('{"table":"memory",')) + 1

  test.each<[what: string, lines: string[], code: string, line: number]>([
    ['nothing', [], 'bad_backup', 1],
    ['another file', ['hello'], 'bad_backup', 1],
    ['another format', put(0, '{"format":"emend/backup@2","migration":"0001-schemas-and-types","tenant":{"policy":"facts"}}'), 'bad_backup', 1],
    ['a key that nobody knows', changed(0, (row) => { row['more'] = 1 }), 'bad_backup', 1],
    ['a setting that a tenant has not', changed(0, (row) => { row['tenant'] = { policy: 'facts', name: 'mine' } }), 'bad_backup', 1],
    ['a setting that cannot be', changed(0, (row) => { row['tenant'] = { policy: 'evil' } }), 'bad_backup', 1],
    ['a database that is newer', changed(0, (row) => { row['migration'] = '9999-later' }), 'schema_newer', 1],
    ['its end cut off', good.slice(0, -1), 'bad_backup', good.length],
    ['half of it', good.slice(0, at + 3), 'bad_backup', at + 4],
    ['half a line at the end', [...good.slice(0, at), good[at]!.slice(0, 20)], 'bad_backup', at + 1],
    ['a line left out', put(event), 'bad_backup', good.length - 1],
    ['a line left out that others need', put(at), 'bad_backup', good.findIndex((line) => line.startsWith('{"table":"plan_row",')) + 1],
    ['a line twice', put(at, good[at]!, good[at]!), 'bad_backup', at + 2],
    ['a changed word', put(memory, good[memory]!.replace('AX-200', 'BX-300')), 'bad_backup', good.length],
    ['something behind the end', [...good, '{}'], 'bad_backup', good.length + 1],
    ['a NUL', changed(memory, (row) => { row['content'] = 'a\0b' }), 'bad_text', memory + 1],
    ['a lone surrogate', put(memory, good[memory]!.replace('AX-200', '\\ud800')), 'bad_text', memory + 1],
    ['a line above 16 MB', changed(memory, (row) => { row['content'] = 'x'.repeat(16_000_001) }), 'too_large', memory + 1],
    ['a table that is none', put(at - 1, '{"table":"pg_authid","columns":["rolname"]}'), 'bad_backup', at + 1],
    ['keys', put(at - 1, '{"table":"api_key","columns":["digest"]}'), 'bad_backup', at + 1],
    ['a column that is none', changed(at, (row) => { row['evil'] = 1 }), 'bad_backup', at + 1],
    ['a column that is SQL', [good[0]!, '{"table":"node","columns":["x) select 1; --"]}', '{"x) select 1; --": 1}', '{"end":1,"sha256":""}'], 'bad_backup', 3],
    ['another tenant', changed(at, (row) => { row['tenant_id'] = 1 }), 'bad_backup', at + 1],
    ['a word for a number', changed(at, (row) => { row['node_id'] = 'seven' }), 'bad_backup', at + 1],
    ['a kind that is none', changed(at, (row) => { row['kind'] = 'evil' }), 'bad_backup', at + 1],
    ['a list for a row', put(at, '[1]'), 'bad_backup', at + 1],
    ['a row before any table', [good[0]!, good[at]!], 'bad_backup', 2],
  ])('%s', async (_what, lines, code, line) => {
    const target = await elsewhere.tenant('target')
    await expect(target.restore(lines)).rejects.toMatchObject({ code, where: { line } })
    expect((await there.pool.query(`select count(*)::int as n from emend.restoration r join emend.tenant t using (tenant_id) where t.name = 'target'`)).rows).toEqual([{ n: 0 }])
    const left = await linesOf(target)
    expect(JSON.parse(left.at(-1)!)).toMatchObject({ end: 0 })
  })
})

test.each([['journal', 'journal_id'], ['event', 'event_id'], ['fault', 'fault_id'], ['fault', 'reported_t']])('a forged number of %s leaves numbers to other tenants: %s', async (table, column) => {
  const lines = await linesOf(await live(`of ${table} ${column}`))
  const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1
  lines[at] = lines[at]!.replace(new RegExp(`("${column}": ?)\\d+`), '$19223372036854775806')
  expect(lines[at]).toContain('9223372036854775806')
  const digest = createHash('sha256')
  for (const line of lines.slice(0, -1)) digest.update(`${line}\n`)
  const sealed = [...lines.slice(0, -1), JSON.stringify({ ...JSON.parse(lines.at(-1)!) as object, sha256: digest.digest('hex') })]
  await expect((await elsewhere.tenant('forger')).restore(sealed)).rejects.toMatchObject({ code: 'bad_backup' })
  const neighbour = await elsewhere.tenant(`beside ${table} ${column}`)
  await neighbour.memories.add('still here', { id: 'm' })
  expect((await neighbour.faults.add({ memoryId: 'm' })).id).toBeLessThan(1_000_000)
})

test('no role forges rows of a backup into a tenant that has a history', async () => {
  const { name, tenantId } = await here.tenant()
  await (await store.tenant(name)).memories.add('kept', { id: 'm' })
  const client = await here.pool.connect()
  const attempt = async (role: string, query: string) => {
    await client.query('begin')
    try {
      await client.query(`select set_config('emend.tenant_id', $1, true), set_config('role', $2, true), set_config('emend.restoring', 'on', true)`, [String(tenantId), `emend_${role}`])
      await client.query(query)
      return 'done'
    } catch (error) {
      return /^emend:(\w+)/.exec((error as { detail?: string }).detail ?? '')?.[1] ?? (error as { code: string }).code
    } finally {
      await client.query('rollback')
    }
  }
  const rows = `select emend.restore_rows('journal', '{action}', '[{"action": "forged"}]')`
  expect(await attempt('admin', rows)).toBe('not_empty')
  expect(await attempt('admin', `select emend.begin_restore('{}', 'me')`)).toBe('not_empty')
  expect(await attempt('admin', 'select emend.finish_restore()')).toBe('not_empty')
  for (const role of ['agent', 'detector', 'auditor', 'worker']) expect([role, await attempt(role, rows)]).toEqual([role, '42501'])
  // the setting of a restore does not keep a fault from being contained
  expect(await attempt('detector', `
    insert into emend.fault (memory_id) values ('m');
    do $$ begin if exists (select from emend.memory_state where not is_withheld) then raise exception 'not contained' using errcode = 'XX000'; end if; end $$`)).toBe('done')
  client.release()
})
