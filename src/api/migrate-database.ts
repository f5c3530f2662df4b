/** Bring the configured database up to date. */
import type { Config } from '../config.js'
import { migrate, type MigrateResult } from '../db/migrate.js'
import { resolveDatabaseUrl } from '../db/resolve-database-url.js'

/**
 * Migrate the database that the configuration names, or the embedded one. Forward only; running it again changes nothing.
 *
 * @throws EmendError what `migrate` throws; `embedded_failed`
 */
export async function migrateDatabase(config: Pick<Config, 'DATABASE_URL' | 'EMEND_HOME'>): Promise<MigrateResult> {
  const server = await resolveDatabaseUrl(config)
  try {
    return await migrate(server.url)
  } finally {
    await server.stop()
  }
}
