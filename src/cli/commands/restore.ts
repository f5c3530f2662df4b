/** `emend restore`: a tenant out of its backup. */
import { createReadStream } from 'node:fs'
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import { readLines } from '../../index.js'
import type { Io } from '../io.js'
import { sayEvery } from '../say-every.js'

/** Make the command. */
export function restoreCommand(io: Io): Command {
  return new Command('restore')
    .summary('fill an empty tenant from a backup')
    .description('Fill a tenant that has nothing yet with what emend backup wrote: all of it or nothing, under the same ids. Repairs that were under way go on.')
    .argument('<file>', 'what emend backup wrote; - is stdin')
    .addHelpText('after', '\nExamples:\n  $ emend restore acme.jsonl --tenant acme\n  $ gunzip -c acme.jsonl.gz | emend restore - --tenant acme')
    .action((file: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = await run.open()
      const say = sayEvery(run.output, 'rows')
      const report = await tenant.restore(readLines(readable(file)), { onRow: () => say() })
      run.output.data({ file, ...report }, () => `${report.rows} rows restored in tenant ${tenant.tenant}`)
    }))
}

async function* readable(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) yield chunk as Uint8Array
  } catch (error) {
    throw new EmendError('not_found', `${file} cannot be read: ${(error as Error).message}`, { file })
  }
}
