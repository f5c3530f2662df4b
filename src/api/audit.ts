/** The verbs of auditors. */
import { sql } from 'kysely'
import type { NodeKind } from '../vocabulary.js'
import { checkOptions, type ApiContext } from './context.js'
import { auditContracts } from './contracts/audit.js'
import type { Status } from './status.js'

/** One transition. */
export interface JournalEntry {
  id: number
  at: Date
  /** Who: a role, a worker, a person. */
  actor: string
  /** What was done, a verb. */
  action: string
  /** The memory or step; null for a transition of the repair itself. */
  nodeId: string | null
  kind: NodeKind | null
  from: string | null
  to: string | null
  /** The rule that decided, R1 to R13. */
  rule: string | null
  reason: string | null
  repairId: number | null
  faultId: number | null
  planHash: string | null
}

/** Verbs of auditors. */
export interface AuditApi {
  /** Every transition of the tenant, oldest first; of one node or repair where it is named. 100 unless `limit` says otherwise, at most 1000; `after` is the last id of the page before. */
  journal(options?: { nodeId?: string; repairId?: number; limit?: number; after?: number }): Promise<JournalEntry[]>
  /** Views of invariants that have rows; empty when healthy. Reads every edge. */
  violations(): Promise<Status['violations']>
  /** Whose nodes these are, and of which session; unknown ids are left out, and nodes that are nobody's, or of none, have null. */
  owners(ids: string[]): Promise<{ id: string; userId: string | null; sessionId: string | null }[]>
}

/** Make the verbs for one tenant. */
export function auditApi({ as, tenantId }: ApiContext): AuditApi {
  return {
    async journal(options = {}) {
      const { nodeId, repairId, limit, after } = checkOptions(auditContracts.journalOptions, 'audit.journal', options)
      return as('auditor', async (trx) => {
        const { rows } = await sql<JournalEntry>`
          select * from emend.journal_page(${tenantId}::integer, ${nodeId ?? null}, ${repairId ?? null}::bigint, ${after}::bigint, ${limit}::integer)`.execute(trx)
        return rows
      })
    },
    violations: () => as('auditor', async (trx) => (await sql<Status['violations'][number]>`
      select violation, row_count as rows from emend.violations where tenant_id = ${tenantId} order by violation`.execute(trx)).rows),
    owners: (ids) => as('auditor', async (trx) => {
      const rows = await trx.selectFrom('node').leftJoin('session', (join) => join
        .onRef('session.tenant_id', '=', 'node.tenant_id').onRef('session.session_id', '=', 'node.session_id'))
        .select(['node.external_id', 'node.user_id', 'session.external_id as session']).where('node.tenant_id', '=', tenantId)
        .where('node.external_id', '=', sql<string>`any(${ids}::text[])`).execute()
      return rows.map((row) => ({ id: row.external_id, userId: row.user_id, sessionId: row.session }))
    }),
  }
}
