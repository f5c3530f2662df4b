import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openEmbedded } from '../../src/db/embedded.js'
import { linkLibraries } from '../../src/db/embedded/binaries.js'
import { findPostmaster } from '../../src/db/embedded/postmaster.js'

const folders: string[] = []
function newHome(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-embedded-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return join(folder, '.emend')
}
const dataOf = (home: string) => join(home, 'postgres', 'data')

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Another emend program on the same folder. */
function openElsewhere(home: string): { child: ChildProcess; url: Promise<string>; leave(): Promise<void> } {
  const child = spawn(process.execPath, ['test/db/embedded/open-embedded.mjs', home], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  return {
    child,
    url: next(),
    async leave() {
      child.stdin.write('\n')
      expect(await next()).toBe('left')
    },
  }
}

test('with no server named, one is made that is Postgres 18 and whose role is no superuser but may do what migrating needs', async () => {
  const home = newHome()
  const server = await openEmbedded(home, { settings: { fsync: 'off' } })
  expect(await query(server.url, `
    select current_setting('server_version_num')::int / 10000 as major, current_database() as database, rolsuper, rolcreatedb, rolcreaterole
      from pg_roles where rolname = current_user`))
    .toEqual([{ major: 18, database: 'emend', rolsuper: false, rolcreatedb: true, rolcreaterole: true }])
  await query(server.url, 'create extension pg_trgm')
  expect(await query(server.url, `select public.similarity('记忆有误', '记忆有误') as same`)).toEqual([{ same: 1 }])
  expect(statSync(join(home, 'postgres', 'password')).mode & 0o777).toBe(0o600)
  await server.stop()
  expect(findPostmaster(dataOf(home))).toBeUndefined()
})

test('the next start finds data and port of the last one', async () => {
  const home = newHome()
  const first = await openEmbedded(home)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await openEmbedded(home)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('programs that start at once in an empty folder share one server, and the last one out stops it', async () => {
  const home = newHome()
  const programs = [openElsewhere(home), openElsewhere(home), openElsewhere(home)]
  const urls = await Promise.all(programs.map(({ url }) => url))
  expect(new Set(urls).size).toBe(1)
  await programs[0]!.leave()
  await programs[1]!.leave()
  expect(await query(urls[0]!, 'select 1 as up')).toEqual([{ up: 1 }])
  await programs[2]!.leave()
  expect(findPostmaster(dataOf(home))).toBeUndefined()
})

test('a program that was killed leaves the server to the next one, which stops it as usual', async () => {
  const home = newHome()
  const killed = openElsewhere(home)
  const url = await killed.url
  killed.child.kill('SIGKILL')
  const next = await openEmbedded(home)
  expect(next.url).toBe(url)
  // the server notices within moments that the killed one is gone
  await expect.poll(() => query(url, `select count(*)::int as n from pg_stat_activity where application_name = 'emend presence'`))
    .toEqual([{ n: 1 }])
  await next.stop()
  expect(findPostmaster(dataOf(home))).toBeUndefined()
})

test('a server that is killed comes back on the same port while a program uses it (G9)', async () => {
  const home = newHome()
  const server = await openEmbedded(home)
  const { pid } = findPostmaster(dataOf(home))!
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => query(server.url, 'select 1 as up').catch(() => []), { timeout: 20_000 }).toEqual([{ up: 1 }])
  expect(findPostmaster(dataOf(home))!.pid).not.toBe(pid)
  await server.stop()
  expect(findPostmaster(dataOf(home))).toBeUndefined()
})

test('a pid file that a crash left does not matter, even when its number belongs to another program by now', async () => {
  const home = newHome()
  await (await openEmbedded(home)).stop()
  const file = join(dataOf(home), 'postmaster.pid')
  for (const pid of [process.pid, 999_999_999]) {
    writeFileSync(file, `${pid}\n${dataOf(home)}\n1\n1\n\n127.0.0.1\n0 0\nready\n`)
    const server = await openEmbedded(home)
    expect(await query(server.url, 'select 1 as up')).toEqual([{ up: 1 }])
    await server.stop()
  }
})

test('a home that only root may enter is served from a folder of its own, which the home names', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root has folders that the postgres user cannot enter')
  const home = newHome(0o700)
  const server = await openEmbedded(home)
  expect(await query(server.url, 'select 1 as up')).toEqual([{ up: 1 }])
  await server.stop()
  const place = readFileSync(join(home, 'postgres.place'), 'utf8')
  expect(existsSync(join(place, 'data', 'PG_VERSION'))).toBe(true)
  rmSync(place, { recursive: true })
})

test('a server that cannot start gives embedded_failed and quotes its log', async () => {
  const home = newHome()
  await (await openEmbedded(home)).stop()
  await expect(openEmbedded(home, { settings: { shared_buffers: '1kB' } })).rejects
    .toMatchObject({ code: 'embedded_failed', message: expect.stringContaining('shared_buffers') as string })
})

test('links between libraries, which npm makes only when it may run install scripts, are made at the start', () => {
  const native = join(newHome(), 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libx.so.5.18'), '')
  const list = [{ source: 'native/lib/libx.so.5.18', target: 'native/lib/libx.so.5' }, { source: 'native/lib/libx.so.5.18', target: 'native/lib/libx.so' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(list))
  for (const time of ['first', 'second']) expect([time, linkLibraries(native)]).toEqual([time, true])
  expect([readlinkSync(join(native, 'lib', 'libx.so.5')), readlinkSync(join(native, 'lib', 'libx.so'))]).toEqual(['libx.so.5.18', 'libx.so.5.18'])
})
