/** A migrator's transaction, tried again when the migrator of another database of the server came in between. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const maxAttempts = 20

/**
 * Run `work` in a transaction of `client`. Roles and their memberships belong to the server, and no lock that we could take
 * reaches over databases: two migrators that make or grant them at once make one fail, which then tries again.
 *
 * @param work must be safe to run again from the start
 */
export async function retryTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (attempt === maxAttempts || !cameBetween(error)) throw error
      await sleep(10 + Math.random() * 40 * attempt)
    }
  }
}

function cameBetween(error: unknown): boolean {
  const { code, message, constraint } = error as { code?: string; message?: string; constraint?: string }
  if (code === 'XX000') return message?.startsWith('tuple concurrently') ?? false
  if (code === '23505') return constraint?.startsWith('pg_') ?? false
  return code === '40P01' || code === '40001'
}
