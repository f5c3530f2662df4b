/** `emend fault`: what a detector does, by hand. */
import { Command } from 'commander'
import { faultTypes, type FaultType } from '../../vocabulary.js'
import { EmendError } from '../../errors.js'
import type { Io } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

interface AddOptions {
  type: FaultType
  detector: string
  evidence?: string
  answer?: string
  confidence?: number
  hold?: boolean
}

/** Make the command. */
export function faultCommand(io: Io): Command {
  const command = new Command('fault').summary('diagnose, list, release and withdraw faults').description('Faults: memories that a detector or a person found to be wrong.')
  command.addCommand(new Command('add').description('Diagnose a memory. It leaves retrieval at once; a repair is opened by a worker or by emend repair.')
    .argument('<memory>', 'id of the memory')
    .option('--type <type>', `one of ${faultTypes.join(', ')}`, parseType, 'unspecified')
    .option('--detector <name>', 'who says so', 'emend fault add')
    .option('--evidence <text>', 'why, for people')
    .option('--answer <id>', 'the answer to repair; else the last one affected')
    .option('--confidence <share>', 'how sure it is, from 0 to 1', parseConfidence)
    .option('--hold', 'contain the memory, but repair nothing until somebody releases the fault')
    .addHelpText('after', '\nExample:\n  $ emend fault add m1 --type poisoned --evidence "the page can be edited by anyone"')
    .action((memoryId: string, options: AddOptions, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const fault = await emend.faults.add({
        memoryId, type: options.type, detector: options.detector, ...(run.policy === undefined ? {} : { policy: run.policy }),
        ...(options.evidence === undefined ? {} : { evidence: options.evidence }),
        ...(options.confidence === undefined ? {} : { confidence: options.confidence }), ...(options.hold ? { hold: true } : {}),
        ...(options.answer === undefined ? {} : { failedAnswerId: options.answer }),
      })
      run.output.say(options.hold ? `${memoryId} is out of retrieval; decide with: emend fault release ${fault.id}, or emend fault withdraw ${fault.id}`
        : `${memoryId} is out of retrieval; repair it with: emend repair ${fault.id} --wait`)
      run.output.data(fault, () => String(fault.id))
    })))
  command.addCommand(new Command('list').description('List faults.')
    .addHelpText('after', '\nExample:\n  $ emend fault list --json')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const faults = await (await run.tenant()).faults.list()
      run.output.data(faults, () => table(['fault', 'memory', 'state', 'type', 'detector', 'repair', 'evidence'],
        faults.map((row) => [row.id, row.memoryId, row.state, row.type, row.detector, row.repairId, row.evidence]), [null, null, null, null, null, null, 50]))
    })))
  command.addCommand(new Command('release').description('Let a held fault be repaired.')
    .argument('<fault>', 'number of the fault', positiveNumber('fault'))
    .addHelpText('after', '\nExample:\n  $ emend fault release 7')
    .action((faultId: number, _options: object, self: Command) => io.run(self, async (run) => {
      const fault = await (await run.tenant()).faults.release(faultId)
      run.output.say(`fault ${faultId} is open; repair it with: emend repair ${faultId} --wait`)
      run.output.data(fault, () => String(faultId))
    })))
  command.addCommand(new Command('withdraw').description('Take a diagnosis back. A repair that has run already is taken back with emend undo.')
    .argument('<fault>', 'number of the fault', positiveNumber('fault'))
    .addHelpText('after', '\nExample:\n  $ emend fault withdraw 7')
    .action((faultId: number, _options: object, self: Command) => io.run(self, async (run) => {
      const fault = await (await run.tenant()).faults.withdraw(faultId)
      run.output.say(`fault ${faultId} is withdrawn`)
      run.output.data(fault ?? { id: faultId, state: 'withdrawn' }, () => String(faultId))
    })))
  return command
}

function parseConfidence(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new EmendError('usage', `--confidence is a share from 0 to 1, not "${text}"`)
}

function parseType(text: string): FaultType {
  const type = faultTypes.find((known) => known === text)
  if (type) return type
  throw new EmendError('usage', `--type is one of ${faultTypes.join(', ')}, not "${text}"`)
}
