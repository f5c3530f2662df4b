/** `emend doctor`: is everything in place? */
import { Command } from 'commander'
import { diagnose } from '../../index.js'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function doctorCommand(io: Io): Command {
  return new Command('doctor')
    .summary('check that everything is in place')
    .description('Look at Node, the server, its schema and rights, and the endpoint of the model. Changes nothing; ends 4 where something is wrong.')
    .addHelpText('after', '\nExample:\n  $ emend doctor --json')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const checks = await diagnose(run.config)
      run.output.data(checks, () => table(['', 'what', 'found', 'to do'],
        checks.map((check) => [check.isOk ? 'ok' : 'NO', check.what, check.detail, check.hint]), [null, null, 60, 50]))
      if (checks.some((check) => !check.isOk)) io.exitCode = 4
    }))
}
