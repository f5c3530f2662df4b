/** A database with nothing in it, for tests of migrating. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { dropDatabase } from '../drop-database.js'

/** Make one; dropped when the tests of the file are over. Call it inside a test or at the top of a file. */
export async function emptyDatabase(): Promise<string> {
  const name = `emend_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) => admin.query(`create database ${name}`))
  made.push(name)
  return urlOf(name)
}

/** The same server, another database or role. */
export function urlOf(database: string, user?: { name: string; password: string }): string {
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${database}`
  if (user) {
    url.username = user.name
    url.password = user.password
  }
  return url.href
}

/** Run statements as the role of the tests, in the server's first database. */
export async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  return withClient(inject('serverUrl'), work)
}

/** Connect, work, disconnect. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An empty database, and the url of a role that may log in and nothing else but what `grants` give it. */
export async function guestDatabase(grants: (role: string, database: string) => string[]): Promise<string> {
  const role = `emend_test_guest_${randomUUID().slice(0, 8)}`
  const database = new URL(await emptyDatabase()).pathname.slice(1)
  await asAdmin(async (admin) => {
    await admin.query(`create role ${role} login password 'guest'`)
    for (const statement of grants(role, database)) await admin.query(statement)
  })
  guests.push(role)
  return urlOf(database, { name: role, password: 'guest' })
}

const made: string[] = []
const guests: string[] = []
afterAll(async () => {
  await asAdmin(async (admin) => {
    for (const name of made) await dropDatabase(admin, name)
    for (const role of guests) await admin.query(`drop role ${role}`)
  })
})
