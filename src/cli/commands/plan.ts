/** `emend plan`: what a repair would do, before it does anything. */
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import { planText } from '../render-plan.js'
import type { Io } from '../io.js'
import { openCase } from '../open-case.js'
import { positiveNumber } from '../positive-number.js'

/** Make the command. */
export function planCommand(io: Io): Command {
  return new Command('plan')
    .summary('show what a repair would do')
    .description('Trace a fault, judge what stands without it, and print the plan with rules and reasons. Changes nothing.')
    .argument('[fault]', 'number of a fault', positiveNumber('fault'))
    .option('--case <file>', 'plan the repair of a case file, in a tenant of its own')
    .option('--keep', 'with --case: keep the tenant')
    .addHelpText('after', `
Examples:
  $ emend plan 7
  $ emend plan 7 --policy paper --json
  $ emend plan --case drift.json --json`)
    .action((fault: number | undefined, options: { case?: string; keep?: boolean }, command: Command) =>
      io.run(command, async (run) => {
        if ((fault === undefined) === (options.case === undefined)) throw new EmendError('usage', 'name a fault, or --case FILE')
        if (options.case !== undefined) {
          const opened = await openCase(run, options.case, { keep: options.keep ?? false, policy: command.optsWithGlobals<{ policy?: string }>().policy })
          try {
            const plan = await opened.plan()
            run.output.data(plan, () => planText(plan))
          } finally {
            await opened.close()
          }
          return
        }
        const emend = await run.tenant()
        const plan = await emend.repairs.plan([fault ?? 0], run.policy)
        run.output.data(plan, () => planText(plan))
      }))
}
