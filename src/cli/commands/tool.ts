/** `emend tool`: tools that live elsewhere. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { secretVariable } from '../../config.js'
import { EmendError } from '../../errors.js'
import type { NewRegisteredTool, ListedTool } from '../../index.js'
import { effectClasses, type EffectClass } from '../../vocabulary.js'
import type { Io } from '../io.js'
import { table } from '../output.js'
import { positiveNumber } from '../positive-number.js'

interface AddOptions {
  effect: EffectClass
  http?: string
  mcp?: string
  mcpServer?: string
  remoteName?: string
  reset?: string
  compensate?: string
  description?: string
  parameters?: Record<string, unknown>
  timeoutMs?: number
  secret?: string
}

/** Make the command. */
export function toolCommand(io: Io): Command {
  const command = new Command('tool').summary('tools that live elsewhere')
    .description('Tools that live elsewhere: an HTTP callback, or a tool of an MCP server, which repairs of this tenant call.')
  command.addCommand(new Command('add').description('Register a tool, or change the one that has the name.')
    .argument('<name>', 'as steps call it')
    .requiredOption('--effect <class>', `what calling it again does to the world: ${effectClasses.join(', ')}`, parseEffect)
    .option('--http <url>', 'callback that calls are posted to')
    .option('--mcp <url>', 'MCP server, streamable HTTP')
    .option('--mcp-server <name>', 'MCP server that workers start, by its name in EMEND_MCP_SERVERS')
    .option('--remote-name <name>', 'its name at the MCP server; else the same')
    .option('--reset <name>', 'tool of the MCP server that puts the world back, for the effect resettable')
    .option('--compensate <name>', 'tool of the MCP server that undoes an earlier call, for the effect compensating')
    .option('--description <text>', 'one sentence for the model')
    .option('--parameters <json>', 'JSON Schema of its arguments, or @file', parseParameters)
    .option('--timeout-ms <number>', 'how long a call may take; default 30,000', positiveNumber('timeout'))
    .option('--secret <name>', 'name of the secret that it is called with, like SHOP')
    .addHelpText('after', `\nExamples:
  $ emend tool add firmware_lookup --effect pure --http https://tools.example.com/firmware --secret SHOP
  $ emend tool add create_ticket --effect idempotent --mcp https://tools.example.com/mcp --parameters @ticket.json`)
    .action((name: string, options: AddOptions, self: Command) => io.run(self, async (run) => {
      const emend = await run.tenant()
      const tool = await emend.tools.register(toolOf(name, options))
      run.output.say(`${name} is registered${tool.secret === undefined ? '' : `; workers read its secret from ${secretVariable(emend.tenant, tool.secret)}`}`)
      run.output.data(tool, () => tool.name)
    })))
  command.addCommand(new Command('list').description('List the tools that repairs may call, and where each lives.')
    .addHelpText('after', '\nExample:\n  $ emend tool list')
    .action((_options: object, self: Command) => io.run(self, async (run) => {
      const tools = await (await run.tenant()).tools.list()
      run.output.data(tools, () => table(['tool', 'effect', 'lives', 'where', 'secret', 'description'],
        tools.map((tool) => [tool.name, tool.effect, tool.lives, placeOf(tool), tool.secret, tool.description]), [null, null, null, 60, null, 40]))
    })))
  command.addCommand(new Command('remove').description('Forget a tool: a repaired plan calls it no more; where a plan stands that calls it, a person decides.')
    .argument('<name>', 'name of the tool')
    .addHelpText('after', '\nExample:\n  $ emend tool remove firmware_lookup')
    .action((name: string, _options: object, self: Command) => io.run(self, async (run) => {
      await (await run.tenant()).tools.remove(name)
      run.output.say(`${name} is forgotten`)
      run.output.data({ name, removed: true }, () => name)
    })))
  return command
}

function toolOf(name: string, { http, mcp, mcpServer, remoteName, reset, compensate, ...rest }: AddOptions): NewRegisteredTool {
  const isMcp = mcp !== undefined || mcpServer !== undefined
  if ([http, mcp, mcpServer].filter((place) => place !== undefined).length !== 1) throw new EmendError('usage', 'one of --http, --mcp and --mcp-server says where the tool lives')
  if (!isMcp && (remoteName ?? reset ?? compensate) !== undefined) throw new EmendError('usage', '--remote-name, --reset and --compensate are for tools of an MCP server')
  return { name, ...rest, ...(isMcp ? { mcp: { url: mcp, server: mcpServer, tool: remoteName, reset, compensate } } : { http: { url: http ?? '' } }) }
}

const placeOf = ({ http, mcp }: ListedTool): string => http?.url ?? (mcp ? `${mcp.tool ?? ''} of ${mcp.url ?? mcp.server ?? ''}` : '')

function parseEffect(text: string): EffectClass {
  const effect = effectClasses.find((known) => known === text)
  if (effect) return effect
  throw new EmendError('usage', `--effect is one of ${effectClasses.join(', ')}, not "${text}"`)
}

function parseParameters(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch {
    // said below
  }
  throw new EmendError('usage', '--parameters is a JSON Schema of an object, or @ and the name of a file that holds one')
}
