/** `emend webhook`: addresses that are told what happens. */
import { Command } from 'commander'
import { secretVariable } from '../../config.js'
import { EmendError } from '../../errors.js'
import { webhookTypes, type WebhookType } from '../../vocabulary.js'
import type { Io } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

/** Make the command. */
export function webhookCommand(io: Io): Command {
  const command = new Command('webhook').summary('tell other programs what happens')
    .description('Webhooks: addresses that are told what happens in a tenant, in signed messages of ids, until they have taken them.')
  command.addCommand(new Command('add').description('Tell an address what happens from now on.')
    .argument('<url>', 'where messages are posted to')
    .requiredOption('--secret <name>', 'name of the secret that messages are signed with, like HOOK')
    .option('--types <list>', `what it is told of, with commas between: ${webhookTypes.join(', ')}; else everything`, parseTypes)
    .addHelpText('after', '\nExample:\n  $ emend webhook add https://hooks.example.com/emend --secret HOOK --types repair.waiting,answer.corrected')
    .action((url: string, options: { secret: string; types?: WebhookType[] }, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const webhook = await emend.webhooks.add({ url, ...options })
      run.output.say(`webhook ${webhook.id}: workers read its secret from ${secretVariable(emend.tenant, options.secret)}`)
      run.output.data(webhook, () => String(webhook.id))
    })))
  command.addCommand(new Command('list').description('List webhooks, and how far each has been told.')
    .addHelpText('after', '\nExample:\n  $ emend webhook list')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const webhooks = await (await run.tenant()).webhooks.list()
      run.output.data(webhooks, () => table(['webhook', 'url', 'told of', 'pending', 'sent', 'given up', 'last error', 'disabled'], webhooks.map((row) => [
        row.id, row.url, row.types?.join(' ') ?? 'everything', row.pending, row.sent, row.givenUp, row.lastError, row.disabledAt?.toISOString().slice(0, 16),
      ]), [null, 50, 40]))
    })))
  command.addCommand(new Command('remove').description('Tell an address nothing any more, what is pending included.')
    .argument('<webhook>', 'number of the webhook', positiveNumber('webhook'))
    .addHelpText('after', '\nExample:\n  $ emend webhook remove 2')
    .action((id: number, _options: object, self: Command) => io.run(self, async (run) => {
      await (await run.tenant()).webhooks.remove(id)
      run.output.say(`webhook ${id} is removed`)
      run.output.data({ id, removed: true }, () => String(id))
    })))
  return command
}

function parseTypes(text: string): WebhookType[] {
  return text.split(',').map((entry) => {
    const type = webhookTypes.find((known) => known === entry.trim())
    if (type) return type
    throw new EmendError('usage', `--types is a list of ${webhookTypes.join(', ')}, not "${entry}"`)
  })
}
