/** What the reference agent works with, and what a turn is. */
import type { CallPurpose, Domain, Emend, Evidence, NewStep } from '../index.js'

/** The part of an open tenant that an agent needs. */
export type AgentStore = Pick<Emend, 'inputs' | 'memories' | 'turns' | 'model' | 'tools'>

/** How an agent behaves. */
export interface AgentOptions {
  /** Its name in the record; default `agent`. */
  agentId?: string
  /** Instruction that goes before every stage; default `general`. */
  domain?: Domain
  /** Memories that a turn reads at most; default 5. */
  k?: number
  /** Tools on offer, by name; all of the tenant's when left out. */
  toolNames?: string[]
  /** How often a turn may plan and call; default 1. */
  toolRounds?: number
  /** False: it only answers. Default true. */
  remembers?: boolean
  /** Whom the model calls are counted for; default `agent`. */
  purpose?: CallPurpose['purpose']
}

/** What a user says, and where. */
export interface TurnRequest extends AgentOptions {
  content: string
  userId?: string
  /** A new session when left out. */
  sessionId?: string
  /** Earlier inputs of the session, oldest first; what a user said before may be cited. */
  earlier?: { id: string; content: string }[]
}

/** What a turn came to. */
export interface TurnOutcome {
  sessionId: string
  turn: number
  input: { id: string; content: string }
  answer: { id: string; content: string }
  /** Memories that it made, in order. */
  memoryIds: string[]
  /** Memories that were not taken because a repair has deleted what they say. */
  refused: string[]
  /** Model and tool calls that it took. */
  calls: { model: number; tool: number }
}

/** A turn under way: what may be cited so far, and the steps that are not recorded yet. */
export interface Turn {
  readonly store: AgentStore
  readonly request: TurnRequest
  readonly place: { sessionId: string; turn: number }
  readonly inputs: Evidence[]
  /** Memories read, claims, observations and the answer, in the order in which they came up. */
  readonly evidence: Evidence[]
  /** Step of the read, and the memories that it found. */
  read: { stepId: string; memoryIds: Set<string> } | null
  pending: NewStep[]
  calls: { model: number; tool: number }
}
