/** Short ids for the wire: the same context gives the same request in any database, and a model cannot guess an id. */
import type { StageContext } from './contracts.js'

/** Both directions between ids of the store and ids of one request. */
export interface IdAliases {
  /** `e1`, `e2`, ... in order of first appearance. */
  toAlias: ReadonlyMap<string, string>
  toId: ReadonlyMap<string, string>
}

/** Name everything that a request may cite: inputs, evidence, memories that a mutation consumes, then a failed execution. */
export function idAliases(context: StageContext): IdAliases {
  const toAlias = new Map<string, string>()
  const toId = new Map<string, string>()
  const ids = [...context.inputs.map(({ id }) => id), ...context.evidence.map(({ id }) => id), ...(context.mutation?.consumes ?? []),
    ...(context.execution ? [...context.execution.memories, ...context.execution.steps].map(({ id }) => id) : [])]
  for (const id of ids) {
    if (toAlias.has(id)) continue
    const alias = `e${toAlias.size + 1}`
    toAlias.set(id, alias)
    toId.set(alias, id)
  }
  return { toAlias, toId }
}
