/** `emend worker`: carry repairs out. */
import { Command } from 'commander'
import type { Io, Run } from '../io.js'
import { progressText } from '../progress-text.js'
import { untilSignal } from '../until-signal.js'

/** Make `emend worker`. */
export function workerCommand(io: Io): Command {
  return new Command('worker')
    .summary('carry repairs out')
    .description('Open repairs for new faults of all tenants and carry them out, until SIGTERM or SIGINT.')
    .option('--once', 'end when nothing is left to do')
    .addHelpText('after', '\nExamples:\n  $ emend worker\n  $ emend worker --once')
    .action((options: { once?: boolean }, self: Command) => io.run(self, (run) => work(run, options.once ?? false)))
}

async function work({ config, output, open }: Run, once: boolean): Promise<void> {
  const emend = await open()
  output.say(once ? 'working until nothing is left' : `working on ${emend.location}; stop with Ctrl-C`)
  if (!once && config.DATABASE_URL === undefined) output.say(`open it with: psql ${emend.databaseUrl}`)
  await untilSignal((signal) => emend.work({ once, signal, onProgress: (event) => output.say(progressText(event)) }))
  output.say('stopped')
}
