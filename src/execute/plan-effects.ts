/** What a plan does that a person approves, and the effects of the tools that it would call. */
import type { ToolRegistry } from '../tools/contract.js'
import type { EffectClass } from '../vocabulary.js'

/** What a plan does, by external ids in the order of the clock. */
export interface PlanEffects {
  /** How many nodes are affected; of growth, how many more. */
  affected: number
  /** Memories that are deleted, and that are quarantined. */
  delete: string[]
  quarantine: string[]
  /** Steps that may be cited no more. */
  invalidate: string[]
  /** Steps that write memories anew. */
  change: string[]
  /** Steps that call a tool whose effect is felt. */
  call: { stepId: string; tool: string; effect: EffectClass }[]
}

/** Effect classes of the tools that a worker has, by name, as the database takes them. */
export const toolEffects = (tools: ToolRegistry): string => JSON.stringify(Object.fromEntries(tools.list().map(({ name, effect }) => [name, effect])))
