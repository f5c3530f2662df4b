/** What the benchmarks of methods have in common: their options, the counting, and how a report is printed. */
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import type { Comparing } from '../../bench/controlled/compare-methods.js'
import type { BenchReport } from '../../bench/controlled/report.js'
import { explainPaper } from '../../bench/controlled/report-mechanics.js'
import { reportLine, reportTables } from '../../bench/controlled/report-tables.js'
import { EmendError } from '../../errors.js'
import { migrateDatabase } from '../../index.js'
import type { Run } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

/** The common options, as commander gives them. */
export interface ComparingOptions {
  seed?: number[]
  limit?: number
  methods?: string[]
  model: 'reference' | 'openai'
  noise: number
  dropEdges: number
  spuriousEdges: number
  out?: string
  resume?: boolean
  atOnce: number
}

/** Give a command the common options. @param folder where its results go, below the folder of EMEND_HOME */
export function addComparingOptions(command: Command, folder: string): Command {
  return command
    .option('--seed <numbers...>', 'sets of cases, one a seed; the published set when left out', (value: string, before?: number[]) => [...before ?? [], positiveNumber('--seed')(value)])
    .option('--limit <count>', 'cases of each set', positiveNumber('--limit'))
    .option('--methods <names>', 'methods, separated by commas', (value: string) => value.split(',').map((name) => name.trim()).filter(Boolean))
    .addOption(new Option('--model <model>', 'openai: the configured endpoint, its answers kept under --out').choices(['reference', 'openai']).default('reference'))
    .option('--noise <share>', 'share of the reference model\'s replies with an error on purpose', shareOf('--noise'), 0)
    .option('--drop-edges <share>', 'share of the recorded references that are lost', shareOf('--drop-edges'), 0)
    .option('--spurious-edges <share>', 'references made up for each one that is recorded', shareOf('--spurious-edges'), 0)
    .option('--out <folder>', `where results and report go (${folder}/ in the folder of EMEND_HOME)`)
    .option('--resume', 'go on with the results that the folder has')
    .option('--at-once <cases>', 'cases that are worked on at once', positiveNumber('--at-once'), 2)
}

/** Folder of results. */
export const outOf = (run: Run, out: string | undefined, folder: string): string => out ?? join(run.config.EMEND_HOME, ...folder.split('/'))

/** Run a benchmark of methods and print its report. @param folder of its results, where --out names none */
export async function runComparison(run: Run, options: ComparingOptions, folder: string, bench: (how: Comparing) => Promise<BenchReport>): Promise<void> {
  await migrateDatabase(run.config)
  const out = outOf(run, options.out, folder)
  const report = await bench(comparingOf(run, options, out))
  run.output.data(report, () => reportText(report))
  run.output.say(`report.json, report.md and report.svg are in ${out}; look at a case with emend bench show CASE${folder === 'bench' && options.out === undefined ? '' : ` --out ${out}`}`)
}

function comparingOf(run: Run, { seed, limit, methods, model, noise, dropEdges, spuriousEdges, resume, atOnce }: ComparingOptions, out: string): Comparing {
  const { DATABASE_URL: databaseUrl, EMEND_MODEL_URL: url, EMEND_MODEL_KEY: key } = run.config
  let counter: ReturnType<Run['output']['count']> | undefined
  return {
    ...(seed ? { seeds: seed } : {}), ...(limit === undefined ? {} : { limit }), ...(methods ? { methods } : {}), model, noise, dropEdges, spuriousEdges, ...(resume === undefined ? {} : { resume }), concurrency: atOnce,
    ...(databaseUrl === undefined ? {} : { databaseUrl }), out, hasEndpoint: url !== undefined || key !== undefined,
    onPhase(what: string, total: number) {
      counter?.end()
      const own = run.output.count(what, total)
      counter = own
      return () => own.step()
    },
  }
}

function shareOf(flag: string): (value: string) => number {
  return (value) => {
    const share = Number(value)
    if (value.trim() === '' || !(share >= 0 && share <= 1)) throw new EmendError('usage', `${flag} is a share from 0 to 1, not "${value}"`)
    return share
  }
}

function reportText(report: BenchReport): string {
  return [reportLine(report), ...reportTables(report).map(({ title, head, rows }) => `${title}\n${table(head, rows)}`), ...[explainPaper(report)].filter((why) => why !== null)].join('\n\n')
}
