/**
 * Erasure against the catalog: every column that can hold text holds a text of the user, and none does afterwards. A new column takes part by
 * itself; where it holds ids or names and no text, it says so here.
 */
import { expect, test } from 'vitest'
import { openStore } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { fillEveryTable } from './fill-every-table.js'
import { linesOf, quotesOf } from './lines-of.js'

const database = await testDatabase()
const marker = 'kiwi-4711-zebra'

/** Ids, names that programs choose, words of closed lists, hashes: these stay. */
const withoutText = [
  'api_key.user_id', 'approval.decided_by', 'approval.effects', 'approval.growth', 'approval.hash', 'approval.plan_hash', 'embedding_progress.model', 'enabled_detector.detector', 'erasure.actor', 'erasure.counts', 'erasure.user_id', 'event.type', 'fault.detector', 'fault.failed_answer_id',
  'fault.memory_id', 'fault.policy', 'fault.reported_by', 'http_request.fingerprint', 'http_request.idempotency_key', 'http_request.location', 'journal.action', 'journal.actor',
  'journal.from_status', 'journal.plan_hash', 'journal.rule', 'journal.to_status', 'login.login', 'memory.agent_id', 'memory_embedding.agent_id', 'memory_embedding.model', 'memory_embedding.user_id', 'memory_search.agent_id', 'memory_search.user_id',
  'model_call.mode', 'model_call.model', 'model_call.purpose', 'model_call.request_hash', 'model_call.stage', 'model_call.user_id', 'node.external_id', 'node.user_id',
  'plan_row.rule', 'registered_tool.compensate_name', 'registered_tool.description', 'registered_tool.name', 'registered_tool.parameters', 'registered_tool.remote_name',
  'registered_tool.reset_name', 'registered_tool.secret', 'registered_tool.server', 'registered_tool.url', 'repair.error_code', 'repair.lease_owner', 'repair.options', 'repair.plan_hash', 'repair.policy', 'repair.waiting_for', 'repair.waiting_reason', 'replay_step.intent_key',
  'restoration.actor',
  'replay_step.prompt_hash', 'replay_step.state', 'session.external_id', 'session.user_id', 'step.agent_id', 'step.call_id', 'step.justifications', 'step.tool_name',
  'tenant.name', 'tenant.policy', 'tenant.review', 'tenant_model.name', 'tenant_model.secret', 'tenant_model.url', 'tombstone.user_id', 'tool_call.decided_by', 'tool_call.idempotency_key', 'tool_call.state', 'tool_call.tool_name',
  'webhook.secret', 'webhook.types', 'webhook.url', 'webhook_message.last_error', 'webhook_message.state', 'webhook_message.type',
]
/** Where a row of JSON must have a shape. */
const shapes: Record<string, unknown> = {
  'memory.facts': [{ entity: marker, attribute: 'name', value: marker }], 'step.facts': [{ entity: marker, attribute: 'name', value: marker }],
  'verification.missing_facts': [marker], 'plan_row.proof': { kind: 'uncovered', clean: [], dirty: [], missing: [marker] }, 'replay_step.detail': { made: [], asked: { reply: marker } },
}

