/** `emend approve`, `emend skip`, `emend undo`: what a person decides about a repair. */
import { Command } from 'commander'
import type { Io } from '../io.js'
import { positiveNumber } from '../positive-number.js'
import { decisionText } from '../decision-text.js'
import { repairText } from '../render-plan.js'

const verbs = {
  approve: {
    summary: 'approve a plan or a tool call that waits',
    description: 'Let a repair go on that waits for a person: what its plan does, or a tool call that cannot be taken back. Approved is what is shown; where it would do more, it waits again.',
    done: 'approved',
  },
  skip: {
    summary: 'leave a waiting tool call out',
    description: 'Let a repair go on without the tool call that it waits for: what was done in the world stays done.',
    done: 'skipped',
  },
  undo: {
    summary: 'take a repair back',
    description: 'Restore the statuses from before a repair; what was written since stays. Undoing again repairs again.',
    done: 'undone',
  },
} as const

/** Make one of the three commands. */
export function decideCommand(io: Io, verb: keyof typeof verbs): Command {
  const { summary, description, done } = verbs[verb]
  const command = new Command(verb).summary(summary).description(description).argument('<repair>', 'number of a repair', positiveNumber('repair'))
  if (verb === 'approve') command.option('--hash <hash>', 'approve exactly what was looked at: the hash that emend repair show says')
  return command
    .addHelpText('after', `\nExamples:\n  $ emend status\n  $ emend ${verb} 3`)
    .action((repairId: number, { hash }: { hash?: string }, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const decided = await (verb === 'approve' ? emend.repairs.approve(repairId, undefined, hash) : emend.repairs[verb](repairId))
      run.output.say(`repair ${repairId}: ${done}${typeof decided === 'string' ? '' : decisionText(decided)}`)
      const now = await emend.repairs.get(repairId)
      if (now.state === 'open') { // it plans once more, when a worker comes by
        run.output.data(now, () => `repair ${repairId}: ${now.state}`)
        return
      }
      const report = await emend.repairs.show(repairId)
      run.output.data(report, () => repairText(report))
    }))
}
