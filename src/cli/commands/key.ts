/** `emend key`: what programs show to act for a tenant. */
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import { keyRoles, type KeyRole } from '../../vocabulary.js'
import type { Io } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

interface CreateOptions {
  role: KeyRole
  user?: string
  name?: string
  expires?: Date
}

/** Make the command. */
export function keyCommand(io: Io): Command {
  const command = new Command('key').summary('make, list and revoke keys').description('Keys: what programs show to act for a tenant over HTTP or MCP.')
  command.addCommand(new Command('create').description('Make a key. It is printed once, on stdout, and kept nowhere.')
    .requiredOption('--role <role>', `one of ${keyRoles.join(', ')}`, parseRole)
    .option('--user <id>', 'the only user that it may act for; else any user of the tenant')
    .option('--name <text>', 'what it is for')
    .option('--expires <when>', 'a span like 12h, 90d or 26w, or a date like 2030-12-31; else it stays good', parseExpiry)
    .addHelpText('after', '\nExamples:\n  $ emend key create --tenant acme --role agent\n  $ emend key create --tenant acme --role agent --user ana --expires 90d')
    .action((options: CreateOptions, self: Command) => io.run(self, async (run) => {
      const tenant = run.config.EMEND_TENANT
      const store = await run.openStore()
      await store.tenant(tenant)
      const key = await store.keys.create({
        tenant, role: options.role, ...(options.user === undefined ? {} : { userId: options.user }),
        ...(options.name === undefined ? {} : { name: options.name }), ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
      })
      run.output.say(`key ${key.id} of tenant ${tenant}; it is not shown again. Take it back with: emend key revoke ${key.id} --tenant ${tenant}`)
      run.output.data(key, () => key.secret)
    })))
  command.addCommand(new Command('list').description('List the keys of a tenant, without their secrets.')
    .addHelpText('after', '\nExample:\n  $ emend key list --tenant acme')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const keys = await (await run.openStore()).keys.list(run.config.EMEND_TENANT)
      run.output.data(keys, () => table(['key', 'role', 'user', 'name', 'made', 'expires', 'revoked', 'last used'], keys.map((key) => [
        key.id, key.role, key.userId, key.name, ...[key.createdAt, key.expiresAt, key.revokedAt, key.lastUsedAt].map((at) => at?.toISOString().slice(0, 16)),
      ])))
    })))
  command.addCommand(new Command('revoke').description('Let a key open nothing from now on.')
    .argument('<key>', 'number of the key', positiveNumber('key'))
    .addHelpText('after', '\nExample:\n  $ emend key revoke 7 --tenant acme')
    .action((id: number, _options: object, self: Command) => io.run(self, async (run) => {
      await (await run.openStore()).keys.revoke(run.config.EMEND_TENANT, id)
      run.output.say(`key ${id} is revoked`)
      run.output.data({ id, revoked: true }, () => String(id))
    })))
  return command
}

function parseRole(text: string): KeyRole {
  const role = keyRoles.find((known) => known === text)
  if (role) return role
  throw new EmendError('usage', `--role is one of ${keyRoles.join(', ')}, not "${text}"`)
}

const hoursOf = { h: 1, d: 24, w: 168 } as const

function parseExpiry(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? []
  const at = count === undefined ? new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN)
    : new Date(Date.now() + Number(count) * hoursOf[unit as keyof typeof hoursOf] * 3_600_000)
  if (at.getTime() > Date.now()) return at
  throw new EmendError('usage', `--expires is a span like 90d or a date to come, not "${text}"`)
}
