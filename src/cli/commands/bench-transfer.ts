/** `emend bench transfer`. */
import { Command } from 'commander'
import { benchTransfer } from '../../bench/transfer/bench-transfer.js'
import type { Io } from '../io.js'
import { addComparingOptions, runComparison, type ComparingOptions } from './bench-options.js'

/** Where results go, below the folder of EMEND_HOME. */
const folder = 'bench/transfer'

/** Make `bench transfer`. */
export function transferCommand(io: Io): Command {
  const command = new Command('transfer')
    .description('The same on procedures: memories of pages, menus, buttons and forms, most of them wrong at several levels at once.')
    .addHelpText('after', '\nExample:\n  $ emend bench transfer --limit 10 --methods paper,facts')
    .action((options: ComparingOptions, self: Command) => io.run(self, (run) => runComparison(run, options, folder, (how) => benchTransfer({
      ...how, ...(options.seed ? { seeds: options.seed } : {}), ...(options.limit === undefined ? {} : { limit: options.limit }),
    }))))
  return addComparingOptions(command, folder)
}
