/** What the verbs on faults take and give. */
import { z } from 'zod'
import { faultStates, faultTypes, policies } from '../../vocabulary.js'
import type { Fault } from '../faults.js'
import { moment, name, nodeId, number } from './parts.js'

/** Contracts of the verbs on faults. */
export const faultContracts = {
  newFault: z.strictObject({
    memoryId: nodeId,
    type: z.enum(faultTypes).optional().describe('What is believed to be wrong; no stage of a repair reads it.'),
    detector: name.optional().describe('Who says so.'),
    evidence: z.string().optional().describe('Why, for people; at most 32 kB.'),
    confidence: z.number().min(0).max(1).optional().describe("The detector's own."),
    failedAnswerId: nodeId.optional().describe('The answer to repair; the last one affected when left out.'),
    policy: z.enum(policies).optional().describe("Arm of the repair; the tenant's when left out."),
    hold: z.boolean().optional().describe('Contain the memory, but repair nothing until a person releases the fault; default false.'),
  }),
  listOptions: z.strictObject({
    state: z.enum(faultStates).optional(), memoryId: nodeId.optional(), limit: z.int().min(1).max(1000).optional(), after: number.optional(),
  }),
  fault: z.strictObject({
    id: z.number(), memoryId: nodeId, type: z.enum(faultTypes), detector: z.string(), evidence: z.string().nullable(), confidence: z.number().nullable(),
    failedAnswerId: z.string().nullable(), state: z.enum(faultStates), repairId: z.number().nullable(), reportedAt: moment,
  }).meta({ id: 'Fault', description: 'A diagnosed faulty memory.' }) satisfies z.ZodType<Fault>,
}
