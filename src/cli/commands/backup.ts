/** `emend backup`: a whole tenant, to take along. */
import { Command } from 'commander'
import type { Io } from '../io.js'
import { sayEvery } from '../say-every.js'
import { writeOut } from '../write-out.js'
import { writeWholeFile } from '../write-whole-file.js'

/** Make the command. */
export function backupCommand(io: Io): Command {
  return new Command('backup')
    .summary('write a whole tenant to a file')
    .description('Write everything that a tenant has as lines of JSON: what was recorded, faults, repairs, the journal. Keys and logins are not in it. The same tenant gives the same bytes.')
    .argument('<file>', 'where to; - is stdout. The file appears when it is whole')
    .addHelpText('after', '\nExamples:\n  $ emend backup acme.jsonl --tenant acme\n  $ emend backup - --tenant acme | gzip > acme.jsonl.gz')
    .action((file: string, _options: object, self: Command) => io.run(self, async (run) => {
      const tenant = await run.tenant()
      const say = sayEvery(run.output, 'rows')
      if (file === '-') {
        const report = await tenant.backup((line) => {
          say()
          return writeOut(io.streams, `${line}\n`)
        })
        run.output.say(`${report.rows} rows`)
        return
      }
      const report = await writeWholeFile(file, (write) => tenant.backup((line) => {
        say()
        return write(`${line}\n`)
      }))
      run.output.data({ file, ...report }, () => `${report.rows} rows in ${file}`)
    }))
}
