import type pg from 'pg'
import { expect, test } from 'vitest'
import { checkSchema } from '../../src/db/check-schema.js'
import { migrate } from '../../src/db/migrate.js'
import { openDatabase } from '../../src/db/pool.js'
import { readMigrations, readSqlObjects, type SqlFile } from '../../src/db/sql-files.js'
import { catalogListing } from '../house/catalog-listing.js'
import { asAdmin, emptyDatabase, guestDatabase, urlOf, withClient } from './empty-database.js'

const migrations = readMigrations()
const objects = readSqlObjects()

/** The error of checkSchema, by code, or the newest migration. */
async function check(url: string, known?: SqlFile[]): Promise<unknown> {
  const { db, close } = openDatabase(url, 1)
  try {
    return await checkSchema(db, known)
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await close()
  }
}

test('six cold starts at once work (G12)', async () => {
  const url = await emptyDatabase()
  const results = await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
  expect(results.filter(({ applied }) => applied.length > 0).map(({ applied }) => applied)).toEqual([migrations.map(({ name }) => name)])
  expect(results.filter(({ loaded }) => loaded.length > 0)).toHaveLength(1)
})

test('migrators of several databases of one server do not trip over the roles they share', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, () => emptyDatabase()))
  // each load grants rights on its own objects to the same five roles
  const results = await Promise.all(urls.map((url) => migrate(url)))
  expect(results.map(({ applied }) => applied.length)).toEqual(urls.map(() => migrations.length))
})

test('a fresh install equals an upgrade from any earlier version', async () => {
  const fresh = await emptyDatabase()
  await migrate(fresh)
  const upgraded = await emptyDatabase()
  for (let count = 1; count < migrations.length; count++) await migrate(upgraded, { migrations: migrations.slice(0, count), objects: [] })
  await migrate(upgraded)
  expect(await catalogListing(upgraded)).toEqual(await catalogListing(fresh))
})

test('loading sql/ twice changes nothing', async () => {
  const url = await emptyDatabase()
  await migrate(url, { objects })
  const rights = (client: pg.Client) => client.query(`
    select relname, relacl::text from pg_class where relnamespace = 'emend'::regnamespace
     union all select proname, proacl::text from pg_proc where pronamespace = 'emend'::regnamespace order by 1, 2`)
  const before = [await catalogListing(url), (await withClient(url, rights)).rows]
  await withClient(url, (client) => client.query(`update emend.sql_object set checksum = 'forgotten'`))
  expect((await migrate(url, { objects })).loaded).toEqual(objects.map(({ name }) => name).sort())
  expect([await catalogListing(url), (await withClient(url, rights)).rows]).toEqual(before)
  expect(await migrate(url, { objects })).toEqual({ applied: [], loaded: [] })
})

test('an edited migration is refused, and so is a database that is newer or older than the program', async () => {
  const url = await emptyDatabase()
  expect(await check(url)).toBe('needs_migration')
  await migrate(url, { migrations: migrations.slice(0, 3), objects: [] })
  expect(await check(url)).toBe('needs_migration')
  const edited = migrations.map((file, index) => (index === 1 ? { ...file, text: `${file.text}\n-- edited` } : file))
  await expect(migrate(url, { migrations: edited, objects: [] })).rejects.toMatchObject({ code: 'migration_changed' })
  await migrate(url)
  expect(await check(url)).toBe(migrations.at(-1)!.name)
  const older = migrations.slice(0, -1)
  expect(await check(url, older)).toBe('schema_newer')
  expect(await check(url, edited)).toBe('migration_changed')
  await expect(migrate(url, { migrations: older })).rejects.toMatchObject({ code: 'schema_newer' })
})

test('line ends of a checkout on Windows make no other migration', async () => {
  const url = await emptyDatabase()
  await migrate(url, { migrations: migrations.slice(0, 2), objects: [] })
  const windows = migrations.slice(0, 2).map((file) => ({ ...file, text: file.text.replaceAll('\n', '\r\n') }))
  expect((await migrate(url, { migrations: windows, objects: [] })).applied).toEqual([])
})

test('a migration that fails leaves nothing of itself', async () => {
  const url = await emptyDatabase()
  const broken: SqlFile = { name: '0002-broken', text: 'create table emend.half (id int); select 1 / 0;' }
  await expect(migrate(url, { migrations: [migrations[0]!, broken], objects: [] })).rejects.toThrow('division by zero')
  expect((await catalogListing(url)).filter((line) => line.includes('half'))).toEqual([])
})

