/**
 * What is recorded: inputs, memories and steps, in clock order. The same JSON goes through TypeScript, through
 * `select emend.record_steps(...)` and through case files; snake_case, because SQL writers see it.
 */
import { z } from 'zod'
import { edgeLabels, memorySources, memoryStatuses, searchModes, stepTypes } from '../vocabulary.js'

/** An id as everybody outside uses it: 1 to 200 characters. */
export const externalId = z.string().min(1).max(200)

const fact = z.strictObject({ entity: z.string().nullable(), attribute: z.string().nullable(), value: z.string() })

const late = z.array(z.strictObject({ from: externalId, label: z.enum(edgeLabels).exclude(['chain']) }))

const common = {
  /** Unique in the tenant: the caller's own, or a UUIDv7 made by the client. */
  id: externalId,
  content: z.string(),
  /** Owner of a memory, author of an input; the session's user when left out. */
  user: z.string().min(1).optional(),
  /** Edges that are recorded after the fact: from a younger node to this one. */
  late: late.optional(),
}

const inputItem = z.strictObject({ kind: z.literal('input'), ...common, session: externalId, turn: z.int().min(1) })

const memoryItem = z.strictObject({
  kind: z.literal('memory'),
  ...common,
  agent: z.string().min(1).optional(),
  source: z.enum(memorySources).default('agent_summary'),
  derived_from: z.array(externalId).default([]),
  supersedes: z.array(externalId).default([]),
  /** Left out: what the record implies. Given: taken as it is (importers and case files only). */
  status: z.enum(memoryStatuses).optional(),
  trust: z.number().min(0).max(1).optional(),
  facts: z.array(fact).optional(),
  /** Words cut by the writer (Intl.Segmenter); plain SQL leaves it out and a worker fills it in. */
  segments: z.string().optional(),
})

const stepItem = z.strictObject({
  kind: z.literal('step'),
  ...common,
  session: externalId,
  turn: z.int().min(1),
  agent: z.string().min(1).optional(),
  type: z.enum(stepTypes),
  used_ids: z.array(externalId).default([]),
  /** How used_ids are known; `observed` and `inferred` are for importers. */
  basis: z.enum(['declared', 'observed', 'inferred']).default('declared'),
  generated_memory_ids: z.array(externalId).default([]),
  consumed_memory_ids: z.array(externalId).default([]),
  justifications: z.array(z.array(externalId).min(1)).optional(),
  facts: z.array(fact).optional(),
  tool: z.strictObject({ name: z.string().min(1), args: z.unknown().optional(), call_id: z.string().optional() }).optional(),
  query: z.strictObject({
    text: z.string(),
    k: z.int().min(1).max(1000).default(5),
    scope: z.strictObject({ user: z.string().optional(), agent: z.string().optional(), session: z.string().optional() }).optional(),
    /** How it was looked for; `text` when left out. */
    mode: z.enum(searchModes).optional(),
    /** Score of each result, in the order of used_ids. */
    scores: z.array(z.number()).optional(),
    /** Whose embeddings were compared, and where it placed the question: with them the read is executed again as it was. */
    model: z.string().min(1).optional(),
    embedding: z.array(z.number()).optional(),
    /** Internal ids of memories that took part in the ranking and are no results. */
    considered: z.array(z.int()).optional(),
  }).optional(),
})

/** One thing to record. */
export const recordItem = z.discriminatedUnion('kind', [inputItem, memoryItem, stepItem])
/** One thing to record, as a caller writes it. */
export type RecordItem = z.input<typeof recordItem>
