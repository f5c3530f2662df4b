/** What the verbs on users give. */
import { z } from 'zod'
import { repairStates } from '../../vocabulary.js'
import type { ErasureReport } from '../users.js'
import { moment, nodeId } from './parts.js'

/** Contracts of the verbs on users. */
export const userContracts = {
  erasure: z.strictObject({
    id: z.number(), userId: z.string(), erasedAt: moment,
    nodes: z.strictObject({ inputs: z.number(), steps: z.number(), memories: z.number(), derived: z.number() })
      .describe('Nodes of the user that are empty now, and what others had made from them.'),
    tables: z.record(z.string(), z.number()).describe('Rows that were emptied or removed, by table.'),
    rebuilt: z.array(z.strictObject({ id: nodeId, by: nodeId.nullable() })).describe('Memories of others that were made anew from the rest, and what stands for each.'),
    repair: z.strictObject({ id: z.number(), state: z.enum(repairStates), waitingFor: z.string().nullable(), error: z.string().nullable() }).nullable(),
    isComplete: z.boolean().describe('False while text that others had made from the user\'s is still there.'),
  }).meta({ id: 'Erasure', description: 'What went of a user. There is no text in it.' }) satisfies z.ZodType<ErasureReport>,
}
