/** `emend up`: database, worker and server in one. */
import { Command } from 'commander'
import { migrateDatabase, type Store } from '../../index.js'
import type { Io } from '../io.js'
import { progressText } from '../progress-text.js'
import { addServerFlags, startServer, type ServerFlags } from '../start-server.js'
import { untilSignal } from '../until-signal.js'

/** How to connect, as it is printed. */
interface Connections {
  tenant: string
  http: string
  mcp: string
  openapi: string
  /** The first key of the tenant; null where it has keys. */
  key: string | null
  /** Connection string of the embedded database; null where DATABASE_URL names another one. */
  database: string | null
}

/** Make the command. */
export function upCommand(io: Io): Command {
  return addServerFlags(new Command('up'))
    .summary('start the database, a worker and the server')
    .description('Start the embedded database (unless DATABASE_URL names one), bring it up to date, run a worker and the HTTP server until SIGTERM or SIGINT. '
      + 'Prints how to connect, the first time with a key of role admin for the tenant.')
    .addHelpText('after', '\nExamples:\n  $ emend up\n  $ emend up --tenant acme --port 8080\n  $ DATABASE_URL=postgres://emend_app@db/emend emend up')
    .action((flags: ServerFlags, self: Command) => io.run(self, async (run) => {
      await untilSignal(async (signal) => {
        const { config, output } = run
        await migrateDatabase(config)
        const store = await run.openStore({ serving: true })
        const tenant = await store.tenant(config.EMEND_TENANT, { policy: config.EMEND_POLICY })
        const server = await startServer(run, store, flags)
        signal.addEventListener('abort', () => { void server.stop() }, { once: true })
        try {
          const connections: Connections = {
            tenant: tenant.tenant, http: server.url, mcp: `${server.url}/mcp`, openapi: `${server.url}/openapi.json`, key: await firstKey(store, tenant.tenant),
            database: config.DATABASE_URL === undefined ? store.databaseUrl : null,
          }
          output.say(`working on ${store.location}; stop with Ctrl-C`)
          output.data(connections, () => connectionsText(connections))
          await tenant.work({ signal, onProgress: (event) => output.say(progressText(event)), log: (line) => output.say(line) })
        } finally {
          await server.stop()
        }
      })
      run.output.say('stopped')
    }))
}

/** A key for a tenant that has none. */
async function firstKey(store: Store, tenant: string): Promise<string | null> {
  if ((await store.keys.list(tenant)).length > 0) return null
  return (await store.keys.create({ tenant, role: 'admin', name: 'first key' })).secret
}

function connectionsText({ tenant, http, mcp, openapi, key, database }: Connections): string {
  return [
    `HTTP: ${http}/v1, described by ${openapi}`,
    `MCP:  ${mcp}`,
    ...(database === null ? [] : [`psql: psql ${database}`]),
    key === null ? `key:  the tenant ${tenant} has keys; another one: emend key create --tenant ${tenant} --role agent`
      : `key:  ${key} (role admin, tenant ${tenant}; it is not shown again)`,
  ].join('\n')
}
