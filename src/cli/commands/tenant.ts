/** `emend tenant`: which tenants there are. */
import { Command } from 'commander'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function tenantCommand(io: Io): Command {
  const command = new Command('tenant').summary('make and list tenants').description('Tenants: the customers of one store. Nothing crosses from one to another.')
  command.addCommand(new Command('create').description('Make a tenant; one of that name keeps what it is. Recording and importing make theirs by themselves.')
    .argument('<name>', 'at most 200 characters')
    .addHelpText('after', '\nExample:\n  $ emend tenant create acme')
    .action((name: string, _options: object, self: Command) => io.run(self, async (run) => {
      const store = await run.openStore()
      await store.tenant(name, { policy: run.config.EMEND_POLICY })
      run.output.data({ name }, () => name)
    })))
  command.addCommand(new Command('list').description('List the tenants that this login works for.')
    .addHelpText('after', '\nExample:\n  $ emend tenant list')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const tenants = await (await run.openStore()).tenants.list()
      run.output.data(tenants, () => table(['tenant', 'arm', 'made'], tenants.map(({ name, policy, createdAt }) => [name, policy, createdAt.toISOString().slice(0, 16)])))
    })))
  return command
}
