/** `emend export`: the record of a tenant in a format of others. */
import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { EmendError } from '../../errors.js'
import { provJson } from '../../interop/prov-json/prov-json.js'
import type { Io } from '../io.js'

/** Make the command. */
export function exportCommand(io: Io): Command {
  return new Command('export')
    .summary('write the record in a format of others')
    .description('Write what was recorded, and what depends on what, in the terms of W3C PROV. A copy to restore from is made by emend backup.')
    .argument('[file]', 'where to; stdout when left out')
    .addOption(new Option('--format <format>', 'format of the file').choices(['prov-json']).default('prov-json'))
    .option('--without-text', 'leave out what was said, remembered and done')
    .addHelpText('after', '\nExample:\n  $ emend export --format prov-json --tenant acme acme.prov.json')
    .action((file: string | undefined, options: { withoutText?: boolean }, self: Command) => io.run(self, async (run) => {
      const tenant = await (await run.openStore()).tenant(run.config.EMEND_TENANT, { mustExist: true })
      const document = provJson(await tenant.exportItems(), await tenant.exportEdges(), { texts: options.withoutText !== true })
      const text = `${JSON.stringify(document, null, 2)}\n`
      if (file === undefined) {
        io.streams.stdout.write(text)
        return
      }
      await writeFile(file, text).catch((error: Error) => { throw new EmendError('usage', `${file} cannot be written: ${error.message}`, { file }) })
      const counts = { file, entities: Object.keys(document.entity ?? {}).length, activities: Object.keys(document.activity ?? {}).length, agents: Object.keys(document.agent ?? {}).length }
      run.output.data(counts, () => `${counts.entities} entities, ${counts.activities} activities, ${counts.agents} agents in ${file}`)
    }))
}
