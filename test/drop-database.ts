import type pg from 'pg'

/**
 * Drop a database of a test, with whoever is still connected.
 *
 * Not `with (force)`: that fails on an autovacuum worker for want of superuser rights, which a plain drop sends away.
 */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await admin.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and pg_has_role(usename, 'usage')`, [name])
    try {
      await admin.query(`drop database if exists ${name}`)
      return
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}
