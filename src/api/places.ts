/** Session and turn of a verb that may name none. */
import type { Trx } from '../db/transaction.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { lastTurn } from './sessions.js'

/** Finds the place of a verb. */
export type PlaceFinder = (trx: Trx, given: { userId?: string | undefined; sessionId?: string | undefined; turn?: number | undefined })
=> Promise<{ session: string; turn: number }>

/**
 * Without a session, verbs of one user share one that belongs to this Emend, and each has a turn of its own, so that nothing is taken
 * to rest on what another verb did. With a session, the turn is its last one.
 */
export function placeFinder(tenantId: number): PlaceFinder {
  const own = new Map<string | undefined, { session: string; turn: number }>()
  return async (trx, { userId, sessionId, turn }) => {
    if (sessionId !== undefined) return { session: sessionId, turn: turn ?? Math.max(1, await lastTurn(trx, tenantId, sessionId)) }
    const implicit = own.get(userId) ?? { session: `implicit-${uuidV7()}`, turn: 0 }
    own.set(userId, { ...implicit, turn: implicit.turn + 1 })
    return { session: implicit.session, turn: turn ?? implicit.turn + 1 }
  }
}
