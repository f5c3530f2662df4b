/** `emend repair`: carry a repair out, and look at repairs. */
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import { decisionText } from '../decision-text.js'
import type { Io } from '../io.js'
import { openCase } from '../open-case.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'
import { repairText } from '../render-plan.js'

interface Options {
  case?: string
  check?: boolean
  keep?: boolean
  wait?: boolean
}

/** Make the command. */
export function repairCommand(io: Io): Command {
  const command = new Command('repair')
    .summary('repair a fault, or a case file')
    .description('Have a fault repaired. A worker does it; with --wait this process does it and prints what came out.')
    .argument('[fault]', 'number of a fault', positiveNumber('fault'))
    .option('--wait', 'carry it out here and now')
    .option('--case <file>', 'repair a case file, in a tenant of its own')
    .option('--check', 'with --case: compare with what the file expects, end 1 where it falls short')
    .option('--keep', 'with --case: keep the tenant')
    .addHelpText('after', `
Examples:
  $ emend repair 7 --wait
  $ emend repair list
  $ emend repair show 3 --json
  $ emend repair --case drift.json --check`)
    .action((fault: number | undefined, options: Options, self: Command) => io.run(self, async (run) => {
      if ((fault === undefined) === (options.case === undefined)) throw new EmendError('usage', 'name a fault, or --case FILE')
      if (options.case !== undefined) return repairCase(io, run, options.case, options, self)
      const emend = await run.tenant()
      const repairId = await emend.repairs.openFor(fault ?? 0)
      if (!options.wait) {
        run.output.say(`repair ${repairId} is open; a worker carries it out (emend worker, or emend repair ${fault} --wait)`)
        run.output.data({ repair: repairId }, () => String(repairId))
        return
      }
      const report = await emend.repairs.run(repairId, (event) => run.output.say(`${event.type}${event.step === undefined ? '' : ` ${event.step}`}`))
      run.output.data(report, () => repairText(report))
      if (report.state === 'failed') io.exitCode = 1
    }))

  command.addCommand(new Command('list').description('List repairs, newest first.')
    .addHelpText('after', '\nExample:\n  $ emend repair list --json')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const repairs = await (await run.tenant()).repairs.list()
      run.output.data(repairs, () => table(
        ['repair', 'state', 'waiting for', 'because', 'policy', 'faults', 'taken over', 'model calls', 'opened'],
        repairs.map((row) => [row.id, row.state, row.waitingFor, row.waitingReason, row.policy, row.faults.join(' '), row.takenOver.join(' '), row.modelCalls + row.probeCalls, row.openedAt.toISOString()])))
    })))
  command.addCommand(new Command('show').description('Show the plan of a repair and what came of it; where it waits for approval, what it would do.')
    .argument('<repair>', 'number of a repair', positiveNumber('repair'))
    .addHelpText('after', '\nExample:\n  $ emend repair show 3')
    .action((repairId: number, _options: object, self: Command) => io.run(self, async (run) => {
      const { repairs } = await run.tenant()
      const now = await repairs.get(repairId)
      if (now.proposal) { // whatever it did before, this is what somebody has to decide
        const { proposal } = now
        run.output.data(now, () => `repair ${repairId}: ${now.state}, waiting for approval: ${now.waitingReason ?? ''}${decisionText(proposal)}\n  approve it: emend approve ${repairId} --hash ${proposal.hash}`)
        return
      }
      const report = await repairs.show(repairId)
      run.output.data(report, () => repairText(report))
    })))
  return command
}

async function repairCase(io: Io, run: Parameters<Parameters<Io['run']>[1]>[0], file: string, options: Options, self: Command): Promise<void> {
  const policy = self.optsWithGlobals<{ policy?: string }>().policy
  if (options.check && policy !== undefined) throw new EmendError('usage', '--check speaks of the policy that the file names: leave --policy out')
  const opened = await openCase(run, file, { keep: options.keep ?? false, policy })
  try {
    const { report, shortfalls } = await opened.run()
    run.output.data(report, () => repairText(report))
    if (!options.check) return
    for (const { place, expected, got } of shortfalls) run.output.say(`${file}: ${place}: expected ${expected}, got ${got}`)
    if (shortfalls.length > 0) io.exitCode = 1
    else run.output.say(`${file}: as expected`)
  } finally {
    await opened.close()
  }
}
