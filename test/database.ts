/** A fresh, migrated database for one test file, and tenants in it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase, type Database } from '../src/db/pool.js'
import { dropDatabase } from './drop-database.js'

/** A database of its own; dropped when the file's tests are over. */
export interface TestDatabase extends Database {
  url: string
  /** A new tenant with a name nobody else has. */
  tenant(policy?: 'facts' | 'paper'): Promise<{ tenantId: number; name: string }>
}

/** Copy the migrated template. Call it at the top of a test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `emend_test_${randomUUID().replaceAll('-', '')}`
  const serverUrl = inject('serverUrl')
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('templateName')}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = openDatabase(url.href)
  afterAll(async () => {
    try {
      await database.close()
      await dropDatabase(admin, name)
    } finally {
      await admin.end()
    }
  })
  return {
    ...database,
    url: url.href,
    async tenant(policy = 'facts') {
      const tenantName = `t-${randomUUID()}`
      const { rows } = await sql<{ tenant_id: number }>`
        insert into emend.tenant (name, policy) values (${tenantName}, ${policy}) returning tenant_id`.execute(database.db)
      return { tenantId: rows[0]!.tenant_id, name: tenantName }
    },
  }
}
