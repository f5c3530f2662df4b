/** `emend bench detect`. */
import { Command, Option } from 'commander'
import { benchDetect, type DetectMeasured } from '../../bench/detect/bench-detect.js'
import { phraseSetNames, type PhraseSetName } from '../../bench/controlled/types.js'
import { migrateDatabase } from '../../index.js'
import type { Io, Run } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

interface Options {
  seed?: number
  phrases: PhraseSetName
  limit?: number
  cases?: string
  atOnce: number
}

/** Make `bench detect`. */
export function detectBenchCommand(io: Io): Command {
  return new Command('detect').description('Count what the detectors find in executions with known faults, and what they report of the same executions without.')
    .option('--seed <number>', 'set of cases; the published one when left out', positiveNumber('--seed'))
    .addOption(new Option('--phrases <set>', 'texts of the cases; held-out ones are for measuring alone').choices([...phraseSetNames]).default('default'))
    .option('--limit <count>', 'cases; 150 when left out', positiveNumber('--limit'))
    .option('--cases <folder>', 'take the cases that emend bench controlled --out has left there, instead of making them')
    .option('--at-once <cases>', 'cases that are worked on at once', positiveNumber('--at-once'), 2)
    .addHelpText('after', '\nExample:\n  $ emend bench detect --limit 12')
    .action((options: Options, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      run.output.data(...shown(await measure(run, options)))
    }))
}

async function measure(run: Run, { atOnce, ...options }: Options): Promise<DetectMeasured> {
  let counter: ReturnType<Run['output']['count']> | undefined
  try {
    return await benchDetect({
      ...options, concurrency: atOnce, ...(run.config.DATABASE_URL === undefined ? {} : { databaseUrl: run.config.DATABASE_URL }),
      onPhase(what, total) {
        counter?.end()
        const own = run.output.count(what, total)
        counter = own
        return () => own.step()
      },
    })
  } finally {
    counter?.end()
  }
}

function shown(measured: DetectMeasured): [DetectMeasured, () => string] {
  const words = { poisoned: 'poisoned memories that drift finds', wrong_user_as_filed: 'memories of another user that are filed under the user, which wrong_user finds' } as const
  return [measured, () => [
    `${measured.cases} cases`,
    table(['detector', 'faulty', 'found', 'recall', 'reported', 'right', 'precision', 'on clean'], measured.detectors.map((row) =>
      [row.detector, row.labelled, row.found, row.recall ?? '-', row.reported, row.right, row.precision ?? '-', row.onClean])),
    ...measured.besides.map(({ what, labelled, found }) => `${words[what]}: ${found} of ${labelled}`),
  ].join('\n')]
}
