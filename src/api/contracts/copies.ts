/** What the verbs on whole tenants give. */
import { z } from 'zod'
import type { BackupReport } from '../backup.js'

/** Contracts of backup and restore. */
export const copyContracts = {
  restored: z.strictObject({ tables: z.record(z.string(), z.number()).describe('Rows of each table, in the order of the backup.'), rows: z.number() })
    .meta({ id: 'Restored', description: 'What was filled in.' }) satisfies z.ZodType<BackupReport>,
}
