/** `emend export`: the record of a tenant in a format of others. */
import { Command, Option } from 'commander'
import { writeProvJson } from '../../interop/prov-json/prov-json.js'
import type { Io } from '../io.js'
import { writeOut } from '../write-out.js'
import { writeWholeFile } from '../write-whole-file.js'

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
      const tenant = await run.tenant()
      const texts = options.withoutText !== true
      if (file === undefined) {
        await tenant.readRecord((record) => writeProvJson(record, (text) => writeOut(io.streams, text), { texts }))
        return
      }
      const { entity, activity, agent } = await writeWholeFile(file, (write) => tenant.readRecord((record) => writeProvJson(record, write, { texts })))
      const counts = { file, entities: entity, activities: activity, agents: agent }
      run.output.data(counts, () => `${counts.entities} entities, ${counts.activities} activities, ${counts.agents} agents in ${file}`)
    }))
}
