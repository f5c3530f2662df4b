/** What a repair buried does not come back in other words through a verb. */
import { sql } from 'kysely'
import type { RecordItem } from '../record/items.js'
import { quarantineResurrected } from '../verify/resurrected.js'
import type { ApiContext } from './context.js'

/** How long a tenant is taken to be without tombstones, once none was found; a worker looks again, whatever a verb has missed. */
const rememberedMs = 1_000

/**
 * Hold what was just recorded against the tombstones: equal text was refused already, and a memory that says the same in other words
 * is quarantined here, with the fault's number in the journal.
 *
 * @returns a function to call with the items after they are recorded; nothing is asked of the database where they make no memory
 */
export function tombstoneKeeper({ as, tenantId }: Pick<ApiContext, 'as' | 'tenantId'>): (items: readonly RecordItem[]) => Promise<void> {
  let noneUntil = 0
  return async (items) => {
    const made = items.filter((item) => item.kind === 'memory').map((item) => item.id)
    if (made.length === 0 || Date.now() < noneUntil) return
    await as('worker', async (trx) => {
      const standing = await trx.selectFrom('tombstone').select('tombstone_id').where('tenant_id', '=', tenantId).where('lifted_at', 'is', null).limit(1).executeTakeFirst()
      if (!standing) {
        noneUntil = Date.now() + rememberedMs
        return
      }
      const nodes = await trx.selectFrom('node').select('node_id').where('tenant_id', '=', tenantId)
        .where('external_id', '=', sql<string>`any(${made}::text[])`).execute()
      await quarantineResurrected(trx, tenantId, nodes.map((node) => node.node_id))
    })
  }
}
