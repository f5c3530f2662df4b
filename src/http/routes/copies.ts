/** Routes that take a whole tenant along: backup, restore, export. */
import { z } from 'zod'
import { contracts } from '../../index.js'
import { writeProvJson } from '../../interop/prov-json/prov-json.js'
import { textRoute, uploadRoute } from '../route.js'

const tag = 'copies'
const lines = 'application/x-ndjson'

/** Sent and read as they are made, holding a few rows. */
export const copyRoutes = [
  textRoute({
    url: '/v1/backup', id: 'backupTenant', tag, roles: ['admin'], media: lines,
    summary: 'Everything that the tenant has, as lines of JSON of one moment. The last line counts them and has their sha256: without it the backup is cut off. Keys and logins are not in it.',
    output: z.string(),
    async send({ emend }, write) {
      await emend.backup((line) => write(`${line}\n`))
    },
  }),
  uploadRoute({
    url: '/v1/restore', id: 'restoreTenant', tag, roles: ['admin'], media: lines,
    summary: 'Fill the tenant, which must have nothing yet, with a backup: all of it or nothing, under the same ids. Repairs that were under way go on.',
    output: contracts.copies.restored,
    run: ({ emend, actor }, sent) => emend.restore(sent, { actor }),
  }),
  textRoute({
    url: '/v1/export', id: 'exportRecord', tag, roles: ['auditor', 'admin'], media: 'application/json',
    summary: 'What was recorded and what depends on what, in the terms of W3C PROV.',
    query: z.strictObject({
      format: z.enum(['prov-json']).default('prov-json'), withoutText: z.stringbool().default(false).describe('Leave out what was said, remembered and done.'),
    }),
    output: z.looseObject({ prefix: z.record(z.string(), z.string()) }).describe('PROV-JSON.'),
    async send({ emend, query: { withoutText } }, write) {
      await emend.readRecord((record) => writeProvJson(record, write, { texts: !withoutText }))
    },
  }),
]
