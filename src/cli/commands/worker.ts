/** `emend worker` and `emend up`: carry repairs out. */
import { Command } from 'commander'
import { migrateDatabase, type ProgressEvent } from '../../index.js'
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

/** What a worker has done: counts of what passed, and the repairs that it had a hand in. */
interface WorkDone {
  format: 'emend/work@1'
  /** Numbers of the repairs, in the order of their first sign. */
  repairs: number[]
  planned: number
  applied: number
  /** Steps that were replayed, over all repairs. */
  replayed: number
  /** Once a repair, and once more each time its verification asks for more to be replayed. */
  finished: number
  verified: number
  failed: number
  /** How often a repair had to wait: for a person, or for an older repair. */
  waiting: number
}

const counted = {
  'plan:committed': 'planned', 'plan:applied': 'applied', 'step:replayed': 'replayed', 'repair:finished': 'finished', 'repair:verified': 'verified',
  'repair:failed': 'failed', 'repair:waiting': 'waiting',
} as const satisfies Record<ProgressEvent['type'], keyof WorkDone>

async function work({ config, output, open }: Run, once: boolean): Promise<void> {
  const emend = await open()
  output.say(once ? 'working until nothing is left' : `working on ${emend.location}; stop with Ctrl-C`)
  if (!once && config.DATABASE_URL === undefined) output.say(`open it with: psql ${emend.databaseUrl}`)
  const done: WorkDone = { format: 'emend/work@1', repairs: [], planned: 0, applied: 0, replayed: 0, finished: 0, verified: 0, failed: 0, waiting: 0 }
  const onProgress = (event: ProgressEvent): void => {
    if (!done.repairs.includes(event.repairId)) done.repairs.push(event.repairId)
    done[counted[event.type]] += 1
    output.say(`repair ${event.repairId} ${event.type}${event.step === undefined ? '' : ` ${event.step}`}`)
  }
  const stop = new AbortController()
  const end = (): void => stop.abort()
  process.once('SIGTERM', end).once('SIGINT', end)
  try {
    await emend.work({ once, signal: stop.signal, onProgress })
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end)
  }
  output.say('stopped')
  if (once) output.data(done, () => `${done.repairs.length} repairs: ${done.verified} verified, ${done.failed} failed, ${done.waiting} waiting; ${done.replayed} steps replayed`)
}
