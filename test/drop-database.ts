import type pg from 'pg'

/**
 * Drop a database of a test, with whoever is still connected.
 *
 * Politely first: a plain drop sends an autovacuum worker away, while `force` fails on it for want of superuser rights.
 */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name}`).catch(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
  })
}
