/** `emend bench search` and `emend bench sweep`: large stores. */
import { Command, Option } from 'commander'
import { benchSearch } from '../../bench/search/bench-search.js'
import { benchSweep } from '../../bench/sweep.js'
import { migrateDatabase } from '../../index.js'
import type { Io } from '../io.js'
import { searchModes, type SearchMode } from '../../vocabulary.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

/** Both write their store in portions of about so many memories or nodes. */
const portions = { memories: 2_000, nodes: 42_000 }

/** Make `bench search`. */
export function searchCommand(io: Io): Command {
  return new Command('search').description('Time searches among many memories of one user, and count how many known ones they find.')
    .option('--memories <count>', 'memories of the user', positiveNumber('--memories'), 100_000)
    .option('--questions <count>', 'questions of each kind', positiveNumber('--questions'), 40)
    .option('--k <count>', 'results of a search', positiveNumber('--k'), 10)
    .addOption(new Option('--mode <mode>', 'how to search; vector and fused need EMEND_EMBEDDING_MODEL').choices(searchModes).default('text'))
    .addHelpText('after', '\nExample:\n  $ emend bench search --memories 100000 --json')
    .action((options: { memories: number; questions: number; k: number; mode: SearchMode }, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      const counter = run.output.count('portions of memories', Math.ceil(options.memories / portions.memories))
      const result = await benchSearch({
        ...options, onProgress: () => counter.step(), ...(run.config.DATABASE_URL === undefined ? {} : { databaseUrl: run.config.DATABASE_URL }),
      }).finally(() => counter.end())
      run.output.data(result, () => [
        table(['questions', 'recall', 'median ms', 'p95 ms'], result.kinds.map(({ kind, recall, medianMs, p95Ms }) => [kind, recall ?? '-', medianMs, p95Ms])),
        `${result.memories} memories of one user, ${result.k} results, by ${result.mode}: p95 ${result.p95Ms} ms, median ${result.medianMs} ms; recall of known items ${result.recall} (recorded in ${(result.fillMs / 1000).toFixed(1)} s)`,
      ].join('\n'))
    }))
}

/** Make `bench sweep`. */
export function sweepCommand(io: Io): Command {
  return new Command('sweep').description('Time trace and support over affected sets of several sizes in one large store.')
    .option('--nodes <count>', 'nodes of the store', positiveNumber('--nodes'), 1_000_000)
    .option('--affected <count...>', 'sizes of the affected sets', (value: string, before?: number[]) => [...before ?? [], positiveNumber('--affected')(value)])
    .option('--runs <count>', 'repetitions, of which the median is taken', positiveNumber('--runs'), 5)
    .addHelpText('after', '\nExample:\n  $ emend bench sweep --nodes 1000000 --affected 1000 100000')
    .action((options: { nodes: number; affected?: number[]; runs: number }, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      const counter = run.output.count('portions of nodes', Math.ceil(options.nodes / portions.nodes))
      const result = await benchSweep(await run.open(), { ...options, onProgress: () => counter.step() }).finally(() => counter.end())
      run.output.data(result, () => [
        table(['affected', 'trace ms', 'with ids to plan', 'with rows to plan'], result.sizes.map((size) => [size.affected, size.traceMs, size.planIdsMs, size.planRowsMs])),
        `medians over ${result.runs} runs in a store of ${result.nodes} nodes and ${result.edges} edges (filled in ${(result.fillMs / 1000).toFixed(1)} s)`,
      ].join('\n'))
    }))
}
