import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { explanationTree } from '../../src/api/explain-tree.js'
import { explainNode } from '../../src/api/explain.js'
import { inTenant } from '../../src/db/transaction.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const { db } = database
const { tenantId } = await database.tenant()

const items: RecordItem[] = [
  { kind: 'input', id: 'u1', session: 'S', turn: 1, user: 'ann', content: 'Move my city to Lisbon.' },
  { kind: 'memory', id: 'm1', user: 'ann', content: 'city: Porto', source: 'user_input' },
  { kind: 'step', id: 'r1', session: 'S', turn: 1, type: 'memory_read', content: '', used_ids: ['m1'], query: { text: 'city' } },
  { kind: 'step', id: 'x1', session: 'S', turn: 1, type: 'memory_update', content: 'city changed', used_ids: ['u1'], consumed_memory_ids: ['m1'], generated_memory_ids: ['m2'] },
  { kind: 'memory', id: 'm2', user: 'ann', content: 'city: Lisbon', supersedes: ['m1'], derived_from: ['m1'] },
  { kind: 'step', id: 'p1', session: 'S', turn: 1, type: 'plan', content: 'look up', used_ids: ['m2'] },
  { kind: 'step', id: 'c1', session: 'S', turn: 1, type: 'tool_action', content: 'zip', used_ids: ['p1'], tool: { name: 'zip', args: { city: 'Lisbon' }, call_id: '1' } },
  { kind: 'step', id: 'o1', session: 'S', turn: 1, type: 'tool_observation', content: '1000', used_ids: ['c1'], tool: { name: 'zip', call_id: '1' } },
  { kind: 'step', id: 'a1', session: 'S', turn: 1, type: 'final_answer', content: 'Your city is Lisbon.', used_ids: ['m2', 'o1'] },
]
await inTenant(db, { tenantId, role: 'worker' }, (trx) => recordItems(trx, tenantId, items))

const audit = <T>(query: string) => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => (await sql.raw<T>(query).execute(trx)).rows)

describe('the audit views', () => {
  test('graph_edge shows every edge by external id, and the order of steps as chain', async () => {
    const rows = await audit<{ edge: string }>(`select source || ' -' || label || '-> ' || target as edge from emend.graph_edge order by source_id, target_id, label`)
    expect(rows.map((row) => row.edge)).toEqual([
      'u1 -initiate-> r1', 'u1 -support-> x1', 'm1 -cite-> r1', 'm1 -update-> x1', 'm1 -derive-> m2', 'm1 -supersede-> m2', 'r1 -chain-> x1',
      'x1 -produce-> m2', 'x1 -chain-> p1', 'm2 -cite-> p1', 'm2 -cite-> a1', 'p1 -initiate-> c1', 'p1 -chain-> c1', 'c1 -produce-> o1',
      'c1 -chain-> o1', 'o1 -support-> a1', 'o1 -chain-> a1',
    ])
  })

  test('graph_edge asked for one node probes indexes', async () => {
    const plan = await audit<{ 'QUERY PLAN': string }>(
      `explain select * from emend.graph_edge where tenant_id = ${tenantId} and target_id = 5`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on edge')
  })

  test('memory_now, memory_lineage, step_now and current_answer speak in external ids', async () => {
    expect(await audit(`select memory, owner, status, is_readable, content, produced_by from emend.memory_now order by memory_id`)).toEqual([
      { memory: 'm1', owner: 'ann', status: 'superseded', is_readable: false, content: 'city: Porto', produced_by: null },
      { memory: 'm2', owner: 'ann', status: 'active', is_readable: true, content: 'city: Lisbon', produced_by: 'x1' },
    ])
    expect(await audit(`select relation, source, source_status, is_source_faulty from emend.memory_lineage where memory = 'm2' order by relation`)).toEqual([
      { relation: 'derived_from', source: 'm1', source_status: 'superseded', is_source_faulty: false },
      { relation: 'produced_by', source: 'x1', source_status: null, is_source_faulty: false },
      { relation: 'supersedes', source: 'm1', source_status: 'superseded', is_source_faulty: false },
    ])
    expect(await audit(`select step, type, session, turn, "user", validity, used from emend.step_now where step = 'a1'`)).toEqual([
      { step: 'a1', type: 'final_answer', session: 'S', turn: 1, user: 'ann', validity: 'valid', used: ['m2', 'o1'] },
    ])
    expect(await audit(`select session, turn, answer, validity, content from emend.current_answer`)).toEqual([
      { session: 'S', turn: 1, answer: 'a1', validity: 'valid', content: 'Your city is Lisbon.' },
    ])
  })

  test('the journal can be read by ids, and every public view and column has a comment', async () => {
    expect(await audit(`select action, node, from_status, to_status from emend.journal_readable`)).toEqual([
      { action: 'set_status', node: 'm1', from_status: 'active', to_status: 'superseded' },
    ])
    expect(await audit(`
      select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'emend'::regnamespace and c.relkind = 'v'
         and (obj_description(c.oid) is null or col_description(c.oid, a.attnum) is null)`)).toEqual([])
  })

  test('every view runs with the rights of who asks', async () => {
    expect(await audit(`
      select relname from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v'
         and not coalesce(reloptions @> '{security_invoker=true}', false)`)).toEqual([])
  })
})

describe('paths', () => {
  test('path_between finds the shortest way and the label into each node', async () => {
    const rows = await audit<{ path: string }>(`
      select string_agg(coalesce(label || ' ', '') || n.external_id, ', ' order by p."position") as path
        from emend.node m1, emend.node a1,
             emend.path_between(${tenantId}, array[m1.node_id], a1.node_id, null, array['cite', 'derive', 'produce', 'support', 'update']::emend.edge_label[]) p
        join emend.node n on n.tenant_id = ${tenantId} and n.node_id = p.node_id
       where m1.external_id = 'm1' and a1.external_id = 'a1'`)
    expect(rows).toEqual([{ path: 'm1, derive m2, cite a1' }])
  })

  test('support_path leads from a trusted root around what may not support', async () => {
    const rows = await audit<{ path: string }>(`
      select string_agg(coalesce(label || ' ', '') || n.external_id, ', ' order by p."position") as path
        from emend.node m1, emend.node m2, emend.support_path(${tenantId}, m2.node_id, array[m1.node_id]) p
        join emend.node n on n.tenant_id = ${tenantId} and n.node_id = p.node_id
       where m1.external_id = 'm1' and m2.external_id = 'm2'`)
    expect(rows).toEqual([{ path: 'u1, support x1, produce m2' }])
  })
})

describe('explain', () => {
  test('tells what no repair has looked at, and refuses an unknown id', async () => {
    const explanation = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => explainNode(trx, tenantId, 'm1'))
    expect(explanationTree(explanation)).toMatch(/^m1 {2}memory {2}\[superseded] {2}"city: Porto"\n├─ no repair has looked at it\n└─ history\n {3}└─ .*set_status {2}active -> superseded/)
    await expect(inTenant(db, { tenantId, role: 'auditor' }, (trx) => explainNode(trx, tenantId, 'nobody'))).rejects.toMatchObject({ code: 'not_found' })
  })
})
