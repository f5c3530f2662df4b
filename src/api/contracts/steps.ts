/** What the verbs on steps and turns take and give. */
import { z } from 'zod'
import { memorySources, searchModes, stepTypes } from '../../vocabulary.js'
import type { RecordedStep, RecordedTurn } from '../steps.js'
import { fact, nodeId, usedIds } from './parts.js'

const ids = z.array(nodeId).optional()

const newMemory = z.strictObject({
  id: nodeId.optional(), content: z.string(), userId: z.string().optional().describe("Its owner; the session's user when left out."),
  source: z.enum(memorySources).optional().describe('agent_summary when left out.'), derivedFrom: ids, supersedes: ids,
  trust: z.number().optional(), facts: z.array(fact).optional(),
}).meta({ id: 'NewMemory', description: 'A memory that a step makes.' })

const newStep = z.strictObject({
  id: nodeId.optional().describe('Made up when left out.'),
  type: z.enum(stepTypes),
  content: z.string(),
  agentId: z.string().optional(),
  userId: z.string().optional(),
  usedIds,
  generates: z.array(newMemory).optional().describe('Memories that it makes.'),
  consumedMemoryIds: ids.describe('Memories that a delete, update or consolidate retires.'),
  justifications: z.array(z.array(nodeId)).optional().describe('Alternative sets of evidence, each sufficient alone.'),
  facts: z.array(fact).optional(),
  tool: z.strictObject({ name: z.string(), args: z.unknown().optional(), callId: z.string().optional() }).optional(),
  query: z.strictObject({
    text: z.string(), k: z.int().optional(),
    scope: z.strictObject({ user: z.string().optional(), agent: z.string().optional(), session: z.string().optional() }).optional(),
    mode: z.enum(searchModes).optional().describe('How it was looked for; text when left out.'),
    scores: z.array(z.number()).max(1000).optional().describe('Score of each result, in the order of usedIds.'),
  }).optional().describe('What a memory_read asked for; its usedIds are the results.'),
})

const recordedStep = z.strictObject({
  id: nodeId, sessionId: z.string(), turn: z.number(), memoryIds: z.array(nodeId).describe('Memories that it made, in order.'),
}) satisfies z.ZodType<RecordedStep>

const onWithdrawn = z.enum(['refuse', 'accept']).optional()
  .describe('When a step cites what a repair has withdrawn: refuse (default) answers withdrawn_evidence; accept records it, withheld like what it rests on.')

/** Contracts of the verbs on steps and turns. */
export const stepContracts = {
  recordOptions: z.strictObject({ onWithdrawn }),
  newStep: newStep.meta({ id: 'NewStep', description: 'A step of an agent.' }),
  placedStep: newStep.extend({ sessionId: z.string(), turn: z.int().min(1).optional().describe("The session's last turn when left out.") }),
  newTurn: z.strictObject({
    sessionId: z.string().optional().describe('A new session when left out.'),
    turn: z.int().min(1).optional().describe("The turn after the session's last one when left out."),
    userId: z.string().optional(), agentId: z.string().optional(),
    input: z.strictObject({ id: nodeId.optional(), content: z.string() }).optional(), steps: z.array(newStep),
  }),
  recordedStep,
  recordedTurn: z.strictObject({
    sessionId: z.string(), turn: z.number(), inputId: nodeId.nullable(), steps: z.array(recordedStep),
  }) satisfies z.ZodType<RecordedTurn>,
}
