/** What execution is given: a database, a model and tools behind interfaces, and its limits. */
import type { Db } from '../db/pool.js'
import type { Trx } from '../db/transaction.js'
import type { Domain, Model } from '../llm/contracts.js'
import type { Embedder } from '../llm/embedder.js'
import type { ToolRegistry } from '../tools/contract.js'

/** What a repair may cost. */
export interface RepairLimits {
  /** Calls of the model by the replay of one repair. */
  maxModelCalls: number
  /** Nodes of an affected set. */
  maxAffected: number
  /** Rows of a plan that need no person's approval; left out, none does. */
  approveAbove?: number
  /** Claims without progress before a repair fails; default 5. */
  maxAttempts?: number
}

/** A step of a repair that others may show. */
export interface ProgressEvent {
  repairId: number
  /** `noun:verb`, like the events table. */
  type: 'plan:committed' | 'plan:applied' | 'step:replayed' | 'repair:waiting' | 'repair:finished' | 'repair:verified' | 'repair:failed'
  /** External id of the step, where there is one. */
  step?: string
  detail?: string
}

/** Everything a repair works with. */
export interface RepairDeps {
  db: Db
  model: Model
  tools: ToolRegistry
  /** What places memories for searches by vector; null or left out, nobody does. No step of a repair asks it. */
  embedder?: Embedder | null
  /** Who works, for the lease. */
  owner: string
  /** How long a lease is good without a heartbeat, in milliseconds. */
  leaseMs: number
  limits: RepairLimits
  /** Instruction that goes before the stages' own. */
  domain: Domain
  onProgress?(event: ProgressEvent): void
}

/** A repair that somebody has the lease of. */
export interface Held {
  deps: RepairDeps
  tenantId: number
  repairId: number
  /** Carried by every write; an older one is refused with `lost_lease`. */
  epoch: number
  /** Called last in the transaction that passes a boundary: the lease is given back, and what comes next is nudged, by the same commit. */
  leave?(trx: Trx): Promise<void>
}
