/** `emend bench controlled`. */
import { Command, Option } from 'commander'
import { benchControlled } from '../../bench/controlled/bench-controlled.js'
import { phraseSetNames, type PhraseSetName } from '../../bench/controlled/types.js'
import type { Io } from '../io.js'
import { addComparingOptions, runComparison, type ComparingOptions } from './bench-options.js'

interface Options extends ComparingOptions {
  phrases: PhraseSetName
}

/** Make `bench controlled`. */
export function controlledCommand(io: Io): Command {
  const command = new Command('controlled')
    .description('Make failed executions with known faults, repair each with every method, and compare.')
    .addOption(new Option('--phrases <set>', 'texts of the cases; held-out ones are for measuring alone').choices([...phraseSetNames]).default('default'))
    .addHelpText('after', '\nExample:\n  $ emend bench controlled --limit 12 --methods paper,facts')
    .action((options: Options, self: Command) => io.run(self, (run) => runComparison(run, options, 'bench', (how) => benchControlled({ ...how, phrases: options.phrases }))))
  return addComparingOptions(command, 'bench')
}
