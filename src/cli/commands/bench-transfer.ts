/** `emend bench transfer`. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Command, Option } from 'commander'
import type { CaseSource } from '../../bench/controlled/case-source.js'
import { benchTransfer } from '../../bench/transfer/bench-transfer.js'
import { longMemEvalCases } from '../../bench/transfer/longmemeval/longmemeval-cases.js'
import { tiers, type Tier } from '../../bench/transfer/longmemeval/read-set.js'
import { readJsonWorld } from '../../bench/transfer/recorded/json-world.js'
import { recordedCases } from '../../bench/transfer/recorded/recorded-cases.js'
import { readToolsFile } from '../../bench/transfer/recorded/world-tools.js'
import { EmendError } from '../../errors.js'
import { convertRun } from '../../interop/openai-chat/convert-run.js'
import { readChatFile } from '../../interop/openai-chat/read-chat-file.js'
import type { Io } from '../io.js'
import { addComparingOptions, runComparison, type ComparingOptions } from './bench-options.js'

interface Options extends ComparingOptions {
  format: string
  file?: string
  world?: string
  tools?: string
  longmemeval?: string
  tier: Tier
}

/** Where results go, below the folder of EMEND_HOME. */
const folder = 'bench/transfer'

/** Make `bench transfer`. */
export function transferCommand(io: Io): Command {
  const command = new Command('transfer')
    .description('The same on procedures: memories of pages, menus, buttons and forms, most of them wrong at several levels at once. Or on recorded runs.')
    .option('--longmemeval <folder>', 'LongMemEval-V2 itself: questions.jsonl, trajectories.jsonl and haystacks/')
    .addOption(new Option('--tier <tier>', 'haystacks of --longmemeval').choices([...tiers]).default('small'))
    .addOption(new Option('--format <format>', 'format of --file').choices(['openai-chat']).default('openai-chat'))
    .option('--file <file>', 'recorded runs: faults are put into what they remember, and a question is asked later')
    .option('--world <folder>', 'what the runs acted on: JSON files that are objects of rows')
    .option('--tools <file>', 'the tools that look into it (tools.json in the folder)')
    .addHelpText('after', `
--world is a folder of JSON files, each an object of rows by key. --tools declares pure tools over them:
  { "format": "emend/world-tools@1", "tools": {
    "get_user": { "table": "users", "key": "user_id", "else": "no such user" },
    "find_trips": { "table": "trips", "where": { "origin": "from" }, "inside": { "field": "dates", "by": "day" }, "only": { "status": "available" } } } }
The row whose key is the parameter user_id; the rows whose field origin equals the parameter from, each with what its dates say of the parameter
day, if they are available then. A tool of the runs that is not declared counts as irreversible, and no repair calls it.

Examples:
  $ emend bench transfer --limit 10 --methods paper,facts
  $ emend bench transfer --file trajectories.json --world airline --tools airline-tools.json
  $ emend bench transfer --longmemeval longmemeval-v2 --tier small`)
    .action((options: Options, self: Command) => io.run(self, (run) => runComparison(run, options, folder, async (how) => {
      const source = await sourceOf(options)
      return benchTransfer({ ...how, ...(source ? { source } : {}) })
    })))
  return addComparingOptions(command, folder)
}

async function sourceOf({ file, world, tools, longmemeval, tier }: Options): Promise<CaseSource | null> {
  if (longmemeval !== undefined && file !== undefined) throw new EmendError('usage', 'cases come from --longmemeval or from --file, not from both')
  if (longmemeval !== undefined) return longMemEvalCases(longmemeval, tier)
  if (file === undefined && world === undefined) return null
  if (file === undefined || world === undefined) throw new EmendError('usage', 'recorded runs need both --file and --world')
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new EmendError('not_found', `${file} cannot be read: ${error.message}`, { file })
  })
  const runs = readChatFile(text, basename(file).replace(/\.[^.]+$/, ''))
    .map((run) => ({ session: run.session, user: run.user, items: convertRun(run, { remember: 'observations', context: 'values' }).items }))
  return recordedCases(`${runs.length} recorded runs`, { runs, world: await readJsonWorld(world), tools: await readToolsFile(tools ?? join(world, 'tools.json')) })
}
