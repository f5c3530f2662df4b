/** `emend serve`: the HTTP server alone. */
import { once } from 'node:events'
import { Command } from 'commander'
import type { Io } from '../io.js'
import { addServerFlags, startServer, type ServerFlags } from '../start-server.js'
import { untilSignal } from '../until-signal.js'

/** Make the command. */
export function serveCommand(io: Io): Command {
  return addServerFlags(new Command('serve'))
    .summary('serve the store over HTTP')
    .description('Answer programs that show a key (emend key create), until SIGTERM or SIGINT. Workers carry repairs out: emend worker.')
    .addHelpText('after', '\nExamples:\n  $ emend serve\n  $ emend serve --host 0.0.0.0 --port 8080')
    .action((flags: ServerFlags, self: Command) => io.run(self, async (run) => {
      await untilSignal(async (signal) => {
        const server = await startServer(run, await run.openStore({ serving: true }), flags)
        run.output.say('stop with Ctrl-C')
        const { url } = server
        run.output.data({ http: url, mcp: `${url}/mcp`, openapi: `${url}/openapi.json` },
          () => `HTTP: ${url}/v1, described by ${url}/openapi.json\nMCP:  ${url}/mcp`)
        if (!signal.aborted) await once(signal, 'abort')
        await server.stop()
      })
      run.output.say('stopped')
    }))
}
