/** What the verbs on memories take and give. */
import { z } from 'zod'
import { edgeLabels, memorySources, memoryStatuses, nodeKinds, searchModes } from '../../vocabulary.js'
import type { Lineage, MemoryChange } from '../memory-history.js'
import type { Citation } from '../memory-usage.js'
import type { Memory } from '../memory-view.js'
import { doing, fact, moment, name, nodeId, onWithdrawn, usedIds } from './parts.js'

const ids = z.array(nodeId).optional()

const memory = z.strictObject({
  id: nodeId,
  content: z.string().nullable().describe('Null where it is out of the store: withdrawn text travels no further.'),
  status: z.enum(memoryStatuses),
  isWithheld: z.boolean().describe('A fault or a repair under way holds it back.'),
  isReadable: z.boolean().describe('Retrieval can find it: active and not withheld.'),
  reason: z.string().nullable().describe('Why it is not readable; null where it is.'),
  source: z.enum(memorySources),
  userId: z.string().nullable(),
  agentId: z.string().nullable(),
  sessionId: z.string().nullable(),
  producingStepId: z.string().nullable().describe('The step that made it; null for a root memory.'),
  derivedFrom: z.array(nodeId),
  supersedes: z.array(nodeId),
  replacedBy: z.array(nodeId).describe('Memories that stand for it now: what superseded it, and what a repair made in its place.'),
  recordedAt: moment,
  changedAt: moment,
}).meta({ id: 'Memory', description: 'A memory version, whatever became of it.' }) satisfies z.ZodType<Memory>

const change = z.strictObject({
  memoryId: nodeId, action: z.string(), from: z.string().nullable(), to: z.string().nullable(), actor: z.string().nullable(),
  rule: z.string().nullable(), reason: z.string().nullable(), repairId: z.number().nullable(), faultId: z.number().nullable(), at: moment,
}) satisfies z.ZodType<MemoryChange>

const relation = z.strictObject({
  relation: z.enum(['derived_from', 'supersedes', 'produced_by', 'replaces']), id: nodeId, kind: z.enum(nodeKinds),
  status: z.enum(memoryStatuses).nullable(), isFaulty: z.boolean(),
})

const citation = z.strictObject({
  id: nodeId, kind: z.enum(nodeKinds), labels: z.array(z.enum(edgeLabels)), sessionId: z.string().nullable(), turn: z.number().nullable(),
  agentId: z.string().nullable(), validity: z.enum(['valid', 'withheld', 'invalid']).nullable(), recordedAt: moment,
}) satisfies z.ZodType<Citation>

/** Contracts of the verbs on memories: options as they are given, and what is returned. */
export const memoryContracts = {
  /** `add` and `update`, besides the content. */
  addOptions: z.strictObject({
    ...doing, usedIds, id: nodeId.optional().describe('Made up when left out. The same id and content again change nothing.'),
    source: z.enum(memorySources).optional(), derivedFrom: ids, supersedes: ids,
    trust: z.number().min(0).max(1).optional().describe("The runtime's own estimate; no stage of a repair reads it."), facts: z.array(fact).optional(), onWithdrawn,
  }),
  /** `search`, besides the query. */
  searchOptions: z.strictObject({
    ...doing, k: z.int().min(1).max(1000).default(5).describe('Results at most.'),
    scope: z.strictObject({ user: name.optional(), agent: name.optional(), session: name.optional() }).optional()
      .describe("Where to look; the user's own memories and those without an owner when left out."),
    mode: z.enum(searchModes).optional()
      .describe('How to look: text = by words; vector = by embeddings; fused = by both. Left out: fused where embeddings are configured, else text.'),
  }),
  readOptions: z.strictObject(doing),
  deleteOptions: z.strictObject({ ...doing, usedIds }),
  listOptions: z.strictObject({
    userId: name.optional(), agentId: name.optional(), sessionId: name.optional(), statuses: z.array(z.enum(memoryStatuses)).optional(),
    idPrefix: z.string().min(1).max(200).optional(), limit: z.int().min(1).max(1000).default(100), after: nodeId.optional(),
  }),
  usageOptions: z.strictObject({ limit: z.int().min(1).max(1000).default(100), after: nodeId.optional() }),
  written: z.strictObject({ id: nodeId, stepId: nodeId }),
  deleted: z.strictObject({ stepId: nodeId }),
  found: z.strictObject({
    readStepId: nodeId.describe('The read that was recorded: cite it, with the memories used, in what follows from them.'),
    mode: z.enum(searchModes).describe('How it was looked for: text also where a fused search could not reach the model of embeddings.'),
    results: z.array(z.strictObject({
      id: nodeId, content: z.string(),
      score: z.number().describe('By text 1 and more for words, less for resemblance; by vector the cosine; fused at most 2/61.'),
    })),
  }),
  memory,
  history: z.array(change),
  lineage: z.strictObject({ sources: z.array(relation), descendants: z.array(relation) }) satisfies z.ZodType<Lineage>,
  citation,
}
