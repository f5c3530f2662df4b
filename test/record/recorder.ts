/** A tenant that items are recorded in, and what stands in it as text. */
import { sql } from 'kysely'
import { inTenant, type Role, type Trx } from '../../src/db/transaction.js'
import type { RecordItem } from '../../src/record/items.js'
import { recordItems } from '../../src/record/record-items.js'
import type { TestDatabase } from '../database.js'

/** Make one. */
export async function recorder(database: TestDatabase) {
  const { db } = database
  const { tenantId, name } = await database.tenant()
  const as = (role: Role, items: RecordItem[], options?: { onWithdrawn?: 'refuse' | 'accept' }) =>
    inTenant(db, { tenantId, role }, (trx) => recordItems(trx, tenantId, items, options))
  return {
    tenantId, name,
    record: (items: RecordItem[], options?: { onWithdrawn?: 'refuse' | 'accept' }) => as('agent', items, options),
    importItems: (items: RecordItem[]) => as('worker', items),
    /** Edges as text, sorted: `m1 -cite-> s1`, with a basis other than declared, and `late`. */
    edges: () => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => {
      const { rows } = await sql<{ edge: string }>`
        select s.external_id || ' -' || e.label || '-> ' || t.external_id
               || case when e.basis <> 'declared' then ' ' || e.basis else '' end || case when e.is_late then ' late' else '' end as edge
          from emend.edge e join emend.node s on s.node_id = e.source_id join emend.node t on t.node_id = e.target_id
         where e.tenant_id = ${tenantId} order by 1`.execute(trx)
      return rows.map(({ edge }) => edge)
    }),
    nodeCount: () => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => {
      const { rows } = await sql<{ n: number }>`select (select count(*) from emend.node) + (select count(*) from emend.edge) + (select count(*) from emend.session)
        + (select count(*) from emend.memory_state) + (select count(*) from emend.journal) as n`.execute(trx)
      return rows[0]!.n
    }),
    states: () => inTenant(db, { tenantId, role: 'auditor' }, async (trx) => {
      const { rows } = await sql<{ state: string }>`
        select memory || ' ' || status || case when is_withheld then ' withheld' else '' end as state from emend.memory_now
         where tenant_id = ${tenantId} order by memory_id`.execute(trx)
      return rows.map(({ state }) => state)
    }),
    fault: (id: string) => inTenant(db, { tenantId, role: 'detector' }, (trx) => trx.insertInto('fault').values({ tenant_id: tenantId, memory_id: id }).execute()),
    run: <T>(role: Role, work: (trx: Trx) => Promise<T>) => inTenant(db, { tenantId, role }, work),
  }
}
