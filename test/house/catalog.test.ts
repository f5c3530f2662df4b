import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import * as vocabulary from '../../src/vocabulary.js'
import { testDatabase } from '../database.js'
import { catalogListing } from './catalog-listing.js'
import { projectFiles } from './source-files.js'

const { pool, url } = await testDatabase()
const golden = 'test/house/catalog.txt'

test('the catalog is the one in catalog.txt (EMEND_TEST_REWRITE=1 writes it anew)', async () => {
  const actual = await catalogListing(url)
  if (process.env['EMEND_TEST_REWRITE']) writeFileSync(golden, `${actual.join('\n')}\n`)
  expect(actual).toEqual(readFileSync(golden, 'utf8').trimEnd().split('\n'))
})

test('every schema, table, view, column, type, function, trigger and sequence has a comment', async () => {
  const { rows } = await pool.query<{ what: string }>(`
    select 'schema emend' as what where obj_description('emend'::regnamespace, 'pg_namespace') is null
     union all
    select case c.relkind when 'r' then 'table ' when 'v' then 'view ' else 'sequence ' end || c.relname from pg_class c
     where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'S') and obj_description(c.oid, 'pg_class') is null
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')  -- of an identity column
     union all
    select 'column ' || c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and col_description(c.oid, a.attnum) is null
     union all
    select 'type ' || typname from pg_type where typnamespace = 'emend'::regnamespace and typtype in ('e', 'd') and obj_description(oid, 'pg_type') is null
     union all
    select 'function ' || proname from pg_proc where pronamespace = 'emend'::regnamespace and obj_description(oid, 'pg_proc') is null
     union all
    select 'trigger ' || tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'emend'::regnamespace and not tgisinternal and obj_description(t.oid, 'pg_trigger') is null`)
  expect(rows.map(({ what }) => what)).toEqual([])
})

test('every file of sql/ makes the object that it is named after, and has a doc block', async () => {
  const files = projectFiles('sql').filter(({ path }) => !path.startsWith('sql/90-grants/emend_') && path !== 'sql/90-grants/public.sql')
  const { rows } = await pool.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'emend'::regnamespace
     union select relname from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v'
     union select tgname from pg_trigger where not tgisinternal`)
  const objects = new Set(rows.map(({ name }) => name))
  expect(files.map(({ path }) => basename(path, '.sql')).filter((name) => !objects.has(name))).toEqual([])
  expect(files.filter(({ text }) => !text.startsWith('/**')).map(({ path }) => path)).toEqual([])
})

test('every function and view of the catalog has its file', async () => {
  const names = new Set(projectFiles('sql').map(({ path }) => basename(path, '.sql')))
  const { rows } = await pool.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'emend'::regnamespace
     union select relname from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v' order by 1`)
  const inMigrations = projectFiles('migrations').flatMap(({ text }) => [...text.matchAll(/^create function emend\.(\w+)/gm)].map((match) => match[1] ?? ''))
  expect(rows.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(inMigrations.filter((name) => !names.has(name)).sort())
})

test('every constraint but keys and references is named as a sentence', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select conname as name from pg_constraint where connamespace = 'emend'::regnamespace and contype in ('c', 'u')
       and conrelid not in ('emend.schema_migration'::regclass, 'emend.sql_object'::regclass)
       and conname !~ '^[a-z0-9]+(_[a-z0-9]+){2,}$' and conname <> 'tenant_name_key'`)
  expect(rows).toEqual([])
})

test('schema.ts names the tables and columns of the catalog', async () => {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`)
  const text = readFileSync('src/db/schema.ts', 'utf8')
  const interfaces = new Map([...text.matchAll(/^(?:export )?interface (\w+) \{\n([\s\S]*?)^\}/gm)].map((match) => [
    match[1], [...(match[2] ?? '').matchAll(/^ {2}(\w+)\??: (.+)$/gm)].map((line) => [line[1] ?? '', line[2] ?? ''] as const)]))
  const views = new Set((await pool.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v'`)).rows.map(({ name }) => name))
  const written = (interfaces.get('Schema') ?? []).filter(([table]) => !views.has(table)).map(([table, type]) => ({
    name: table, columns: (interfaces.get(type) ?? []).map(([column]) => column).sort(),
  })).sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(written).toEqual(rows)
})

test('the closed lists of vocabulary.ts are the enum types of the catalog', async () => {
  const { rows } = await pool.query<{ name: string; labels: string[] }>(`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
      from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'emend'::regnamespace group by t.typname`)
  const labels = Object.fromEntries(rows.map(({ name, labels: list }) => [name, [...list].sort()]))
  const sorted = (list: readonly string[]) => [...list].sort()
  expect(labels).toEqual({
    node_kind: sorted(vocabulary.nodeKinds), edge_label: sorted(vocabulary.edgeLabels), edge_basis: sorted(vocabulary.edgeBases),
    memory_status: sorted(vocabulary.memoryStatuses), memory_source: sorted(vocabulary.memorySources),
    key_role: sorted(vocabulary.keyRoles), search_mode: sorted(vocabulary.searchModes), fault_type: sorted(vocabulary.faultTypes), fault_state: sorted(vocabulary.faultStates), repair_state: sorted(vocabulary.repairStates),
    disposition: sorted([...vocabulary.memoryDispositions, ...vocabulary.stepDispositions]),
    effect_class: sorted(vocabulary.effectClasses), step_validity: ['invalid', 'withheld'],
  })
})
