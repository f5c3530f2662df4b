/** Which server this program uses. */
import type { Config } from '../config.js'
import { openEmbedded, type Server } from './embedded.js'
import { withTls } from './with-tls.js'

/**
 * DATABASE_URL where it is set, else the embedded server under EMEND_HOME.
 *
 * @returns the connection string, and `stop` to call when the program ends
 * @throws EmendError `embedded_failed`; `bad_config` for what it says about TLS
 */
export async function resolveDatabaseUrl(config: Pick<Config, 'DATABASE_URL' | 'EMEND_HOME'>): Promise<Server> {
  if (config.DATABASE_URL) return { url: withTls(config.DATABASE_URL), stop: async () => {} }
  return openEmbedded(config.EMEND_HOME)
}
