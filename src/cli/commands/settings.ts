/** `emend settings`: what a tenant decides for its repairs. */
import { Command } from 'commander'
import { secretVariable } from '../../config.js'
import { EmendError } from '../../errors.js'
import type { Review, Settings } from '../../index.js'
import type { Io } from '../io.js'
import { positiveNumber } from '../positive-number.js'

/** Make the command. */
export function settingsCommand(io: Io): Command {
  const command = new Command('settings').summary('which plans wait for a person, and which model is asked')
    .description('Settings of a tenant; what it has not set is as the workers are configured.')
    .addHelpText('after', '\nExamples:\n  $ emend settings\n  $ emend settings review above 50')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const settings = await (await run.tenant()).settings.get()
      run.output.data(settings, () => settingsText(settings))
    }))
  command.addCommand(new Command('review').description('Which plans wait for a person (emend approve). What they would withdraw is out of retrieval meanwhile.')
    .argument('<which>', 'at_once = none waits; above = those that affect more nodes than the number; always = each; default = as the workers are configured')
    .argument('[number]', 'affected nodes of a plan that needs no approval', positiveNumber('number'))
    .addHelpText('after', '\nExamples:\n  $ emend settings review always\n  $ emend settings review above 50\n  $ emend settings review default')
    .action((which: string, above: number | undefined, _options: object, self: Command) => io.run(self, async (run) => {
      const settings = await (await run.tenant()).settings.change({ review: parseReview(which, above) })
      run.output.data(settings, () => settingsText(settings))
    })))
  command.addCommand(new Command('model').description('Which model repairs ask.')
    .argument('<name>', 'as the endpoint calls it; default = as the workers are configured')
    .option('--url <url>', 'base URL of an OpenAI-compatible endpoint')
    .option('--secret <name>', 'name of the secret that holds its key, like MODEL')
    .addHelpText('after', '\nExamples:\n  $ emend settings model large --url https://models.example.com/v1 --secret MODEL\n  $ emend settings model default')
    .action((name: string, options: { url?: string; secret?: string }, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const settings = await emend.settings.change({ model: name === 'default' ? null : { name, ...options } })
      if (options.secret !== undefined) run.output.say(`workers read its key from ${secretVariable(emend.tenant, options.secret)}`)
      run.output.data(settings, () => settingsText(settings))
    })))
  return command
}

function parseReview(which: string, above: number | undefined): Review | null {
  if (which === 'above' && above !== undefined) return { mode: 'above', above }
  if (above === undefined && which === 'default') return null
  if (above === undefined && (which === 'at_once' || which === 'always')) return { mode: which }
  throw new EmendError('usage', 'review is at_once, always, default, or above and a number')
}

function settingsText({ review, model }: Settings): string {
  return [
    `review: ${review === null ? 'as the workers are configured' : review.mode === 'above' ? `above ${review.above} affected nodes` : review.mode}`,
    `model:  ${model === null ? 'as the workers are configured' : [model.name, ...(model.url === null ? [] : [`at ${model.url}`]), ...(model.secret === null ? [] : [`secret ${model.secret}`])].join(', ')}`,
  ].join('\n')
}
