/** What came of replaying a step, before it is written. */
import type { Trx } from '../db/transaction.js'
import type { Reply, Stage, StageContext } from '../llm/contracts.js'
import type { RecordItem } from '../record/items.js'
import type { ToolResult } from '../tools/contract.js'
import type { ReplayDetail } from './replay-task.js'

/** The result of one step: what to record, and what stands for what. */
export interface Outcome {
  /**
   * done: new nodes; noop: nothing justifies the step any more; cut_off: the old output is valid again; reused: what exists
   * already says it; pending: one call of several is made; waiting: a person decides.
   */
  state: 'done' | 'noop' | 'cut_off' | 'reused' | 'pending' | 'waiting'
  /** New nodes in clock order. */
  items: RecordItem[]
  /** External id of the node that stands for the step. */
  newStep: string | null
  /** External ids of new or reused nodes, and the old nodes they stand for. */
  replaces: { id: string; old: number }[]
  /** Whether the new step says something else than the old one. */
  isChanged: boolean
  /** cut_off only: external ids of what the old step was found to follow from. */
  evidence: string[]
  detail: ReplayDetail
}

/** A model is asked. */
interface Ask<S extends Stage> {
  kind: 'ask'
  stage: S
  context: StageContext
  /** What is wrong with a reply that has the right shape, in words; null = nothing. */
  check?(reply: Reply<S>): string | null
  settle(trx: Trx, reply: Reply<S>): Promise<Outcome>
}

/** What has to happen before there is an outcome. */
export type Prepared =
  | { kind: 'settled'; outcome: Outcome }
  | { [S in Stage]: Ask<S> }[Stage]
  | { kind: 'call'; key: string; run(): Promise<ToolResult>; settle(trx: Trx, result: ToolResult): Promise<Outcome> }

const base = { items: [], newStep: null, replaces: [], isChanged: true, evidence: [] }

/** Nothing justifies the step any more. */
export const noop = (reason: string, detail: ReplayDetail = {}): Outcome => ({ ...base, state: 'noop', detail: { ...detail, reason } })

/** The old output of the step is valid again; `evidence` names what else it was found to follow from. */
export const cutOff = (reason: string, evidence: string[] = [], detail: ReplayDetail = {}): Outcome =>
  ({ ...base, state: 'cut_off', isChanged: false, evidence, detail: { ...detail, reason } })

/** A new step stands for the old one. */
export const done = (outcome: Pick<Outcome, 'items' | 'newStep' | 'replaces'> & Partial<Outcome>): Outcome =>
  ({ ...base, state: 'done', detail: {}, ...outcome })

/** No call is needed. */
export const settled = (outcome: Outcome): Prepared => ({ kind: 'settled', outcome })
