/** `emend trace`: what may carry content of a fault. */
import { Command } from 'commander'
import type { Io } from '../io.js'
import { positiveNumber } from '../positive-number.js'
import { graphText } from '../render-graph.js'

/** Make the command. */
export function traceCommand(io: Io): Command {
  return new Command('trace')
    .summary('list what a fault may have reached')
    .description('List every node that may carry content of a fault and draw what led to it. Changes nothing.')
    .argument('<fault>', 'number of a fault', positiveNumber('fault'))
    .addHelpText('after', '\nExample:\n  $ emend trace 7 --json')
    .action((fault: number, _options: object, self: Command) => io.run(self, async (run) => {
      const nodes = await (await run.tenant()).repairs.trace([fault], run.policy)
      run.output.data(nodes, () => graphText(nodes))
    }))
}
