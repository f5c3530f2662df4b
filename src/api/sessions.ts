/** The verbs on sessions. */
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { readRecentNodes, type RecentNode } from './recent-nodes.js'
import { readSessionTrace, type TraceEntry } from './session-trace.js'
import { checkOptions, checkText, type ApiContext } from './context.js'
import { sessionContracts } from './contracts/sessions.js'

/** A conversation. */
export interface Session {
  id: string
  /** The user whose inputs start its turns; null when nobody has said. */
  userId: string | null
  /** Its last turn so far; 0 before the first. */
  lastTurn: number
  createdAt: Date
}

/** Verbs on sessions. A session is also made by whatever is first recorded in it. */
export interface SessionsApi {
  /** Make a session, or find the one that has the id. The id is made up when left out. */
  open(options?: { id?: string; userId?: string }): Promise<Session>
  /** @throws EmendError `not_found` */
  get(sessionId: string): Promise<Session>
  /** Newest first. `limit` is 100 unless given, at most 1000; `after` is the last id of the page before. */
  list(options?: { userId?: string; limit?: number; after?: string }): Promise<Session[]>
  /**
   * What was recorded in a session and what it rests on, by the clock. At most 1,000 nodes; `after` is the last id of the page before.
   *
   * @throws EmendError `not_found`
   */
  trace(sessionId: string, options?: { limit?: number; after?: string }): Promise<TraceEntry[]>
  /** Inputs and steps of its last turns, by turn and clock; 50 turns unless `turns` says otherwise, at most 1,000. None where the session does not exist. */
  recent(sessionId: string, options?: { turns?: number }): Promise<RecentNode[]>
}

const { openOptions: openSchema, listOptions: listSchema, traceOptions: traceSchema, recentOptions: recentSchema } = sessionContracts

/** Make the verbs for one tenant. */
export function sessionsApi({ as, tenantId }: ApiContext): SessionsApi {
  const read = (trx: Trx) => trx.selectFrom('session')
    .select((eb) => ['external_id', 'user_id', 'created_at', 'session_id', eb.selectFrom('node').select(({ fn }) => fn.max('turn').as('turn'))
      .where('node.tenant_id', '=', tenantId).whereRef('node.session_id', '=', 'session.session_id').as('turn')])
    .where('tenant_id', '=', tenantId)
  const find = (trx: Trx, id: string) => read(trx).where('external_id', '=', id).executeTakeFirst()
  const show = (row: NonNullable<Awaited<ReturnType<typeof find>>>): Session =>
    ({ id: row.external_id, userId: row.user_id, lastTurn: row.turn ?? 0, createdAt: row.created_at })
  const get = async (trx: Trx, id: string): Promise<Session> => {
    const row = await find(trx, id)
    if (!row) throw new EmendError('not_found', `there is no session ${JSON.stringify(id)} in this tenant`, { session: id })
    return show(row)
  }
  return {
    async open(options = {}) {
      const { id = uuidV7(), userId = null } = checkOptions(openSchema, 'sessions.open', options)
      return as('admin', async (trx) => {
        await trx.insertInto('session').values({ tenant_id: tenantId, external_id: id, user_id: userId }).onConflict((c) => c.doNothing()).execute()
        return get(trx, id)
      })
    },
    get: async (id) => as('agent', (trx) => get(trx, checkText('sessions.get', id))),
    async list(options = {}) {
      const { userId, limit, after } = checkOptions(listSchema, 'sessions.list', options)
      return as('agent', async (trx) => {
        const last = after === undefined ? undefined : await find(trx, after)
        const rows = await read(trx)
          .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null))
          .$if(last !== undefined, (query) => query.where('session_id', '<', last?.session_id ?? 0))
          .orderBy('session_id', 'desc').limit(limit).execute()
        return rows.map(show)
      })
    },
    async trace(id, options = {}) {
      checkText('sessions.trace', id)
      const page = checkOptions(traceSchema, 'sessions.trace', options)
      return as('auditor', async (trx) => {
        await get(trx, id)
        return readSessionTrace(trx, tenantId, id, page)
      })
    },
    async recent(id, options = {}) {
      checkText('sessions.recent', id)
      const { turns } = checkOptions(recentSchema, 'sessions.recent', options)
      return as('auditor', (trx) => readRecentNodes(trx, tenantId, id, turns))
    },
  }
}

/** The last turn of a session; 0 where there is none. */
export async function lastTurn(trx: Trx, tenantId: number, session: string): Promise<number> {
  const row = await trx.selectFrom('session').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'session.tenant_id').onRef('node.session_id', '=', 'session.session_id'))
    .select(({ fn }) => fn.max('node.turn').as('turn')).where('session.tenant_id', '=', tenantId)
    .where('session.external_id', '=', session).executeTakeFirst()
  return row?.turn ?? 0
}
