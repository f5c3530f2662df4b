/** What a database login of one tenant gets to see and do of another's, by raw SQL: nothing, whatever it sets, calls or becomes. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { fillEveryTable } from './fill-every-table.js'
import { testLogin } from './test-login.js'

const database = await testDatabase()
const { pool } = database
const roles = ['agent', 'detector', 'auditor', 'worker', 'admin'] as const
const mine = await database.tenant()
const other = await database.tenant()
await fillEveryTable(pool, mine.tenantId)
await fillEveryTable(pool, other.tenantId)
const store = await openStore({ databaseUrl: database.url })
const clients: pg.Client[] = []

/** Connect as a new login of these roles, bound to the tenants. */
async function connect(of: readonly string[], ...tenants: string[]): Promise<{ client: pg.Client; name: string }> {
  const { name, url } = await testLogin(database.url, of.map((role) => `emend_${role}`))
  for (const tenant of tenants) await store.logins.add(tenant, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return { client, name }
}
afterAll(async () => {
  for (const client of clients) await client.end()
  await store.close()
})

const choose = (client: pg.ClientBase, tenantId: number) => client.query(`select set_config('emend.tenant_id', $1, false)`, [String(tenantId)])
const codeOf = (error: unknown) => /^emend:(\w+)/.exec((error as { detail?: string }).detail ?? '')?.[1] ?? (error as { code?: string }).code
const attempt = async (client: pg.Client, text: string): Promise<unknown> => {
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } catch (error) {
    return codeOf(error)
  }
}

/** Every row of the other tenant, and what workers were asked to do there. */
async function allOfOther(): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('emend.tenant_id', $1, true)`, [String(other.tenantId)])
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' order by c.relname`)
    const seen: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select '${name} ' || t::text as line from emend.${name} t where tenant_id = ${other.tenantId} order by 1`)
      seen.push(...rows.map(({ line }) => line))
    }
    const { rows: jobs } = await client.query<{ line: string }>(`
      select concat_ws(' ', 'job', key, run_at, revision) as line from graphile_worker.jobs where key like '%:${other.tenantId}' or key like '%:${other.tenantId}:%' order by 1`)
    return [...seen, ...jobs.map(({ line }) => line)]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const relations = (await pool.query<{ name: string; kind: string; has_tenant: boolean }>(`
  select c.relname as name, c.relkind::text as kind, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant
    from pg_class c where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') order by c.relname`)).rows
/** These tell which version of the program the database is at, and nothing of anybody. */
const ofNobody = ['schema_migration', 'sql_object']

describe.each([...roles.map((role) => [role]), [...roles]])('a login of role %s', (...of) => {
  let client: pg.Client
  beforeAll(async () => { ({ client } = await connect(of, mine.name)) })

  test('reads of every table and view what its role may of its own tenant, and no row of another, as itself and as each of its roles', async () => {
    const problems: string[] = []
    let ownRows = 0
    for (const as of ['none', ...of.map((role) => `emend_${role}`)]) {
      await client.query(`set role ${as}`)
      for (const { name } of relations.filter((relation) => !ofNobody.includes(relation.name))) {
        await choose(client, mine.tenantId)
        const own = await attempt(client, `select 1 from emend.${name} limit 1`)
        if (Array.isArray(own)) ownRows += own.length
        await choose(client, other.tenantId)
        const seen = await attempt(client, `select 1 from emend.${name} limit 1`)
        if (seen !== '42501' && !(Array.isArray(seen) && seen.length === 0)) problems.push(`${as} reads ${name}: ${JSON.stringify(seen)}`)
      }
    }
    await client.query('reset role')
    expect(problems).toEqual([])
    expect(ownRows).toBeGreaterThan(4)
  })

  test('writes nothing of another tenant into any table', async () => {
    const before = await allOfOther()
    const problems: string[] = []
    await choose(client, other.tenantId)
    for (const { name } of relations.filter(({ kind, has_tenant }) => kind === 'r' && has_tenant)) {
      for (const text of [
        `insert into emend.${name} (tenant_id) values (${other.tenantId})`, `delete from emend.${name} where tenant_id = ${other.tenantId} returning 1`,
        `update emend.${name} set tenant_id = tenant_id where tenant_id = ${other.tenantId} returning 1`,
      ]) {
        const done = await attempt(client, text)
        // an insert without a right, or stopped by a policy; tenant_id of a tenant is never written
        if (done !== '42501' && !(name === 'tenant' && done === '428C9') && !(Array.isArray(done) && done.length === 0 && !text.startsWith('insert'))) {
          problems.push(`${text}: ${JSON.stringify(done)}`)
        }
      }
    }
    expect(problems).toEqual([])
    expect(await allOfOther()).toEqual(before)
  })
})

