/** `emend bench show`. */
import { Command } from 'commander'
import { planLines, showCase, type ShownCase } from '../../bench/controlled/show-case.js'
import type { Io } from '../io.js'
import { table } from '../output.js'
import { outOf } from './bench-options.js'

/** Make `bench show`. */
export function showCommand(io: Io): Command {
  return new Command('show')
    .description('Show one case of the last run: the answers of all methods side by side, and the plan of each.')
    .argument('<case>', 'id of a case')
    .option('--out <folder>', 'where the results are (bench/ in the folder of EMEND_HOME)')
    .addHelpText('after', '\nExample:\n  $ emend bench show shopping-stale-003')
    .action((id: string, options: { out?: string }, self: Command) => io.run(self, async (run) => {
      const shown = await showCase(outOf(run, options.out, 'bench'), id)
      run.output.data(shown, () => caseText(shown))
    }))
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
