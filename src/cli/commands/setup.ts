/** `emend setup`: what an administrator of the database does once. */
import { Command } from 'commander'
import { setupSql, type SetupOptions } from '../../index.js'
import type { Io } from '../io.js'

/** Make the command. */
export function setupCommand(io: Io): Command {
  const command = new Command('setup').summary('prepare a PostgreSQL of your own').description('Prepare a PostgreSQL of your own.')
  command.addCommand(new Command('sql').description('Print what an administrator of the server runs once: roles, logins, database, extension. Nothing after it needs one.')
    .option('--owner <name>', 'login that migrates and owns the tables', 'emend_owner')
    .option('--service <name>', 'login of workers and servers', 'emend_app')
    .option('--database <name>', 'database', 'emend')
    .addHelpText('after', '\nExample:\n  $ emend setup sql --database memory | psql --dbname postgres')
    .action((options: Required<SetupOptions>, self: Command) => io.run(self, async (run) => {
      const { owner, service, database } = options
      const sql = setupSql({ owner, service, database })
      run.output.data({ sql }, () => sql)
    })))
  return command
}
