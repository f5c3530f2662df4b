/** What a key of one user may name. Other keys act for any user of the tenant. */
import { EmendError } from '../errors.js'
import type { EmendTenant } from './open-tenant.js'
import { userOf, type Principal } from './principal.js'

/** Who asks, and where. */
export interface Asker {
  emend: EmendTenant
  principal: Principal
}

/**
 * The user that a call acts for, as options take it.
 *
 * @throws EmendError `forbidden` when it names another user than the key's
 */
export function actingFor(principal: Principal, asked?: string): { userId?: string } {
  const userId = userOf(principal, asked)
  return userId === undefined ? {} : { userId }
}

/** @throws EmendError `not_found` for a node of another user; a node that is nobody's is everybody's */
export async function needOwn({ emend, principal }: Asker, what: string, id: string): Promise<void> {
  if (principal.userId === null) return
  const [owner] = await emend.audit.owners([id])
  if (owner && owner.userId !== null && owner.userId !== principal.userId) {
    throw new EmendError('not_found', `there is no ${what} ${JSON.stringify(id)} in this tenant`, { id })
  }
}

/** @throws EmendError `unknown_id` when one of the ids is a node of another user; ids that are to be recorded are nobody's yet */
export async function needOwnEvidence({ emend, principal }: Asker, ...lists: (readonly string[] | undefined)[]): Promise<void> {
  const ids = lists.flatMap((list) => list ?? [])
  if (principal.userId === null || ids.length === 0) return
  const foreign = (await emend.audit.owners(ids)).find(({ userId }) => userId !== null && userId !== principal.userId)
  if (foreign) throw new EmendError('unknown_id', `${JSON.stringify(foreign.id)} was never recorded`, { id: foreign.id })
}

/** @throws EmendError `forbidden` when the session is another user's; one that does not exist yet, or is nobody's, may be written to */
export async function needOwnSession({ emend, principal }: Asker, sessionId: string | undefined): Promise<void> {
  if (principal.userId === null || sessionId === undefined) return
  const session = await emend.sessions.get(sessionId).catch((error: unknown) => {
    if (error instanceof EmendError && error.code === 'not_found') return null
    throw error
  })
  if (session && session.userId !== null && session.userId !== principal.userId) {
    throw new EmendError('forbidden', 'the session is one of another user than the key\'s', { session: sessionId })
  }
}
