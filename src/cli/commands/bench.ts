/** `emend bench`: measurements that anybody can repeat. */
import { Command } from 'commander'
import { benchRepair } from '../../bench/repair.js'
import { benchTrace } from '../../bench/trace.js'
import { migrateDatabase } from '../../index.js'
import type { Io } from '../io.js'
import { positiveNumber } from '../positive-number.js'
import { controlledCommand } from './bench-controlled.js'
import { detectBenchCommand } from './bench-detect.js'
import { searchCommand, sweepCommand } from './bench-large.js'
import { showCommand } from './bench-show.js'
import { transferCommand } from './bench-transfer.js'

/** Make the command. */
export function benchCommand(io: Io): Command {
  const command = new Command('bench').summary('measure').description('Measurements on the configured database; each makes what it needs and drops it again.')
  command.addCommand(new Command('trace').description('Time the trace of one fault in a store of many edges.')
    .option('--edges <count>', 'edges of the store', positiveNumber('--edges'), 600_000)
    .option('--affected <count>', 'nodes that the fault reaches', positiveNumber('--affected'), 200)
    .option('--runs <count>', 'repetitions', positiveNumber('--runs'), 21)
    .addHelpText('after', '\nExample:\n  $ emend bench trace --edges 600000 --affected 200')
    .action((options: { edges: number; affected: number; runs: number }, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      const result = await benchTrace(await run.open(), options)
      run.output.data(result, () => `${result.affected} nodes of a store of ${result.edges} edges: median ${result.medianMs.toFixed(2)} ms, p95 ${result.p95Ms.toFixed(2)} ms over ${result.runs} runs (filled in ${(result.fillMs / 1000).toFixed(1)} s)`)
    })))
  command.addCommand(new Command('repair').description('Time whole repairs with a model that costs nothing: small ones at once, and large ones.')
    .option('--sessions <count>', 'small repairs at once', positiveNumber('--sessions'), 10)
    .option('--repairs <count>', 'small repairs in all', positiveNumber('--repairs'), 100)
    .option('--affected <count...>', 'affected nodes of the large repairs', (value: string, before?: number[]) => [...before ?? [], positiveNumber('--affected')(value)])
    .option('--runs <count>', 'repetitions, of which the median is taken', positiveNumber('--runs'), 3)
    .addHelpText('after', '\nExample:\n  $ emend bench repair --sessions 10 --affected 1000 10000')
    .action((options: { sessions: number; repairs: number; affected?: number[]; runs: number }, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      const result = await benchRepair({ ...options, ...(run.config.DATABASE_URL === undefined ? {} : { databaseUrl: run.config.DATABASE_URL }) })
      run.output.data(result, () => [
        `${result.repairs} small repairs, ${result.sessions} at once: ${result.smallPerSecond} a second; one alone ${result.smallMs} ms, of ten steps ${result.tenStepsMs} ms`,
        ...result.large.map(({ affected, planMs, applyMs, restMs }) => `${affected} affected nodes: planned in ${planMs} ms, applied in ${applyMs} ms, replayed and verified in ${restMs} ms`),
        ...(result.turns ? [`a turn of 13 items while the largest of these runs: p99 ${result.turns.besideP99Ms} ms over ${result.turns.beside}, with nothing beside it ${result.turns.aloneP99Ms} ms`] : []),
      ].join('\n'))
    })))
  command.addCommand(searchCommand(io))
  command.addCommand(sweepCommand(io))
  command.addCommand(controlledCommand(io))
  command.addCommand(transferCommand(io))
  command.addCommand(detectBenchCommand(io))
  command.addCommand(showCommand(io))
  return command
}
