/** `emend worker` and `emend up`: carry repairs out. */
import { Command } from 'commander'
import { migrateDatabase } from '../../index.js'
import type { Io, Run } from '../io.js'

/** Make `emend worker`. */
export function workerCommand(io: Io): Command {
  return new Command('worker')
    .summary('carry repairs out')
    .description('Open repairs for new faults of all tenants and carry them out, until SIGTERM or SIGINT.')
    .option('--once', 'end when nothing is left to do')
    .addHelpText('after', '\nExamples:\n  $ emend worker\n  $ emend worker --once')
    .action((options: { once?: boolean }, self: Command) => io.run(self, (run) => work(run, options.once ?? false)))
}

/** Make `emend up`. */
export function upCommand(io: Io): Command {
  return new Command('up')
    .summary('start the database and a worker')
    .description('Start the embedded database (unless DATABASE_URL names one), bring it up to date, and run a worker until SIGTERM or SIGINT.')
    .addHelpText('after', '\nExamples:\n  $ emend up\n  $ DATABASE_URL=postgres://emend@db/emend emend up')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      await work(run, false)
    }))
}

async function work({ config, output, open }: Run, once: boolean): Promise<void> {
  const emend = await open({ serving: true })
  output.say(once ? 'working until nothing is left' : `working on ${emend.location}; stop with Ctrl-C`)
  if (!once && config.DATABASE_URL === undefined) output.say(`open it with: psql ${emend.databaseUrl}`)
  const stop = new AbortController()
  const end = (): void => stop.abort()
  process.once('SIGTERM', end).once('SIGINT', end)
  try {
    await emend.work({ once, signal: stop.signal, onProgress: (event) => output.say(`repair ${event.repairId} ${event.type}${event.step === undefined ? '' : ` ${event.step}`}`) })
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end)
  }
  output.say('stopped')
}
