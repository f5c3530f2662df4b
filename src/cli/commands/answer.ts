/** `emend answer`: what stands for an answer now, made again where it is stale. */
import { Command } from 'commander'
import type { CurrentAnswer } from '../../index.js'
import type { Io } from '../io.js'

/** Make the command. */
export function answerCommand(io: Io): Command {
  return new Command('answer')
    .summary('what stands for an answer now')
    .description('Print what stands for an answer now: itself, or what repairs have made in its place. Ends 1 where nothing valid does.')
    .argument('<id>', 'an answer, as it was recorded or as a repair made it')
    .option('--again', 'make it again first, where it is stale: that calls the model')
    .addHelpText('after', '\nExamples:\n  $ emend answer a1\n  $ emend answer a1 --again')
    .action((id: string, { again = false }: { again?: boolean }, self: Command) => io.run(self, async (run) => {
      const { answers, repairs } = await run.tenant()
      const found = await answers.current(id)
      if (again && found.isStale) {
        run.output.say('the answer is stale, making it again')
        await repairs.regenerate(found.id)
      }
      const answer = again && found.isStale ? await answers.current(id) : found
      if (answer.validity !== 'valid') io.exitCode = 1
      run.output.data(answer, () => answerText(answer))
    }))
}

function answerText({ id, content, validity, isStale, isReplaced }: CurrentAnswer): string {
  if (content !== null) return `${isReplaced ? `${id}, made by a repair` : id}: ${content}`
  if (validity === 'withheld') return `${id}: withheld while a repair is under way`
  return isStale ? `${id}: stale, it rests on a fault; --again makes it again` : `${id}: invalid, it rests on a fault`
}
