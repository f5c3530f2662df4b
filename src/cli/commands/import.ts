/** `emend import`: logs and memories of other programs. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { EmendError } from '../../errors.js'
import { importChat, type ImportChatOptions } from '../../interop/openai-chat/import-chat.js'
import type { ImportReport } from '../../interop/openai-chat/import-report.js'
import { readMcpMemoryFile } from '../../interop/mcp-memory-json/read-mcp-memory-file.js'
import { readMem0File } from '../../interop/mem0-json/read-mem0-file.js'
import { importMemories, type MemoryImportReport } from '../../interop/memory-file/import-memories.js'
import type { Io } from '../io.js'

interface Options {
  format: 'openai-chat' | 'mem0' | 'mcp-memory'
  remember: 'observations' | 'nothing'
  context: 'whole' | 'values'
  session?: string
  user?: string
  agent?: string
}

/** Ids, not placed and unlinked messages that are listed one by one. */
const listed = 10

/** Make the command. */
export function importCommand(io: Io): Command {
  return new Command('import')
    .summary('import conversations or memories of other programs')
    .description('Import messages with tool calls: inputs, plans, actions, observations and answers. Or memories of another store: of unknown provenance, so that they support nothing. Importing a file again, or a longer version of it, continues.')
    .argument('<file>', 'openai-chat: a list of messages, an object with messages, JSON lines of either, or tau-bench trajectories; mem0: what get_all returns; mcp-memory: the JSON lines of the MCP memory server')
    .addOption(new Option('--format <format>', 'format of the file').choices(['openai-chat', 'mem0', 'mcp-memory']).default('openai-chat'))
    .addOption(new Option('--remember <what>', 'write each observation also as a memory').choices(['observations', 'nothing']).default('nothing'))
    .addOption(new Option('--context <how>', 'what a message rests on: its whole context, or its turn and what shares a value with it')
      .choices(['whole', 'values']).default('whole'))
    .option('--session <id>', 'session of a file that holds one run')
    .option('--user <id>', 'owner of what the file does not say whose it is')
    .option('--agent <name>', 'agent that wrote the messages', 'assistant')
    .addHelpText('after', `
Examples:
  $ emend import run.json
  $ emend import memory.jsonl --format mcp-memory --user ana
  $ emend import trajectories.json --remember observations --context values --json`)
    .action((file: string, options: Options, self: Command) => io.run(self, async (run) => {
      const text = await readFile(file, 'utf8').catch((error: Error) => {
        throw new EmendError('not_found', `${file} cannot be read: ${error.message}`, { file })
      })
      if (options.format !== 'openai-chat') {
        const owner = options.user ?? null
        const entries = options.format === 'mem0' ? readMem0File(text) : readMcpMemoryFile(text, owner)
        const report = await importMemories(await run.open(), entries, { format: options.format, text, owner: options.user })
        run.output.data(report, () => memoryReportText(report))
        return
      }
      const emend = await run.open()
      let counter: ReturnType<typeof run.output.count> | undefined
      const given: ImportChatOptions = {
        remember: options.remember, context: options.context,
        ...(options.session === undefined ? {} : { session: options.session }),
        ...(options.user === undefined ? {} : { user: options.user }),
        ...(options.agent === undefined ? {} : { agent: options.agent }),
        onRun(_done, total) {
          counter ??= run.output.count('runs', total)
          counter.step()
        },
      }
      const report = await importChat(emend, text, basename(file).replace(/\.jsonl?$/, ''), given)
      counter?.end()
      run.output.data(report, () => reportText(report))
    }))
}

function memoryReportText(report: MemoryImportReport): string {
  return [
    report.equation, `memories ${report.memories}: written ${report.written}, known before ${report.known}`,
    ...idsText(report.ids),
    ...report.notPlaced.slice(0, listed).map(({ place, why }) => `not placed: ${place}: ${why}`),
    ...(report.notPlaced.length > listed ? [`  and ${report.notPlaced.length - listed} more; --json lists all`] : []),
    ...(report.unreadKeys.length > 0 ? [`keys that nothing is made of: ${report.unreadKeys.join(', ')}`] : []),
  ].join('\n')
}

const idsText = (ids: readonly string[]): string[] => [
  `ids: ${ids.slice(0, listed).join(', ') || 'none'}`, ...(ids.length > listed ? [`  and ${ids.length - listed} more; --json lists all`] : []),
]

function reportText(report: ImportReport): string {
  const reasons = new Map<string, number>()
  for (const { role, why } of report.notPlaced) reasons.set(`${role}: ${why}`, (reasons.get(`${role}: ${why}`) ?? 0) + 1)
  return [
    report.equation,
    `nodes: ${Object.entries(report.nodes).map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    ...(report.remembered > 0 ? [`remembered: ${report.remembered} observations, each a memory (<session>:<position>.memory) and the step that wrote it`] : []),
    `written ${report.written}, known before ${report.known}`,
    ...idsText(report.ids.map(({ id, kind }) => `${id} (${kind})`)),
    ...[...reasons].map(([reason, count]) => `not placed: ${count} x ${reason}`),
    ...report.notPlaced.slice(0, listed).map((row) => `  ${row.session} message ${row.message} (${row.role}, ${row.bytes} bytes)`),
    ...(report.notPlaced.length > listed ? [`  and ${report.notPlaced.length - listed} more; --json lists all`] : []),
    ...report.unlinked.slice(0, listed).map((row) => `answers no call of its turn: ${row.session} message ${row.message} (${row.callId ?? 'no call id'})`),
    ...(report.unreadKeys.length > 0 ? [`keys that nothing is made of: ${report.unreadKeys.join(', ')}`] : []),
  ].join('\n')
}
