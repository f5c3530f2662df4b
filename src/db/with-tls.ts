/** What a connection string says about TLS, in the words of libpq. */
import pg from 'pg'
import { EmendError } from '../errors.js'

/** Modes that promise something. `prefer` and `allow` fall back to no TLS where somebody in between wants that. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Make every user of a connection string read `sslmode` as libpq does: `require` encrypts and checks the certificate only where
 * `sslrootcert` is given, `verify-ca` checks who signed it, `verify-full` the name as well. By itself pg takes all of them for `verify-full`.
 *
 * @returns the connection string for pg and what builds on it; unchanged where it names no mode
 * @throws EmendError `bad_config` for another mode, and for files that cannot be read
 */
export function withTls(connectionString: string): string {
  const url = new URL(connectionString)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null) {
    if (!modes.includes(mode)) throw new EmendError('bad_config', `DATABASE_URL: sslmode is one of ${modes.join(', ')}, not "${mode}"`, { variable: 'DATABASE_URL' })
    if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
      throw new EmendError('bad_config', 'DATABASE_URL: sslmode=verify-ca needs sslrootcert; verify-full goes by the certificates of this machine', { variable: 'DATABASE_URL' })
    }
    url.searchParams.set('uselibpqcompat', 'true')
  }
  try {
    void new pg.Client({ connectionString: url.href }) // reads the files of certificates and keys; it does not connect
  } catch (error) {
    throw new EmendError('bad_config', `DATABASE_URL: ${(error as Error).message}`, { variable: 'DATABASE_URL' }, { cause: error })
  }
  return mode === null ? connectionString : url.href
}
