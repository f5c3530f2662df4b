/** `emend migrate`: bring a database to this program's schema. */
import { Command } from 'commander'
import { migrateDatabase } from '../../index.js'
import type { Io } from '../io.js'

/** Make the command. */
export function migrateCommand(io: Io): Command {
  return new Command('migrate')
    .summary('bring the database up to date')
    .description('Apply migrations that are missing and load the SQL objects that changed. Forward only; running it again changes nothing.')
    .addHelpText('after', '\nExamples:\n  $ emend migrate\n  $ emend migrate --database-url postgres://admin@db/emend --json')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const done = await migrateDatabase(run.config)
      run.output.data(done, () => [
        done.applied.length === 0 ? 'no migration was missing' : `applied: ${done.applied.join(', ')}`,
        done.loaded.length === 0 ? 'no SQL object had changed' : `loaded: ${done.loaded.length} SQL objects`,
      ].join('\n'))
    }))
}
