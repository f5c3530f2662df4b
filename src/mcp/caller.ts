/** Who calls a tool, and of which tenant. */
import type { EmendTenant, Principal } from '../index.js'

/** What tools, resources and completions work with. */
export interface Caller {
  emend: EmendTenant
  principal: Principal
  /** Who acts, for the journal: `key:7`. */
  actor: string
}