const ids = `array(select generate_series(1, 100)::bigint)`
/** A call of each definer function with all that the other tenant has, and what comes of it: a code, or its rows. */
const calls: Record<string, [call: string, gives: unknown]> = {
  add_evidence: [`select emend.add_evidence(${other.tenantId}, 2, ${ids})::text as done`, [{ done: '{}' }]],
  announce_events: [`insert into emend.event (tenant_id, type) values (${other.tenantId}, 'answer:stale')`, '42501'],
  begin_restore: [`select emend.begin_restore('{}', 'me')`, 'no_tenant'],
  bound_tenant_id: [`select emend.bound_tenant_id() as id`, [{ id: null }]],
  check_approval: [`update emend.repair set state = 'applied' where tenant_id = ${other.tenantId} returning 1`, []],
  check_call: [`insert into emend.tool_call (tenant_id, repair_id, tool_name, effect, args, idempotency_key) values (${other.tenantId}, 1, 't', 'idempotent', '{}', 'x')`, '42501'],
  check_plan: [`update emend.repair set state = 'planned' where tenant_id = ${other.tenantId} returning 1`, []],
  clock: [`select emend.clock() > 0 as ticks`, [{ ticks: true }]], // one number for all tenants, and no row of any
  contain_faults: [`insert into emend.fault (memory_id) values ('m2')`, '42501'],
  create_tenant: [`select emend.create_tenant('${other.name}')`, 'forbidden'],
  drop_tenant: [`select emend.drop_tenant('${other.name}')`, 'unknown_tenant'],
  erase_derived: [`select emend.erase_derived(${other.tenantId}, 1)`, 'no_tenant'],
  erase_user: [`select emend.erase_user('u-2', 'me')`, 'no_tenant'],
  finish_restore: [`select emend.finish_restore()`, 'no_tenant'],
  have_embeddings: [`select emend.have_embeddings(${other.tenantId}, 'reference', 1, ${ids}, null)`, 'no_tenant'],
  identify_key: [`select emend.identify_key((select max(key_id) from emend.api_key), sha256('x'))`, 'unauthorized'],
  list_tenants: [`select name from emend.list_tenants()`, [{ name: mine.name }]],
  lock_nodes: [`select emend.lock_nodes(${other.tenantId}, ${ids})::text as done`, [{ done: '' }]],
  login_works_for: [`select emend.login_works_for(${other.tenantId}) as works`, [{ works: false }]],
  nudge: [`select emend.nudge(${other.tenantId})::text as done`, [{ done: '' }]],
  phantom_reads: [`select emend.phantom_reads(${other.tenantId}, 0, ${ids}, '{}')`, 'no_tenant'],
  queue_webhooks: [`insert into emend.event (tenant_id, type) values (${other.tenantId}, 'repair:done')`, '42501'],
  record_steps: [`select emend.record_steps('[{"kind": "memory", "id": "planted", "content": "x"}]')`, 'no_tenant'],
  release_resurrected: [`update emend.tombstone set lifted_at = now() where tenant_id = ${other.tenantId} returning 1`, []],
  resolve_tenant: [`select emend.resolve_tenant('${other.name}')`, 'unknown_tenant'],
  restore_rows: [`select emend.restore_rows('journal', '{action}', '[{"action": "forged"}]')`, 'no_tenant'],
  schedule_detectors: [`select emend.schedule_detectors() as tenants`, [{ tenants: 1 }]], // of two tenants that have one enabled each
  search_memories: [`select * from emend.search_memories(${other.tenantId}, 'it has shipped', 50, p_include => ${ids})`, 'no_tenant'],
  set_embeddings: [`select emend.set_embeddings(${other.tenantId}, 'planted', '[]')`, 'no_tenant'],
  set_memory_statuses: [`select emend.set_memory_statuses(${other.tenantId}, ${ids}, array(select 'deleted'::emend.memory_status from generate_series(1, 100))) as n`, [{ n: 0 }]],
  service_metrics: [`select value from emend.service_metrics() where name = 'faults' and labels ->> 'state' = 'open'`, [{ value: 1 }]], // of two tenants with one each
  set_segments: [`select emend.set_segments(${other.tenantId}, ${ids}, array(select 'x' from generate_series(1, 100)))`, 'no_tenant'],
  sweep: [`select emend.sweep() > 0 as swept`, [{ swept: true }]], // its own tenant; that the other is left alone is seen below
  take_unembedded: [`select * from emend.take_unembedded(${other.tenantId}, 'other', 50)`, 'no_tenant'],
  take_unsegmented: [`select * from emend.take_unsegmented(${other.tenantId}, 50)`, 'no_tenant'],
  unfinished_work: [`select open_faults, running from emend.unfinished_work()`, [{ open_faults: 1, running: 1 }]], // of two tenants with one each
  withhold_memories: [`select emend.withhold_memories(${other.tenantId}, ${ids}, '{}', '{}', null) as n`, [{ n: 0 }]],
}

