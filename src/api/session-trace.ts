/** What was recorded in a session. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { EdgeLabel, NodeKind } from '../vocabulary.js'

/** A node of a session, and what it rests on. */
export interface TraceEntry {
  id: string
  kind: NodeKind
  turn: number | null
  agentId: string | null
  /** Null where it is out of the store: withdrawn text travels no further. */
  content: string | null
  /** Of a step: valid, withheld or invalid; of a memory: its status, or withheld; null for an input. */
  state: string | null
  /** What it depends on and why, by the clock; nodes of other sessions included. */
  from: { id: string; labels: EdgeLabel[] }[]
}

/** Read the nodes of a session in the order of the clock; a session that does not exist has none. */
export async function readSessionTrace(
  trx: Trx, tenantId: number, session: string, page: { limit: number; after?: string | undefined },
): Promise<TraceEntry[]> {
  const { rows } = await sql<TraceEntry>`select * from emend.session_trace(${tenantId}::integer, ${session}, ${page.after ?? null}, ${page.limit}::integer)`.execute(trx)
  return rows
}
