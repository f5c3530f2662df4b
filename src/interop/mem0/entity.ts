/** Whose memories: a user's, an agent's, a run's. */
import { EmendError } from '../../errors.js'

/** As mem0 names them in options. */
export interface Entity {
  userId?: string
  agentId?: string
  runId?: string
}

/** As mem0 names them in filters. */
export interface Filters extends Entity {
  user_id?: string
  agent_id?: string
  run_id?: string
}

const known = new Set(['userId', 'agentId', 'runId', 'user_id', 'agent_id', 'run_id'])

/**
 * The entity that options name, in either spelling.
 *
 * @throws EmendError `bad_item` where they name none, or filter by something that emend keeps nowhere
 */
export function entityOf(verb: string, { filters = {}, ...named }: Entity & { filters?: Filters }): Entity {
  const unknown = [...Object.keys(named), ...Object.keys(filters)].find((key) => !known.has(key))
  if (unknown !== undefined) throw new EmendError('bad_item', `mem0.${verb}: ${JSON.stringify(unknown)} is nothing that emend filters by`, { path: unknown })
  const userId = named.userId ?? filters.userId ?? filters.user_id
  const agentId = named.agentId ?? filters.agentId ?? filters.agent_id
  const runId = named.runId ?? filters.runId ?? filters.run_id
  if (userId === undefined && agentId === undefined && runId === undefined) throw new EmendError('bad_item', `mem0.${verb}: one of userId, agentId and runId is needed`)
  return { ...(userId === undefined ? {} : { userId }), ...(agentId === undefined ? {} : { agentId }), ...(runId === undefined ? {} : { runId }) }
}

/** Without what nobody has said. */
export const toldFields = (fields: Record<keyof Entity, string | null>): Entity =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
