/** `emend backup`: a whole tenant, to take along. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Command } from 'commander'
import { EmendError } from '../../errors.js'
import type { BackupReport, EmendTenant } from '../../index.js'
import type { Io } from '../io.js'
import { sayEvery } from '../say-every.js'

/** Make the command. */
export function backupCommand(io: Io): Command {
  return new Command('backup')
    .summary('write a whole tenant to a file')
    .description('Write everything that a tenant has as lines of JSON: what was recorded, faults, repairs, the journal. Keys and logins are not in it. The same tenant gives the same bytes.')
    .argument('<file>', 'where to; - is stdout. The file appears when it is whole')
    .addHelpText('after', '\nExamples:\n  $ emend backup acme.jsonl --tenant acme\n  $ emend backup - --tenant acme | gzip > acme.jsonl.gz')
    .action((file: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = await (await run.openStore()).tenant(run.config.EMEND_TENANT, { mustExist: true })
      const say = sayEvery(run.output, 'rows')
      if (file === '-') {
        const report = await tenant.backup((line) => {
          say()
          io.streams.stdout.write(`${line}\n`)
        })
        run.output.say(`${report.rows} rows`)
        return
      }
      const report = await writeFile(tenant, file, say)
      run.output.data({ file, ...report }, () => `${report.rows} rows in ${file}`)
    }))
}

/** Beside the file first, so that what bears its name is whole. */
async function writeFile(tenant: EmendTenant, file: string, say: () => void): Promise<BackupReport> {
  const part = `${file}.part`
  const stream = createWriteStream(part)
  const failed = once(stream, 'error').then(([error]: Error[]) => { throw new EmendError('usage', `${file} cannot be written: ${error?.message}`, { file }) })
  failed.catch(() => {})
  try {
    const report = await tenant.backup(async (line) => {
      say()
      if (!stream.write(`${line}\n`)) await Promise.race([once(stream, 'drain'), failed])
    })
    await Promise.race([new Promise<void>((resolve) => { stream.end(resolve) }), failed])
    await rename(part, file)
    return report
  } catch (error) {
    stream.destroy()
    await rm(part, { force: true })
    throw error
  }
}
