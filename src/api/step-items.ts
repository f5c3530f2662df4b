/** A step as TypeScript writes it, and the items that record it. */
import type { RecordItem } from '../record/items.js'
import { uuidV7 } from '../record/uuid-v7.js'
import type { Fact, MemorySource, SearchMode, StepType } from '../vocabulary.js'

/** A memory that a step makes. */
export interface NewMemory {
  /** Made up when left out. */
  id?: string
  content: string
  /** Its owner; the session's user when left out. */
  userId?: string
  /** `agent_summary` when left out. */
  source?: MemorySource
  derivedFrom?: string[]
  supersedes?: string[]
  /** A runtime's own estimate, 0 to 1; no stage of a repair reads it. */
  trust?: number
  facts?: Fact[]
}

/** A step of an agent. */
export interface NewStep {
  /** Made up when left out. */
  id?: string
  type: StepType
  content: string
  agentId?: string
  userId?: string
  /** Evidence: inputs, memories and earlier steps. Left out on a claim, plan, answer or mutation: all that its turn had before. */
  usedIds?: string[]
  /** Memories that it makes. */
  generates?: NewMemory[]
  /** Memories that a delete, update or consolidate retires. */
  consumedMemoryIds?: string[]
  /** Alternative sets of evidence, each sufficient alone. */
  justifications?: string[][]
  facts?: Fact[]
  tool?: { name: string; args?: unknown; callId?: string }
  /** What a memory_read asked for; its usedIds are the results. */
  query?: { text: string; k?: number; scope?: { user?: string; agent?: string; session?: string }; mode?: SearchMode; scores?: number[] }
}

/** Drop keys without a value: the record knows none. */
function given<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }
}

/**
 * The items of a step: itself, then the memories that it makes.
 *
 * @param place its session and turn
 */
export function stepItems(step: NewStep, place: { session: string; turn: number }): RecordItem[] {
  const memories = (step.generates ?? []).map((memory) => ({ ...memory, id: memory.id ?? uuidV7() }))
  const item = {
    kind: 'step' as const, id: step.id ?? uuidV7(), ...place, type: step.type, content: step.content, agent: step.agentId, user: step.userId,
    used_ids: step.usedIds, generated_memory_ids: memories.map(({ id }) => id), consumed_memory_ids: step.consumedMemoryIds,
    justifications: step.justifications, facts: step.facts,
    tool: step.tool && given({ name: step.tool.name, args: step.tool.args, call_id: step.tool.callId }),
    query: step.query,
  }
  return [given(item) as RecordItem, ...memories.map((memory) => memoryItem(memory, step.userId))]
}

function memoryItem(memory: NewMemory & { id: string }, userId: string | undefined): RecordItem {
  return given({
    kind: 'memory' as const, id: memory.id, content: memory.content, user: memory.userId ?? userId, source: memory.source,
    derived_from: memory.derivedFrom, supersedes: memory.supersedes, trust: memory.trust, facts: memory.facts,
  }) as RecordItem
}
