/** `emend bench controlled` and `emend bench show`. */
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { benchControlled } from '../../bench/controlled/bench-controlled.js'
import type { BenchReport } from '../../bench/controlled/report.js'
import { reportTables } from '../../bench/controlled/report-tables.js'
import { planLines, showCase, type ShownCase } from '../../bench/controlled/show-case.js'
import { phraseSetNames, type PhraseSetName } from '../../bench/controlled/types.js'
import { EmendError } from '../../errors.js'
import { migrateDatabase } from '../../index.js'
import type { Io, Run } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

interface Options {
  seed?: number[]
  limit?: number
  methods?: string[]
  phrases: PhraseSetName
  model: 'reference' | 'openai'
  noise: number
  dropEdges: number
  spuriousEdges: number
  out?: string
  resume?: boolean
  atOnce: number
}

/** Make `bench controlled`. */
export function controlledCommand(io: Io): Command {
  return new Command('controlled')
    .description('Make failed executions with known faults, repair each with every method, and compare.')
    .option('--seed <numbers...>', 'sets of cases, one a seed; the published set when left out', (value: string, before?: number[]) => [...before ?? [], positiveNumber('--seed')(value)])
    .option('--limit <count>', 'cases of each set', positiveNumber('--limit'))
    .option('--methods <names>', 'methods, separated by commas', (value: string) => value.split(',').map((name) => name.trim()).filter(Boolean))
    .addOption(new Option('--phrases <set>', 'texts of the cases; held-out ones are for measuring alone').choices([...phraseSetNames]).default('default'))
    .addOption(new Option('--model <model>', 'openai: the configured endpoint, its answers kept under --out').choices(['reference', 'openai']).default('reference'))
    .option('--noise <share>', 'share of the reference model\'s replies with an error on purpose', shareOf('--noise'), 0)
    .option('--drop-edges <share>', 'share of the recorded references that are lost', shareOf('--drop-edges'), 0)
    .option('--spurious-edges <share>', 'references made up for each one that is recorded', shareOf('--spurious-edges'), 0)
    .option('--out <folder>', 'where results and report go (bench/ in the folder of EMEND_HOME)')
    .option('--resume', 'go on with the results that the folder has')
    .option('--at-once <cases>', 'cases that are worked on at once', positiveNumber('--at-once'), 2)
    .addHelpText('after', '\nExample:\n  $ emend bench controlled --limit 12 --methods paper,facts')
    .action((options: Options, self: Command) => io.run(self, async (run) => {
      await migrateDatabase(run.config)
      const report = await benchControlled({ ...options, ...chosen(options), ...places(run, options) })
      run.output.data(report, () => reportText(report))
      run.output.say(`report.json, report.md and report.svg are in ${outOf(run, options)}; look at a case with emend bench show CASE`)
    }))
}

/** Make `bench show`. */
export function showCommand(io: Io): Command {
  return new Command('show')
    .description('Show one case of the last run: the answers of all methods side by side, and the plan of each.')
    .argument('<case>', 'id of a case')
    .option('--out <folder>', 'where the results are (bench/ in the folder of EMEND_HOME)')
    .addHelpText('after', '\nExample:\n  $ emend bench show shopping-stale-003')
    .action((id: string, options: Pick<Options, 'out'>, self: Command) => io.run(self, async (run) => {
      const shown = await showCase(outOf(run, options), id)
      run.output.data(shown, () => caseText(shown))
    }))
}

const outOf = (run: Run, { out }: Pick<Options, 'out'>): string => out ?? join(run.config.EMEND_HOME, 'bench')

function chosen({ seed, noise, dropEdges, spuriousEdges, atOnce }: Options) {
  return { ...(seed ? { seeds: seed } : {}), noise, dropEdges, spuriousEdges, concurrency: atOnce }
}

function places(run: Run, options: Options) {
  const { DATABASE_URL: databaseUrl, EMEND_MODEL_URL: url, EMEND_MODEL_KEY: key } = run.config
  let counter: ReturnType<Run['output']['count']> | undefined
  return {
    ...(databaseUrl === undefined ? {} : { databaseUrl }), out: outOf(run, options), hasEndpoint: url !== undefined || key !== undefined,
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
  const { cases, settings } = report
  return [
    `${cases.total} cases, ${cases.rejected} candidates rejected; seed ${settings.seeds.join(', ')}, phrases ${settings.phrases}, model ${settings.model}, noise ${settings.noise}`,
    ...reportTables(report).map(({ title, head, rows }) => `${title}\n${table(head, rows)}`),
  ].join('\n\n')
}

function caseText({ case: one, runs }: ShownCase): string {
  const tests = (list: { name: string; anyOf: string[] }[]): string => list.map(({ name, anyOf }) => `${name} (${anyOf[0] ?? ''})`).join('; ')
  const texts = new Map(one.items.map((item) => [item.id, item.content]))
  return [
    `${one.id}: ${one.faultType}, ${one.faultCount} fault${one.faultCount > 1 ? 's' : ''}; asked: ${one.lastInput.content}`,
    `required: ${tests(one.labels.required)}`, `forbidden: ${tests(one.labels.forbidden)}`, `clean answer: ${one.labels.cleanAnswer}`,
    ...one.faults.map(({ memoryId }) => `fault ${memoryId}: ${texts.get(memoryId) ?? ''}`),
    table(['method', 'recovered', 'asked again', 'calls', 'answer', 'answer when asked again'], runs.map(({ score }) => [
      score.method, score.isRecovered ? 'yes' : score.error ?? 'no', score.hasRecurred === null ? '' : score.hasRecurred ? score.recurrenceReason : 'holds',
      score.modelCalls + score.probeCalls, score.answer, score.answerAgain ?? '',
    ]), [24, 12, 16, 8, 50, 50]),
    ...runs.map(({ score, result }) => [`plan of ${score.method}`, ...planLines(result?.plan).map((line) => `  ${line}`)].join('\n')),
  ].join('\n')
}
