/** `emend erase`: what a user asks for who wants to be forgotten. */
import { Command } from 'commander'
import type { ErasureReport } from '../../index.js'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function eraseCommand(io: Io): Command {
  return new Command('erase')
    .summary('take the data of a user out, for good')
    .description('Empty what a user said, his memories, the steps taken for him and every row that quotes them. What others had made from it goes too where nothing else supports it, and is made anew from the rest. There is no way back.')
    .argument('<user>', 'id of the user')
    .addHelpText('after', '\nExample:\n  $ emend erase ana --tenant acme --json')
    .action((userId: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = await run.tenant()
      const report = await tenant.users.erase(userId)
      run.output.say(report.isComplete ? `${userId} is erased` : `${userId} is erased, but not what others had made from that: erase again, or look at: emend repair list`)
      run.output.data(report, () => erasureText(report))
    }))
}

function erasureText({ id, nodes, tables, rebuilt, repair }: ErasureReport): string {
  return [
    `erasure ${id}: ${nodes.inputs} inputs, ${nodes.steps} steps, ${nodes.memories} memories of the user; ${nodes.derived} nodes that others had made from them`,
    table(['table', 'rows emptied or removed'], Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...rebuilt.map((memory) => `${memory.id} ${memory.by === null ? 'is gone: nothing else supports it' : `was made anew as ${memory.by}`}`),
    ...(repair === null ? [] : [`repair ${repair.id} is ${repair.state}${repair.waitingFor === null ? '' : `, waiting for ${repair.waitingFor}`}${repair.error === null ? '' : ` (${repair.error})`}`]),
  ].join('\n')
}
