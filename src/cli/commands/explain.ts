/** `emend explain`: why a node is affected, and why it stands or falls. */
import { Command } from 'commander'
import { explanationTree } from '../../index.js'
import type { Io } from '../io.js'

/** Make the command. */
export function explainCommand(io: Io): Command {
  return new Command('explain')
    .summary('explain one node')
    .description('Print why a node is affected (the path from the fault) and why it stands or falls (the path to its roots, or the facts that lack support).')
    .argument('<id>', 'an input, a step or a memory')
    .addHelpText('after', '\nExamples:\n  $ emend explain m3\n  $ emend explain s12 --json')
    .action((id: string, _options: object, self: Command) => io.run(self, async (run) => {
      const explanation = await (await run.tenant()).explain(id)
      run.output.data(explanation, () => explanationTree(explanation))
    }))
}
