/**
 * What each stage asks a model and what it must answer: strict JSON with evidence ids, the same for an agent's own turn
 * and for a replay (paper, appendix B). Zod schemas are the JSON schemas that go to the endpoint, and check what comes back.
 */
import { z } from 'zod'
import type { MutationType } from '../vocabulary.js'

/** The stages of an agent's turn that call a model, and `judge`: a plan of repair asked of the model itself, as a rival of the planner. */
export type Stage = 'claim' | 'plan' | 'answer' | 'mutation' | 'judge'

/** Instruction that goes before a stage's own and says nothing about repair. */
export type Domain = 'general' | 'shopping' | 'travel' | 'support' | 'navigation'

/** A thing a model may cite. Content is data: it travels as JSON, never in the system message. */
export interface Evidence {
  id: string
  kind: 'input' | 'memory' | 'claim' | 'plan' | 'observation' | 'answer'
  content: string
}

/** A failed execution, for stage judge: compact, in clock order. */
export interface Execution {
  faultIds: string[]
  memories: { id: string; content: string; status: string }[]
  steps: { id: string; turn: number; type: string; content: string; used: string[]; made: string[] }[]
  wrongAnswer: string
}

/** What a stage is given. */
export interface StageContext {
  domain: Domain
  /** The input of the turn. */
  question: string
  /** Inputs of the session so far, oldest first, the turn's own last. They may be cited. */
  inputs: Evidence[]
  /** What else may be cited, oldest first. */
  evidence: Evidence[]
  /** Stage plan only: the tools on offer. */
  tools?: { name: string; description?: string; parameters?: Record<string, unknown> }[]
  /** Stage mutation on replay: which mutation, and what it consumes. Absent = the agent's own choice. */
  mutation?: { type: MutationType; instruction: string; consumes: string[] }
  /** Replay only: what stood there before. Untrusted: its wording may guide, its values may be wrong. */
  hint?: { content: string; toolCalls?: { name: string; args: unknown }[]; memories?: string[] }
  /** Stage judge only. */
  execution?: Execution
}

const evidenceIds = z.array(z.string())
const ids = z.array(z.string())

/** Members of replies that hold ids. */
export const idMembers: ReadonlySet<string> = new Set([
  'evidence_ids', 'retire_ids', 'delete_ids', 'quarantine_ids', 'replay_ids', 'preserve_ids', 'suspicious_ids',
])

/** The reply of each stage. */
export const replies = {
  claim: z.strictObject({ claims: z.array(z.strictObject({ content: z.string(), evidence_ids: evidenceIds })) }),
  plan: z.strictObject({
    content: z.string(),
    evidence_ids: evidenceIds,
    /** args is JSON text, because strict schemas know no free objects. */
    tool_calls: z.array(z.strictObject({ name: z.string(), args: z.string(), evidence_ids: evidenceIds })),
  }),
  answer: z.strictObject({ content: z.string(), evidence_ids: evidenceIds }),
  mutation: z.strictObject({
    mutations: z.array(
      z.strictObject({
        type: z.enum(['memory_write', 'memory_delete', 'memory_update', 'memory_consolidate']),
        content: z.string(),
        evidence_ids: evidenceIds,
        retire_ids: z.array(z.string()),
        memories: z.array(z.strictObject({ content: z.string(), evidence_ids: evidenceIds })),
      }),
    ),
  }),
  judge: z.strictObject({ delete_ids: ids, quarantine_ids: ids, replay_ids: ids, preserve_ids: ids, suspicious_ids: ids }),
} as const

/** What stage `S` answers. */
export type Reply<S extends Stage> = z.infer<(typeof replies)[S]>

/** Whom a call serves, for the recorded-call table and the counters. */
export interface CallPurpose {
  purpose: 'agent' | 'replay' | 'probe' | 'ask' | 'embed'
  repairId?: number
  stepId?: number
  /** The user whose turn it is, so that the call goes when he is erased. */
  userId?: string
}

/** How to ask. */
export interface AskOptions<S extends Stage> {
  /** Replies asked for at most, each after the first with what was wrong; default 2. */
  tries?: number
  /** What is wrong with a reply that has the right shape, in words; null = nothing. Ids are those of the store. */
  check?(reply: Reply<S>): string | null
}

/** A model, however it is reached. */
export interface Model {
  readonly name: string
  /**
   * Ask for one stage. Every attempt is recorded and counted.
   *
   * @throws EmendError `model_failed`, `model_reply`, `no_recorded_call`
   */
  ask<S extends Stage>(stage: S, context: StageContext, purpose: CallPurpose, options?: AskOptions<S>): Promise<Reply<S>>
}
