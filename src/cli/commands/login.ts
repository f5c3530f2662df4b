/** `emend login`: which logins of the database may work for a tenant by SQL. */
import { Command } from 'commander'
import { quoteName, type Login } from '../../index.js'
import type { Io } from '../io.js'
import { table } from '../output.js'

/** Make the command. */
export function loginCommand(io: Io): Command {
  const command = new Command('login').summary('bind database logins to a tenant')
    .description('Logins: what psql and other SQL clients connect as. A login sees the tenants that it is bound to, and no others, whatever it sets.')
  command.addCommand(new Command('add').description('Let a login work for a tenant. Prints how psql connects; where the server lacks the login, first the SQL that makes it, for an administrator.')
    .argument('<name>', 'as Postgres spells it')
    .addHelpText('after', '\nExample:\n  $ emend login add acme_audit --tenant acme')
    .action((name: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = run.config.EMEND_TENANT
      const store = await run.openStore()
      const login = await store.logins.add(tenant, name)
      if (login.isFree) run.output.say(`${name} works for every tenant: it is a member of emend_service`)
      else if (missing(login) !== '') run.output.say(`an administrator of the database runs the first line (or another of the roles agent, detector, worker, admin) and sets a password: \\password ${quoteName(name)}`)
      const connect = [`psql ${quoted(addressOf(store.databaseUrl, name))}`, `select emend.use_tenant('${tenant.replaceAll("'", "''")}');`]
      run.output.data({ ...login, connect: { address: addressOf(store.databaseUrl, name), first: connect[1] } }, () => [
        ...(missing(login) === '' ? [] : [missing(login)]), ...connect,
      ].join('\n'))
    })))
  command.addCommand(new Command('list').description('List the logins of a tenant.')
    .addHelpText('after', '\nExample:\n  $ emend login list --tenant acme')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const logins = await (await run.openStore()).logins.list(run.config.EMEND_TENANT)
      run.output.data(logins, () => table(['login', 'roles', 'exists', 'every tenant', 'bound'],
        logins.map((login) => [login.name, login.roles.join(', '), login.exists, login.isFree, login.boundAt.toISOString().slice(0, 16)])))
    })))
  command.addCommand(new Command('remove').description('Let a login work for a tenant no more, from its next statement on. The login itself stays.')
    .argument('<name>', 'as Postgres spells it')
    .addHelpText('after', '\nExample:\n  $ emend login remove acme_audit --tenant acme')
    .action((name: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = run.config.EMEND_TENANT
      await (await run.openStore()).logins.remove(tenant, name)
      run.output.say(`${name} works for tenant ${tenant} no more`)
      run.output.data({ name, removed: true }, () => name)
    })))
  return command
}

/** Where the login connects. A password is asked for, and is in no address. */
function addressOf(databaseUrl: string, name: string): string {
  const address = new URL(databaseUrl)
  for (const key of ['password', 'user', 'sslpassword']) address.searchParams.delete(key)
  if (address.host === '') address.searchParams.set('user', name) // a socket
  else [address.username, address.password] = [encodeURIComponent(name), '']
  return address.href
}

/** As a shell takes it. */
const quoted = (text: string): string => (/^[\w:/@.%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The SQL that a login lacks, if any. */
function missing({ name, exists, roles, isFree }: Login): string {
  if (!exists) return `create role ${quoteName(name)} login in role emend_auditor;`
  return roles.length === 0 && !isFree ? `grant emend_auditor to ${quoteName(name)};` : ''
}