const view = (text: string): SqlFile => ({ name: 'sums', text: `create or replace view emend.sums as ${text}` })
const double = (text: string): SqlFile => ({ name: 'twice', text: `create or replace function emend.twice${text}` })

test('objects may be added, change their signature and go, in whatever order they stand on each other', async () => {
  const url = await emptyDatabase()
  const load = (...files: SqlFile[]) => migrate(url, { migrations: [], objects: files })
  const functions = async () => (await catalogListing(url)).filter((line) => line.startsWith('function'))
  // the view stands on the function, which is loaded after it
  await load(view('select emend.twice(1) as sum'), double('(n integer) returns integer language sql return n * 2'))
  expect(await functions()).toEqual(['function twice(n integer) returns integer'])
  // other parameter type: the old one goes, once the view stands on the new one
  await load(view('select emend.twice(1::bigint)::integer as sum'), double('(n bigint) returns bigint language sql return n * 2'))
  expect(await functions()).toEqual(['function twice(n bigint) returns bigint'])
  // gone, with a function of another name in its place
  await load(view('select 2 as sum'), { name: 'thrice', text: 'create or replace function emend.thrice(n integer) returns integer language sql return n * 3' })
  expect(await functions()).toEqual(['function thrice(n integer) returns integer'])
  // other parameter name and return type, which create or replace refuses
  await load(view('select 2 as sum'), { name: 'thrice', text: 'create or replace function emend.thrice(m integer) returns text language sql return (m * 3)::text' })
  expect(await functions()).toEqual(['function thrice(m integer) returns text'])
})

test('an upgrade keeps what a user built on our views and functions', async () => {
  const url = await emptyDatabase()
  const load = (...files: SqlFile[]) => migrate(url, { migrations: [], objects: files })
  await load(view('select 1 as sum'), double('(n integer) returns integer language sql return n * 2'))
  await withClient(url, (client) => client.query('create view public.mine as select sum, emend.twice(sum) as double from emend.sums'))
  await load(view('select 5 as sum, 6 as added'), double('(n bigint) returns bigint language sql return n * 20'))
  const mine = () => withClient(url, async (client) => (await client.query('select * from public.mine')).rows as unknown[])
  expect(await mine()).toEqual([{ sum: 5, double: 10 }])
  await load()
  expect(await mine()).toEqual([{ sum: 5, double: 10 }])
})

test('what a user built on the views of the package survives a load of everything', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'emend'::regnamespace and relkind = 'v'`)
    expect(rows.length).toBeGreaterThan(5)
    for (const { name } of rows) await client.query(`create view public.my_${name} as select * from emend.${name}`)
    await client.query(`update emend.sql_object set checksum = 'forgotten'`)
    await migrate(url)
    for (const { name } of rows) await client.query(`select * from public.my_${name} limit 1`)
  })
})

test('without pg_trgm and the right to create it, the error is missing_extension and says what an administrator must run', async () => {
  const url = await guestDatabase((role) => [`grant ${role} to current_user`])
  const owner = new URL(url)
  await withClient(urlOf(owner.pathname.slice(1)), (admin) => admin.query(`create schema emend authorization ${owner.username}`))
  await expect(migrate(url)).rejects.toMatchObject({ code: 'missing_extension', hint: expect.stringContaining('create extension pg_trgm') as string })
})

test('a role that may not use the six roles gets missing_role, and after the grant migrates without any special right', async () => {
  const url = await guestDatabase((role, database) => [`grant ${role} to current_user`, `alter database ${database} owner to ${role}`])
  await expect(migrate(url)).rejects.toMatchObject({ code: 'missing_role' })
  await asAdmin((admin) => admin.query(
    `grant emend_service, emend_agent, emend_detector, emend_auditor, emend_worker, emend_admin to ${new URL(url).username}`))
  await migrate(url)
  expect(await check(url)).toBe(migrations.at(-1)!.name)
})

test('a server that cannot be reached gives database_unreachable', async () => {
  await expect(migrate('postgres://emend@127.0.0.1:1/emend')).rejects.toMatchObject({ code: 'database_unreachable' })
})
