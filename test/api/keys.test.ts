import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { needRole, openStore, userOf } from '../../src/index.js'
import { runCli } from '../../src/cli/run-cli.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const store = await openStore({ databaseUrl: database.url })
afterAll(() => store.close())
const { keys } = store
await store.tenant('acme')
await store.tenant('other')
const any = (value: unknown) => value as never
const rowOf = async (id: number) => (await database.pool.query<{ last_used_at: Date | null }>(
  `select set_config('emend.tenant_id', '', false), k.* from emend.api_key k where key_id = $1`, [id])).rows[0]!

test('a secret opens the tenant, role and user that it was made for, and is shown once', async () => {
  const { id, secret } = await keys.create({ tenant: 'acme', role: 'agent', userId: 'ana', name: 'chat' })
  expect(secret).toMatch(new RegExp(`^emend_${id}_[A-Za-z0-9_-]{43}$`))
  expect(await keys.identify(secret)).toEqual({ tenant: 'acme', role: 'agent', userId: 'ana', keyId: id })
  const listed = (await keys.list('acme')).find((key) => key.id === id)
  expect(listed).toEqual({
    id, role: 'agent', userId: 'ana', name: 'chat', createdAt: expect.any(Date) as Date, expiresAt: null, revokedAt: null, lastUsedAt: expect.any(Date) as Date })
  expect((await keys.list('other')).some((key) => key.id === id)).toBe(false)
})

test('neither the database nor a query nor an error ever holds the secret', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { id, secret } = await keys.create({ tenant: 'acme', role: 'agent' })
  await keys.identify(secret)
  await keys.revoke('acme', id)
  const error = await keys.identify(secret).catch((caught: unknown) => caught as Error)
  const sent = query.mock.calls.map((args: unknown[]) => inspect(args, { depth: null, maxStringLength: null }))
  query.mockRestore()
  const random = secret.slice(-43)
  expect(sent.length).toBeGreaterThan(6)
  expect(sent.filter((text) => text.includes(random))).toEqual([])
  expect(error).toMatchObject({ code: 'unauthorized', status: 401, isRetryable: false, message: 'the key was revoked' })
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(random)
  expect(JSON.stringify(await rowOf(id))).not.toContain(random)
})

test('a wrong secret says the same whether its number is known or not', async () => {
  const { id } = await keys.create({ tenant: 'acme', role: 'admin' })
  const guess = (number: number) => keys.identify(`emend_${number}_${randomBytes(32).toString('base64url')}`).catch((error: unknown) => JSON.stringify(error))
  expect(await guess(id)).toBe(await guess(987_654))
})