test('no column of any table holds a text of the user afterwards; another tenant with the same rows keeps all of them', async () => {
  const store = await openStore({ databaseUrl: database.url })
  const [mine, other] = [await database.tenant(), await database.tenant()]
  const { rows: columns } = await database.pool.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' and format_type(a.atttypid, null) in ('text', 'json', 'jsonb', 'text[]', 'character varying', 'real[]')
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') order by 1, 2`)
  expect(withoutText.filter((name) => !columns.some((column) => `${column.table}.${column.name}` === name))).toEqual([])
  const planted = columns.filter(({ type }) => type !== 'real[]').filter((column) => !withoutText.includes(`${column.table}.${column.name}`))
  expect(planted.length).toBeGreaterThan(15)

  for (const { tenantId } of [mine, other]) {
    await fillEveryTable(database.pool, tenantId)
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('emend.tenant_id', $1, true), set_config('emend.erasing', 'on', true)`, [String(tenantId)])
      await client.query('delete from emend.erasure') // the rows of an erasure that nobody asked for
      await client.query(`update emend.api_key set user_id = 'u-1'`)
      await client.query(`update emend.journal set node_id = (select min(node_id) from emend.node where kind = 'memory')`)
      for (const { table, name, type } of planted) {
        if (table === 'memory_embedding') continue
        const value = type === 'text[]' ? [marker] : type.startsWith('json') ? JSON.stringify(shapes[`${table}.${name}`] ?? { said: marker })
          : `${table}.${name}` === 'http_request.answer' ? JSON.stringify({ id: 'm1', note: `something of ${marker}` }) : marker
        if (name === 'answer') await client.query(`update emend.http_request set status = 200, finished_at = now()`)
        await client.query(`update emend.${table} set ${name} = $1 where tenant_id = ${tenantId}`, [value])
      }
      // a text that is changed has taken its embedding along
      await client.query(`insert into emend.memory_embedding (tenant_id, model, memory_id, embedded_t, failure)
        select tenant_id, 'reference', memory_id, 1, $1 from emend.memory_search where tenant_id = ${tenantId}`, [`cannot place ${marker}`])
      await client.query(`update emend.step set query_model = 'reference', query_embedding = '{1,2}', query_scores = '{1}', query_considered = '{1}' where tenant_id = ${tenantId}`)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const quoted = new Set((await quotesOf(database, mine.tenantId, marker)).map((line) => line.split(' ')[0]))
  expect([...new Set(planted.map(({ table }) => table))].filter((table) => !quoted.has(table))).toEqual([])
  const elsewhere = await linesOf(database, other.tenantId)

  expect(columns.filter(({ type }) => type === 'real[]').map(({ table, name }) => `${table}.${name}`)).toEqual(['memory_embedding.embedding', 'step.query_embedding'])
  const report = await (await store.tenant(mine.name)).users.erase('u-1')
  expect(report).toMatchObject({ nodes: { inputs: 1, steps: 2, memories: 2 }, isComplete: true })
  expect(await quotesOf(database, mine.tenantId, marker)).toEqual([])
  // what is placed by a text tells it as well
  expect((await linesOf(database, mine.tenantId)).filter((line) => /^(memory_embedding|step) .*\{1,2\}/.test(line))).toEqual([])
  expect(await linesOf(database, other.tenantId)).toEqual(elsewhere)
  expect(Object.keys(report.tables).sort()).toEqual([...new Set(planted.map(({ table }) => table))].sort())
  await store.close()
})

test('a telling part of what the user said is found wherever it stands, although nothing names evidence of his; what another user has said himself stays', async () => {
  const store = await openStore({ databaseUrl: database.url })
  const { tenantId, name: tenant } = await database.tenant()
  await fillEveryTable(database.pool, tenantId)
  const { rows: columns } = await database.pool.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' and format_type(a.atttypid, null) in ('text', 'json', 'jsonb', 'text[]', 'character varying')
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') order by 1, 2`)
  const client = await database.pool.connect()
  const note = `not what the badge says: ${marker}, see there`
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', $1, true), set_config('emend.erasing', 'on', true)`, [String(tenantId)])
    await client.query('delete from emend.erasure')
    await client.query(`update emend.node set user_id = 'u-2'; update emend.session set user_id = 'u-2'; update emend.api_key set user_id = 'u-2'`)
    await client.query(`update emend.http_request set status = 200, finished_at = now()`)
    for (const { table, name, type } of columns) {
      if (withoutText.includes(`${table}.${name}`) || ['input', 'memory_embedding'].includes(table)) continue
      const value = type === 'text[]' ? [note] : type.startsWith('json') ? JSON.stringify(shapes[`${table}.${name}`] ?? { said: [note] }) : note
      await client.query(`update emend.${table} set ${name} = $1 where tenant_id = ${tenantId}`, [value])
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  const emend = await store.tenant(tenant)
  await emend.memories.add(`My badge is ${marker}.`, { id: 'mine', userId: 'u-1' })
  await emend.memories.add('The badge of U-2 is kiwi-4711-apple.', { id: 'theirs', userId: 'u-2', source: 'user_input' })
  expect((await quotesOf(database, tenantId, marker)).length).toBeGreaterThan(10)
  expect(await emend.users.erase('u-1')).toMatchObject({ isComplete: true })
  expect(await quotesOf(database, tenantId, marker)).toEqual([])
  expect(await emend.memories.get('theirs')).toMatchObject({ isReadable: true })
  await store.close()
})

test.each(['memory', 'memory_search'])('a table that hangs on %s goes with the memories, whoever made it', async (table) => {
  const client = await database.pool.connect()
  await client.query(`
    create table emend.keepsake (tenant_id integer not null, memory_id bigint not null, vector real[], note text, primary key (tenant_id, memory_id),
      foreign key (tenant_id, memory_id) references emend.${table} on delete cascade)`)
  const store = await openStore({ databaseUrl: database.url })
  try {
    const { name } = await database.tenant()
    const emend = await store.tenant(name)
    await emend.memories.add(marker, { id: 'k1', userId: 'u-1' })
    await emend.memories.add('of somebody else', { id: 'k2', userId: 'u-2' })
    await client.query(`begin; select set_config('emend.tenant_id', tenant_id::text, true) from emend.tenant where name = '${name}';
      insert into emend.keepsake select tenant_id, memory_id, '{1}', content from emend.memory; commit`)
    expect((await emend.users.erase('u-1')).tables).toMatchObject({ keepsake: 1 })
    expect((await client.query('select note from emend.keepsake')).rows).toEqual([{ note: 'of somebody else' }])
  } finally {
    await store.close()
    await client.query('drop table emend.keepsake')
    client.release()
  }
})
