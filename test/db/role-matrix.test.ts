import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type Role } from '../../src/db/transaction.js'
import { testDatabase } from '../database.js'
import { fillEveryTable } from './fill-every-table.js'

const { db, pool, tenant } = await testDatabase()
const roles: Role[] = ['agent', 'detector', 'auditor', 'worker', 'admin']
const verbs = ['select', 'insert', 'update', 'delete'] as const

/** Which role may use which verb on which table or view, and which functions call by name; kept as data and compared with the catalog. */
interface Matrix {
  tables: Record<string, Partial<Record<Role, string>>>
  /** Functions of the roles that are not trusted, and those that only the admin has. */
  functions: { agent: string[]; detector: string[]; admin_only: string[] }
}
const file = 'test/db/role-matrix.json'

async function matrixOfCatalog(): Promise<Matrix> {
  const { rows: tables } = await pool.query<{ name: string; role: Role; verbs: string }>(`
    select c.relname as name, r.role, string_agg(v.verb, ' ' order by v.position) as verbs
      from pg_class c
     cross join unnest($1::text[]) as r(role)
     cross join unnest($2::text[]) with ordinality as v(verb, position)
     where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v')
       and case when v.verb = 'delete' then has_table_privilege('emend_' || r.role, c.oid, 'delete')
                else has_any_column_privilege('emend_' || r.role, c.oid, v.verb) end
     group by c.relname, r.role order by c.relname, array_position($1::text[], r.role)`, [roles, verbs])
  const { rows: names } = await pool.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'emend'::regnamespace and relkind in ('r', 'v') order by relname`)
  const { rows: functions } = await pool.query<{ name: string; role: Role }>(`
    select p.proname as name, r.role from pg_proc p cross join unnest($1::text[]) as r(role)
     where p.pronamespace = 'emend'::regnamespace and has_function_privilege('emend_' || r.role, p.oid, 'execute') order by p.proname`, [roles])
  const mayCall = (role: Role) => functions.filter((row) => row.role === role).map(({ name }) => name)
  return {
    tables: Object.fromEntries(names.map(({ name }) => [
      name, Object.fromEntries(tables.filter((row) => row.name === name).map((row) => [row.role, row.verbs])),
    ])),
    functions: {
      agent: mayCall('agent'),
      detector: mayCall('detector'),
      admin_only: mayCall('admin').filter((name) => roles.every((role) => role === 'admin' || !mayCall(role).includes(name))),
    },
  }
}

/** Where an admin may not write the whole row: a column that he may. */
const updatable: Record<string, string> = { tenant: 'policy', approval: 'is_approved', api_key: 'revoked_at', webhook: 'disabled_at', webhook_message: 'state' }

const tenantTables = async () => (await pool.query<{ name: string }>(`
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
   where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' order by c.relname`)).rows.map(({ name }) => name)

test('roles have the rights that the matrix says, and no others (EMEND_TEST_REWRITE=1 writes it anew)', async () => {
  const actual = await matrixOfCatalog()
  if (process.env['EMEND_TEST_REWRITE']) writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`)
  expect(actual).toEqual(JSON.parse(readFileSync(file, 'utf8')))
})

test('nobody has a right by being anybody', async () => {
  const { rows } = await pool.query(`
    select proname as name from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where pronamespace = 'emend'::regnamespace and a.grantee = 0
     union all
    select relname from pg_class c, aclexplode(relacl) a where relnamespace = 'emend'::regnamespace and a.grantee = 0`)
  expect(rows).toEqual([])
})

test('the roles are plain: none is superuser, may log in, make roles or databases, or passes row security', async () => {
  const { rows } = await pool.query(`
    select rolname from pg_roles where rolname = any ($1)
       and (rolsuper or rolcanlogin or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`, [roles.map((role) => `emend_${role}`)])
  expect(rows).toEqual([])
})

test('row security is enabled and forced on every table with a tenant, and each has the policy own_tenant', async () => {
  const { rows } = await pool.query(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_tenant' and p.polpermissive) as has_policy
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' order by c.relname`)
  expect(rows).toEqual((await tenantTables()).map((name) => ({ name, is_forced: true, has_policy: true })))
})

test('every policy that lets rows in asks current_tenant_id, which asks who logged in; where one does not, a restrictive one asks the login', async () => {
  const { rows } = await pool.query(`
    select distinct p.tablename as name, exists (select from pg_policies b where b.tablename = p.tablename and b.policyname = 'bound_login' and b.permissive = 'RESTRICTIVE') as is_bound
      from pg_policies p
     where p.schemaname = 'emend' and p.permissive = 'PERMISSIVE'
       and (p.qual not like '%(tenant_id = %current_tenant_id())%' or coalesce(p.with_check, p.qual) not like '%(tenant_id = %current_tenant_id())%') order by 1`)
  // no role but the owner may read the words of searches: functions that ask need_tenant do
  expect(rows).toEqual([...['api_key', 'login'].map((name) => ({ name, is_bound: true })), { name: 'memory_search', is_bound: false }, { name: 'tenant', is_bound: true }])
})

test('every view runs with the rights of who reads it, and definer functions pin their search path, the session\'s own objects last', async () => {
  const { rows } = await pool.query(`
    select relname as name from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v'
       and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']
     union all
    select proname from pg_proc where pronamespace = 'emend'::regnamespace and prosecdef
       and not exists (select from unnest(proconfig) as c where c = 'search_path=pg_catalog, emend, public, pg_temp')`)
  expect(rows).toEqual([])
})

test('every role sees the rows of its own tenant only, and touches no others, in every table', async () => {
  const mine = await tenant()
  const other = await tenant()
  await fillEveryTable(pool, mine.tenantId)
  const matrix = JSON.parse(readFileSync(file, 'utf8')) as Matrix
  const problems: string[] = []
  const attempt = (tenantId: number, role: Role, text: string) => inTenant(db, { tenantId, role }, async (trx) => {
    const { rows } = await sql<{ n: number }>`${sql.raw(text)}`.execute(trx)
    return Number(rows[0]?.n)
  })
  for (const table of await tenantTables()) {
    const column = updatable[table] ?? 'tenant_id'
    const where = `where tenant_id = ${mine.tenantId}`
    for (const role of roles) {
      const may = matrix.tables[table]?.[role] ?? ''
      if (may.includes('select')) {
        const own = await attempt(mine.tenantId, role, `select count(*) as n from emend.${table} ${where}`)
        if (own === 0) problems.push(`emend_${role} sees no row of its own in ${table}: add one to fill-every-table.sql`)
        if (await attempt(other.tenantId, role, `select count(*) as n from emend.${table} ${where}`) > 0) problems.push(`emend_${role} reads another tenant's ${table}`)
      }
      for (const [verb, text] of [
        ['update', `with done as (update emend.${table} set ${column} = ${column} ${where} returning 1) select count(*) as n from done`],
        ['delete', `with done as (delete from emend.${table} ${where} returning 1) select count(*) as n from done`],
      ] as const) {
        const touched = await attempt(other.tenantId, role, text).catch((error: unknown) => (error as { code?: string }).code)
        const expected = may.includes(verb) ? [0] : ['42501']
        if (!expected.includes(touched as never)) problems.push(`emend_${role} ${verb} ${table} of another tenant: ${String(touched)}`)
      }
      const inserted = await attempt(other.tenantId, role,
        `with done as (insert into emend.${table} (${table === 'tenant' ? `name) values ('t-stranger'` : `tenant_id) values (${mine.tenantId}`}) returning 1) select count(*) as n from done`)
        .catch((error: unknown) => (error as { code?: string }).code)
      // either no right at all, or the policy; a constraint would mean that the policy let it pass
      if (inserted !== '42501') problems.push(`emend_${role} insert ${table} of another tenant: ${String(inserted)}`)
    }
  }
  expect(problems).toEqual([])
})
