/** `emend mcp`: the store for one MCP client, over stdin and stdout. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command, Option } from 'commander'
import { mcpServer } from '../../mcp/server.js'
import { keyRoles, type KeyRole } from '../../vocabulary.js'
import type { Io } from '../io.js'
import { untilSignal } from '../until-signal.js'

/** Make the command. */
export function mcpCommand(io: Io): Command {
  return new Command('mcp')
    .summary('serve one MCP client over stdio')
    .description('Speak MCP over stdin and stdout until the client hangs up. MCP clients start this command themselves. Over HTTP, emend up and emend serve have it at /mcp.')
    .option('--user <id>', 'the only user that it acts for; else any user of the tenant')
    .addOption(new Option('--role <role>', 'what the client may do').choices(keyRoles).default('agent'))
    .addHelpText('after', '\nExamples:\n  $ emend mcp --tenant acme --user ana\n  $ emend mcp --role admin')
    .action(({ user, role }: { user?: string; role: KeyRole }, self: Command) => io.run(self, async (run) => {
      const hungUp = once(process.stdin, 'close') // before anything is read
      const emend = await run.open()
      const log = (line: string): void => run.output.say(line)
      const principal = { tenant: emend.tenant, role, userId: user ?? null, keyId: 0 }
      const served = serveStdio(() => mcpServer({ emend, principal, actor: 'mcp', log }), { onerror: (error) => log(`mcp: ${error.message}`) })
      await untilSignal(async (signal) => {
        await Promise.race([hungUp, once(signal, 'abort')])
        await served.close()
      })
    }))
}
