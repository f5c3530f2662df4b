/** The last turns of a session, for programs that bring in what another one has recorded of it, or go on with it. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { NodeKind } from '../vocabulary.js'

/** A node of one of the last turns. */
export interface RecentNode {
  id: string
  kind: NodeKind
  turn: number
  /** Null where it does not stand: withdrawn text travels no further. */
  content: string | null
  /** SHA-256 of its text, in hex. */
  digest: string
  /** Of a memory_read: its results. Of a mutation: what it rests on. */
  usedIds: string[]
  /** Of an action or observation. */
  tool: { name: string; args: unknown; callId: string | null } | null
}

/**
 * Read the inputs and steps of the last turns of a session, by turn and clock: what a repair has made again stands in its turn. A session
 * that does not exist has none.
 *
 * @param turns how many
 */
export async function readRecentNodes(trx: Trx, tenantId: number, session: string, turns: number): Promise<RecentNode[]> {
  const rows = await trx.selectFrom('session').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'session.tenant_id').onRef('node.session_id', '=', 'session.session_id'))
    .leftJoin('input', (join) => join.onRef('input.tenant_id', '=', 'node.tenant_id').onRef('input.input_id', '=', 'node.node_id'))
    .leftJoin('step', (join) => join.onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .leftJoin('step_state', (join) => join.onRef('step_state.tenant_id', '=', 'node.tenant_id').onRef('step_state.step_id', '=', 'node.node_id'))
    .select(['node.external_id', 'node.kind', 'node.turn', 'step_state.validity', 'step.tool_name', 'step.tool_args', 'step.call_id'])
    .select((eb) => eb.fn.coalesce('input.content', 'step.content').as('content'))
    .select(sql<string>`encode(sha256(convert_to(coalesce(input.content, step.content), 'UTF8')), 'hex')`.as('digest'))
    .select((eb) => eb.selectFrom('node as used').select(sql<string[]>`coalesce(array_agg(used.external_id order by used.node_id), '{}')`.as('ids'))
      .where('used.tenant_id', '=', tenantId).where(sql<boolean>`node.kind::text like 'memory_%'`)
      .where('used.node_id', '=', sql<number>`any(step.used_ids)`).as('used_ids'))
    .where('session.tenant_id', '=', tenantId).where('session.external_id', '=', session).where('node.kind', '<>', 'memory')
    .where('node.turn', '>', (eb) => eb.selectFrom('node as last').select(sql<number>`coalesce(max(last.turn), 0) - ${turns}::integer`.as('turn'))
      .where('last.tenant_id', '=', tenantId).whereRef('last.session_id', '=', 'session.session_id'))
    .orderBy('node.turn').orderBy('node.node_id').execute()
  return rows.map((row) => ({
    id: row.external_id, kind: row.kind, turn: row.turn ?? 1, content: row.validity === null ? row.content : null, digest: row.digest, usedIds: row.used_ids ?? [],
    tool: row.tool_name === null ? null : { name: row.tool_name, args: row.tool_args, callId: row.call_id },
  }))
}
