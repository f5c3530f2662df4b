/**
 * What each stage asks a model and what it must answer: strict JSON with evidence ids, the same for an agent's own turn
 * and for a replay (paper, appendix B). Zod schemas are the JSON schemas that go to the endpoint, and check what comes back.
 */
import { z } from 'zod'
import type { MutationType } from '../vocabulary.js'

/** The stages of an agent's turn that call a model. */
export type Stage = 'claim' | 'plan' | 'answer' | 'mutation'

/** Instruction that goes before a stage's own and says nothing about repair. */
export type Domain = 'general' | 'shopping' | 'travel' | 'support' | 'navigation'

/** A thing a model may cite. Content is data: it travels as JSON, never in the system message. */
export interface Evidence {
  id: string
  kind: 'input' | 'memory' | 'claim' | 'plan' | 'observation' | 'answer'
  content: string
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
}

const evidenceIds = z.array(z.string())

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
} as const

/** What stage `S` answers. */
export type Reply<S extends Stage> = z.infer<(typeof replies)[S]>

/** Whom a call serves, for the recorded-call table and the counters. */
export interface CallPurpose {
  purpose: 'agent' | 'replay' | 'probe' | 'ask'
  repairId?: number
  stepId?: number
}

/** A model, however it is reached. */
export interface Model {
  readonly name: string
  /**
   * Ask for one stage. Every attempt is recorded and counted.
   *
   * @throws EmendError `model_failed`, `model_reply`, `no_recorded_call`
   */
  ask<S extends Stage>(stage: S, context: StageContext, purpose: CallPurpose): Promise<Reply<S>>
}
