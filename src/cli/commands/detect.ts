/** `emend detect`: detectors of ours. */
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import { detectorNames, type DetectorName } from '../../vocabulary.js'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function detectCommand(io: Io): Command {
  const command = new Command('detect').summary('look for faulty memories')
    .description('Detectors: they look for faulty memories and report faults. Each is off until it is enabled for the tenant; workers run those that are.')
  command.addCommand(new Command('list').description('List all detectors, and which are enabled.')
    .addHelpText('after', '\nExample:\n  $ emend detect list')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const detectors = await (await run.tenant()).detectors.list()
      run.output.data(detectors, () => table(['detector', 'enabled', 'faults', 'finds'],
        detectors.map((row) => [row.name, row.isEnabled ? (row.isHolding ? 'yes, held for a person' : 'yes') : 'no', row.type, row.finds]), [null, null, null, 60]))
    })))
  command.addCommand(new Command('run').description('Run detectors now: those named, or else those that are enabled. A memory is reported once for what it is.')
    .argument('[detectors...]', detectorNames.join(', '))
    .option('--all', 'every detector, enabled or not')
    .option('--dry-run', 'say what would be reported, and report nothing')
    .option('--hold', 'faults wait for a person: emend fault release, or emend fault withdraw')
    .addHelpText('after', '\nExamples:\n  $ emend detect run --all --dry-run\n  $ emend detect run drift --hold')
    .action((named: string[], options: { all?: boolean; dryRun?: boolean; hold?: boolean }, self: Command) => io.run(self, async (run) => {
      const detectors = options.all ? [...detectorNames] : named.map(detectorNamed)
      const runs = await (await run.tenant()).detectors.run({
        ...(detectors.length > 0 ? { detectors } : {}), dryRun: options.dryRun ?? false, ...(options.hold ? { hold: true } : {}),
      })
      if (runs.length === 0) run.output.say('no detector is enabled; name some, or enable them with: emend detect enable')
      const rows = runs.flatMap(({ detector, findings }) => findings.map((row) => [detector, row.memoryId, row.confidence, row.evidence]))
      run.output.data(runs, () => table(['detector', 'memory', 'confidence', 'evidence'], rows, [null, null, null, 70]))
      const count = runs.reduce((sum, { faultIds }) => sum + faultIds.length, 0)
      run.output.say(options.dryRun ? 'nothing was reported' : `${count} fault${count === 1 ? '' : 's'} reported`)
    })))
  command.addCommand(new Command('enable').description('Let workers run detectors for this tenant.')
    .argument('<detectors...>', detectorNames.join(', '))
    .option('--hold', 'what they report waits for a person')
    .addHelpText('after', '\nExample:\n  $ emend detect enable failed_retirement resurrection')
    .action((named: string[], options: { hold?: boolean }, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const detectors = await inTurn(named.map(detectorNamed), (one) => emend.detectors.enable(one, { hold: options.hold ?? false }))
      run.output.data(detectors, () => detectors.map((row) => `${row.name} is enabled${row.isHolding ? ', what it reports is held for a person' : ''}`).join('\n'))
    })))
  command.addCommand(new Command('disable').description('Workers no longer run these detectors for this tenant; what they reported stays.')
    .argument('<detectors...>', detectorNames.join(', '))
    .addHelpText('after', '\nExample:\n  $ emend detect disable contradiction')
    .action((named: string[], _options: object, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const detectors = await inTurn(named.map(detectorNamed), (one) => emend.detectors.disable(one))
      run.output.data(detectors, () => detectors.map((row) => `${row.name} is disabled`).join('\n'))
    })))
  return command
}

async function inTurn<T>(names: readonly DetectorName[], work: (name: DetectorName) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (const name of names) done.push(await work(name))
  return done
}

function detectorNamed(text: string): DetectorName {
  const found = detectorNames.find((known) => known === text)
  if (found) return found
  throw new EmendError('usage', `a detector is one of ${detectorNames.join(', ')}, not "${text}"`)
}
