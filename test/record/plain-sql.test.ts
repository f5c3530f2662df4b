/** Recording from plain SQL, and from TypeScript. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'
import { claim, input, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

test('plain SQL gives the same nodes and edges as TypeScript', async () => {
  const items: RecordItem[] = [
    memory('m', { content: 'plan is Gold', user: 'bob', facts: [{ entity: 'plan', attribute: null, value: 'Gold' }], trust: 0.5, agent: 'a' }),
    input('u', { user: 'bob' }), step('memory_read', 'r', { used_ids: ['m'], query: { text: 'plan', k: 3, scope: { user: 'bob' } }, agent: 'a1' }),
    claim('c', undefined, { justifications: [['m'], ['u', 'r']] }), step('plan', 'p', { used_ids: ['c'] }),
    step('tool_action', 'a', { used_ids: ['p'], tool: { name: 'get', args: { deep: [1, { two: null }] }, call_id: 'k' } }),
    step('tool_observation', 'o', { tool: { name: 'get', call_id: 'k' } }),
    step('memory_update', 'w', { used_ids: ['o'], consumed_memory_ids: ['m'], generated_memory_ids: ['n'], agent: 'a1' }),
    memory('n', { supersedes: ['m'], derived_from: ['m'], source: 'tool_observation' }),
    step('final_answer', 'f', { late: [{ from: 'z', label: 'support' }] }), memory('z'),
  ]
  const [one, two] = [await fresh(), await fresh()]
  await one.record(items)
  await database.db.connection().execute(async (connection) => {
    await sql`select emend.use_tenant(${two.name})`.execute(connection)
    await sql`set role emend_agent`.execute(connection)
    await sql`select * from emend.record_steps(${JSON.stringify(items)}::jsonb)`.execute(connection)
    await sql`reset role`.execute(connection)
    await sql`select set_config('emend.tenant_id', '', false)`.execute(connection)
  })
  const dump = (tenant: typeof one) => tenant.run('auditor', async (trx) => {
    const { rows } = await sql<{ row: string }>`select emend_test.dump(${tenant.tenantId}) as row`.execute(trx)
    return rows.map(({ row }) => row)
  })
  await sql.raw(dumpFunction).execute(database.db)
  const recorded = await dump(one)
  expect(recorded.length).toBeGreaterThan(40)
  expect(await dump(two)).toEqual(recorded)
})

/** Every row that recording writes, with internal ids told as external ones, without ids of rows and times. */
const dumpFunction = `
create schema emend_test; grant usage on schema emend_test to public;
create function emend_test.dump(p_tenant integer) returns setof text language plpgsql as $$
declare t text;
begin
  create temp table mapped on commit drop as select node_id::text as id, external_id as name from emend.node where tenant_id = p_tenant;
  foreach t in array array['node', 'input', 'step', 'memory', 'memory_state', 'edge', 'session', 'journal'] loop
    return query execute format($q$
      select %L || (select string_agg(k || '=' || coalesce(
               case when k ~ '(_id|_ids|derived_from|supersedes|justifications)$' and k not in ('tenant_id', 'external_id', 'user_id', 'agent_id', 'call_id')
                    then (select string_agg(coalesce(m.name, w[1]), ',') from regexp_matches(v, '[0-9]+', 'g') w left join mapped m on m.id = w[1]) else v end, ''), ' ' order by k)
               from jsonb_each_text(to_jsonb(r)) e(k, v) where k !~ '_at$' and k not in ('tenant_id', 'session_id', 'journal_id'))
        from emend.%I r where r.tenant_id = %s order by 1$q$, t, t, p_tenant);
  end loop;
end $$;`

