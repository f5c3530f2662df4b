/** A server over a database of its own, with a key of every role, asked without a network. */
import { afterAll } from 'vitest'
import { buildServer, type ServerOptions } from '../../src/http/server.js'
import { openStore, type EmendTenant, type KeyRole, type Store } from '../../src/index.js'
import { keyRoles } from '../../src/vocabulary.js'
import { testDatabase, type TestDatabase } from '../database.js'

/** What came back. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The body, where it is JSON. */
  json: Record<string, unknown>
}

export interface Asked {
  body?: unknown
  /** The key, or the role whose key is shown; admin when left out, null = none. */
  key?: KeyRole | (string & {}) | null
  headers?: Record<string, string>
}

export interface TestServer {
  app: Awaited<ReturnType<typeof buildServer>>
  database: TestDatabase
  store: Store
  tenant: EmendTenant
  keys: Record<KeyRole, string>
  /** Make another key of the tenant, or of another one. */
  key(role: KeyRole, options?: { userId?: string; tenant?: string }): Promise<string>
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
  /** What the server wrote to its log. */
  log: string[]
}

/** Call it at the top of a test file. */
export async function openServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const database = await testDatabase()
  const store = await openStore({ databaseUrl: database.url })
  const tenant = await store.tenant('acme')
  const log: string[] = []
  const key: TestServer['key'] = async (role, { userId, tenant = 'acme' } = {}) => {
    await store.tenant(tenant)
    return (await store.keys.create({ tenant, role, ...(userId === undefined ? {} : { userId }) })).secret
  }
  const keys = Object.fromEntries(await Promise.all(keyRoles.map(async (role) => [role, await key(role)] as const))) as Record<KeyRole, string>
  const app = await buildServer({ store, ratePerMinute: 100_000, failuresPerMinute: 100_000, log: (line) => log.push(line), ...options })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await store.close()
  })
  return {
    app, database, store, tenant, keys, key, log,
    async ask(method, path, { body, key: shown = 'admin', headers = {} } = {}) {
      const secret = shown === null ? null : shown in keys ? keys[shown as KeyRole] : shown
      const answer = await app.inject({
        method: method as 'GET', url: path,
        headers: {
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      })
      const isJson = /application\/(problem\+)?json/.test(String(answer.headers['content-type']))
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: isJson ? JSON.parse(answer.body) as Record<string, unknown> : {} }
    },
  }
}
