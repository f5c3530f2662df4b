/** `emend worker`: carry repairs out. */
import { Command } from 'commander'
import type { ProgressEvent } from '../../index.js'
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
  const emend = await open({ serving: true })
  output.say(once ? 'working until nothing is left' : `working on ${emend.location}; stop with Ctrl-C`)
  if (!once && config.DATABASE_URL === undefined) output.say(`open it with: psql ${emend.databaseUrl}`)
  const done: WorkDone = { format: 'emend/work@1', repairs: [], planned: 0, applied: 0, replayed: 0, finished: 0, verified: 0, failed: 0, waiting: 0 }
  const onProgress = (event: ProgressEvent): void => {
    if (!done.repairs.includes(event.repairId)) done.repairs.push(event.repairId)
    done[counted[event.type]] += 1
    output.say(progressText(event))
  }
  await untilSignal((signal) => emend.work({ once, signal, onProgress }))
  output.say('stopped')
  if (once) output.data(done, () => `${done.repairs.length} repairs: ${done.verified} verified, ${done.failed} failed, ${done.waiting} waiting; ${done.replayed} steps replayed`)
}