describe('definer functions', () => {
  let client: pg.Client
  beforeAll(async () => { ({ client } = await connect(roles, mine.name)) })

  test('each that the catalog has is tried here: a new one needs a line', async () => {
    const { rows } = await pool.query<{ name: string }>(`
      select distinct proname as name from pg_proc where pronamespace = 'emend'::regnamespace and prosecdef order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls).sort())
  })

  test.each(Object.entries(calls))('%s gives nothing of another tenant, changes nothing there and locks nothing', async (_name, [call, gives]) => {
    const before = await allOfOther()
    await choose(client, other.tenantId)
    await client.query('begin')
    const given = await attempt(client, call)
    const locker = await pool.connect()
    try {
      await locker.query('begin')
      await choose(locker, other.tenantId)
      await locker.query('select from emend.node for update nowait')
      await locker.query('rollback')
    } finally {
      locker.release(true)
      await client.query('commit')
    }
    expect(given).toEqual(gives)
    expect(await allOfOther()).toEqual(before)
  })

  test('no role that a login takes and no setting makes it another login', async () => {
    for (const role of roles) {
      await client.query(`set role emend_${role}`)
      await choose(client, other.tenantId)
      expect(await attempt(client, `select emend.use_tenant('${other.name}')`)).toBe('unknown_tenant')
      expect(await attempt(client, 'select emend.need_tenant()')).toBe('no_tenant')
      await client.query('reset role')
    }
    const { rows: [owner] } = await pool.query<{ name: string }>('select session_user as name')
    for (const text of [`set role ${owner!.name}`, `set session authorization ${owner!.name}`, 'set role emend_service', 'set row_security = off; select * from emend.tenant']) {
      expect([text, await attempt(client, text)]).toEqual([text, '42501'])
      await client.query('reset role; reset row_security')
    }
  })
})

describe('binding', () => {
  test('a login that is bound nowhere sees no tenant at all, whatever roles it has', async () => {
    const { client } = await connect(roles)
    expect(await attempt(client, 'select * from emend.list_tenants()')).toEqual([])
    expect(await attempt(client, `select emend.use_tenant('${mine.name}')`)).toBe('unknown_tenant')
    await choose(client, mine.tenantId)
    expect(await attempt(client, 'select * from emend.node')).toEqual([])
  })

  test('one login may work for two tenants, one after the other; taken back, it sees nothing from its next statement on', async () => {
    const { client, name } = await connect(['auditor'], mine.name, other.name)
    for (const tenant of [mine, other]) {
      await client.query(`select emend.use_tenant('${tenant.name}')`)
      expect(await attempt(client, 'select distinct tenant_id from emend.node')).toEqual([{ tenant_id: tenant.tenantId }])
    }
    await store.logins.remove(other.name, name)
    expect(await attempt(client, 'select * from emend.node')).toEqual([])
    await client.query(`select emend.use_tenant('${mine.name}')`)
    expect(await attempt(client, 'select distinct tenant_id from emend.node')).toEqual([{ tenant_id: mine.tenantId }])
    await expect(store.logins.remove(other.name, name)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('nobody who is bound binds himself elsewhere, or makes a key there', async () => {
    const { client, name } = await connect(['admin'], mine.name)
    for (const tenant of [mine, other]) {
      await choose(client, tenant.tenantId)
      expect(await attempt(client, `insert into emend.login (tenant_id, login) values (${tenant.tenantId}, '${name}2')`)).toBe('42501')
    }
    expect(await attempt(client, `insert into emend.api_key (tenant_id, role, digest) values (${other.tenantId}, 'admin', sha256('x'))`)).toBe('42501')
    await choose(client, mine.tenantId)
    expect(await attempt(client, 'select login from emend.login')).toEqual([{ login: name }])
  })

  test('a member of emend_service works for every tenant and makes new ones', async () => {
    const { client } = await connect(['service', ...roles])
    for (const tenant of [mine, other]) {
      await client.query(`select emend.use_tenant('${tenant.name}')`)
      expect(await attempt(client, 'select distinct tenant_id from emend.node')).toEqual([{ tenant_id: tenant.tenantId }])
    }
    expect(await attempt(client, `select emend.create_tenant('of a service') > 0 as is_made`)).toEqual([{ is_made: true }])
  })

  test('agents and detectors work by SQL in the tenant that their login is bound to', async () => {
    const { client: agent } = await connect(['agent'], mine.name)
    await agent.query(`select emend.use_tenant('${mine.name}')`)
    await agent.query(`select emend.record_steps('[{"kind": "memory", "id": "by-sql", "content": "The plan is Gold.", "user": "ana"}]')`)
    expect(await attempt(agent, `select id from emend.search_memories(emend.need_tenant(), 'gold plan')`)).toEqual([{ id: 'by-sql' }])
    const { client: detector } = await connect(['detector'], mine.name)
    await detector.query(`select emend.use_tenant('${mine.name}')`)
    await detector.query(`insert into emend.fault (memory_id, detector) values ('by-sql', 'nightly check')`)
    expect(await attempt(agent, `select id from emend.search_memories(emend.need_tenant(), 'gold plan')`)).toEqual([])
  })

  test('a list says what each login may do, and which exist', async () => {
    const { name } = await connect(['agent', 'auditor'], 'of a service')
    const { name: free } = await connect(['service'], 'of a service')
    await store.logins.add('of a service', 'nobody-yet')
    await store.logins.add('of a service', 'nobody-yet')
    const at = expect.any(Date) as Date
    const expected = [
      { name, boundAt: at, exists: true, isFree: false, roles: ['agent', 'auditor'] }, { name: free, boundAt: at, exists: true, isFree: true, roles: [] },
      { name: 'nobody-yet', boundAt: at, exists: false, isFree: false, roles: [] }]
    expect(await store.logins.list('of a service')).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)))
  })

  test.each<[string, string, string, unknown]>([
    ['an unknown tenant', 'unknown_tenant', 'nobody', 'x'], ['no name', 'bad_item', mine.name, ''], ['a name above 63 bytes', 'bad_item', mine.name, 'ü'.repeat(32)],
    ['a name with a NUL', 'bad_text', mine.name, 'a\0'], ['a number', 'bad_item', mine.name, 5],
  ])('%s gives %s', async (_what, code, tenant, name) => {
    await expect(store.logins.add(tenant, name as string)).rejects.toMatchObject({ code })
  })
})

test('nobody who is bound looks into the queue', async () => {
  const { client } = await connect(roles, mine.name)
  expect(await attempt(client, 'select * from graphile_worker.jobs')).toBe('42501')
})