test('a revoked key opens nothing, nor does an expired one; revoking twice keeps the first time', async () => {
  const { id, secret } = await keys.create({ tenant: 'acme', role: 'detector', expiresAt: new Date(Date.now() + 3_600_000) })
  await keys.identify(secret)
  await database.pool.query(`update emend.api_key set expires_at = now() where key_id = $1`, [id])
  await expect(keys.identify(secret)).rejects.toMatchObject({ code: 'unauthorized', message: 'the key has expired' })
  await database.pool.query(`update emend.api_key set expires_at = null where key_id = $1`, [id])
  await keys.identify(secret)
  await keys.revoke('acme', id)
  const { revokedAt } = (await keys.list('acme')).find((key) => key.id === id)!
  await keys.revoke('acme', id)
  expect((await keys.list('acme')).find((key) => key.id === id)!.revokedAt).toEqual(revokedAt)
  await expect(keys.identify(secret)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('when a key was used last is written at most once a minute, and nobody waits for it', async () => {
  const { id, secret } = await keys.create({ tenant: 'acme', role: 'agent' })
  expect((await rowOf(id)).last_used_at).toBeNull()
  await keys.identify(secret)
  const first = (await rowOf(id)).last_used_at
  await Promise.all(Array.from({ length: 8 }, () => keys.identify(secret)))
  expect((await rowOf(id)).last_used_at).toEqual(first)
  await database.pool.query(`update emend.api_key set last_used_at = now() - interval '61 seconds' where key_id = $1`, [id])
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from emend.api_key where key_id = $1 for update', [id])
    expect(await keys.identify(secret)).toMatchObject({ keyId: id })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await keys.identify(secret)
  expect((await rowOf(id)).last_used_at!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
})

test('a key goes with its tenant', async () => {
  const gone = await store.tenant('gone')
  const { secret } = await keys.create({ tenant: 'gone', role: 'admin' })
  await gone.dropTenant()
  await expect(keys.identify(secret)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('no role reads a digest, and only an admin asks whose key a digest is', async () => {
  for (const role of ['agent', 'detector', 'auditor', 'worker', 'admin'] as const) {
    await expect(inTenant(database.db, { tenantId: 1, role }, (trx) => sql`select digest from emend.api_key`.execute(trx))).rejects.toMatchObject({ code: '42501' })
    if (role === 'admin') continue
    await expect(inTenant(database.db, { tenantId: 1, role }, (trx) => sql`select emend.identify_key(1, '')`.execute(trx))).rejects.toMatchObject({ code: '42501' })
  }
})

test.each<[what: string, code: string, attempt: () => Promise<unknown>]>([
  ['a role that is none', 'bad_item', () => keys.create({ tenant: 'acme', role: any('owner') })],
  ['a misspelt option', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', user: 'ana' } as never)],
  ['no tenant', 'bad_item', () => keys.create({ role: 'agent' } as never)],
  ['an unknown tenant', 'unknown_tenant', () => keys.create({ tenant: 'nobody', role: 'agent' })],
  ['a tenant with a NUL', 'bad_text', () => keys.create({ tenant: 'a\0', role: 'agent' })],
  ['a user with a lone surrogate', 'bad_text', () => keys.create({ tenant: 'acme', role: 'agent', userId: '\ud800' })],
  ['an empty user, who would be anybody', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', userId: '' })],
  ['a user above 200 characters', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', userId: 'x'.repeat(201) })],
  ['an end in the past', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', expiresAt: new Date(0) })],
  ['an end that is no date', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', expiresAt: any('tomorrow') })],
  ['an end that never comes', 'bad_item', () => keys.create({ tenant: 'acme', role: 'agent', expiresAt: new Date(Number.NaN) })],
  ['a key of nobody', 'not_found', () => keys.revoke('acme', 987_654)],
  ['half a key', 'bad_item', () => keys.revoke('acme', 1.5)],
  ['a key beyond all numbers', 'bad_item', () => keys.revoke('acme', 1e30)],
  ['a list of an unknown tenant', 'unknown_tenant', () => keys.list('nobody')],
  ['no secret', 'unauthorized', () => keys.identify('')],
  ['a secret that is no text', 'unauthorized', () => keys.identify(any({ length: 60 }))],
  ['a secret of nothing', 'unauthorized', () => keys.identify(any(undefined))],
  ['SQL for a number', 'unauthorized', () => keys.identify(`emend_1 or true_${'x'.repeat(43)}`)],
  ['a number beyond all numbers', 'unauthorized', () => keys.identify(`emend_${'9'.repeat(15)}_${'x'.repeat(43)}`)],
  ['a number of twenty digits', 'unauthorized', () => keys.identify(`emend_${'9'.repeat(20)}_${'x'.repeat(43)}`)],
  ['a megabyte', 'unauthorized', () => keys.identify('x'.repeat(1_000_000))],
  ['a NUL at the end', 'unauthorized', () => keys.identify(`emend_1_${'x'.repeat(43)}\0`)],
  ['a line end at the end', 'unauthorized', () => keys.identify(`emend_1_${'x'.repeat(43)}\n`)],
])('%s gives %s', async (_what, code, attempt) => {
  await expect(attempt()).rejects.toMatchObject({ code })
})

test('a key of another tenant is not found, and stays good', async () => {
  const { id, secret } = await keys.create({ tenant: 'acme', role: 'agent' })
  await expect(keys.revoke('other', id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await keys.identify(secret)).toMatchObject({ tenant: 'acme' })
})

test('a role that may not gets forbidden, and the user of a key wins over the one that a call names', () => {
  const principal = { tenant: 'acme', role: 'agent', userId: 'ana', keyId: 1 } as const
  expect(() => needRole(principal, ['admin', 'auditor'])).toThrow(expect.objectContaining({ code: 'forbidden', status: 403 }) as Error)
  expect(() => needRole(principal, ['agent'])).not.toThrow()
  expect([userOf(principal), userOf(principal, 'ana'), userOf({ ...principal, userId: null }, 'bob'), userOf({ ...principal, userId: null })])
    .toEqual(['ana', 'ana', 'bob', undefined])
  expect(() => userOf(principal, 'bob')).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error)
})

test('emend key create prints the secret alone on stdout; list and revoke know its number', async () => {
  const emend = async (...args: string[]) => {
    const written = { out: '', err: '' }
    const code = await runCli([...args, '--database-url', database.url, '--tenant', 'shop'], {
      stdout: { write: (text: string) => { written.out += text } }, stderr: { write: (text: string) => { written.err += text } },
    })
    return { code, ...written }
  }
  const made = await emend('key', 'create', '--role', 'auditor', '--user', 'ana', '--expires', '90d')
  expect(made.out).toMatch(/^emend_\d+_[\w-]{43}\n$/)
  const principal = await keys.identify(made.out.trim())
  expect(principal).toMatchObject({ tenant: 'shop', role: 'auditor', userId: 'ana' })
  expect(made.err).not.toContain(made.out.trim().slice(-43))
  const days = ((await keys.list('shop'))[0]!.expiresAt!.getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
  expect((await emend('key', 'list')).out).toContain('auditor')
  expect(await emend('key', 'revoke', String(principal.keyId))).toMatchObject({ code: 0, out: `${principal.keyId}\n` })
  await expect(keys.identify(made.out.trim())).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await emend('key', 'revoke', '987654')).code).toBe(3)
  for (const bad of [['--role', 'owner'], [], ['--role', 'agent', '--expires', 'soon'], ['--role', 'agent', '--expires', '2001-01-01'], ['--role', 'agent', '--expires', '0d']]) {
    expect([bad, (await emend('key', 'create', ...bad)).code]).toEqual([bad, 2])
  }
})
