/** The verbs on events: what others may want to know. */
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { RepairState } from '../vocabulary.js'
import { checkOptions, type ApiContext } from './context.js'
import { eventContracts } from './contracts/repairs.js'
import { readProposals, type Proposal } from './proposals.js'

/** Something that happened. */
export interface StoreEvent {
  /** Order of events. */
  id: number
  /** `noun:verb`, like `repair:planned` or `answer:corrected`. */
  type: string
  nodeId: string | null
  repairId: number | null
  faultId: number | null
  /** What a person was asked to approve; null where the event asks for nothing. */
  proposal: Proposal | null
  at: Date
}

/** Verbs on events. */
export interface EventsApi {
  /** Oldest first; of one repair where it is named. 100 unless `limit` says otherwise, at most 1000; `after` is the last id that is known. */
  list(options?: { repairId?: number; after?: number; limit?: number }): Promise<StoreEvent[]>
  /**
   * Every event of a repair as it is committed, after the last one that is known, until the repair has ended (`done`, `failed`,
   * `undone`) or the signal is given.
   *
   * @throws EmendError `not_found`
   */
  follow(repairId: number, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<StoreEvent>
}

/** How long a follower waits for an announcement before it looks by itself, in milliseconds. */
const lookAgainMs = 5_000
const pageSize = 100

/** States that a repair does not leave by itself. */
const ended: ReadonlySet<RepairState> = new Set(['done', 'failed', 'undone'])

/** Make the verbs for one tenant. */
export function eventsApi({ as, tenantId, listener }: ApiContext): EventsApi {
  const read = async (trx: Trx, { repairId, after, limit }: { repairId?: number | undefined; after: number; limit: number }): Promise<StoreEvent[]> => {
    const rows = await trx.selectFrom('event').leftJoin('node', (join) => join.onRef('node.tenant_id', '=', 'event.tenant_id').onRef('node.node_id', '=', 'event.node_id'))
      .select(['event.event_id', 'event.type', 'node.external_id', 'event.repair_id', 'event.fault_id', 'event.at'])
      .where('event.tenant_id', '=', tenantId).where('event.event_id', '>', after)
      .$if(repairId !== undefined, (query) => query.where('event.repair_id', '=', repairId ?? 0))
      .orderBy('event.event_id').limit(limit).execute()
    const proposals = await readProposals(trx, tenantId, { events: rows.filter(({ type }) => type === 'repair:waiting').map((row) => row.event_id) })
    return rows.map((row) => ({
      id: row.event_id, type: row.type, nodeId: row.external_id, repairId: row.repair_id, faultId: row.fault_id, proposal: proposals.get(row.event_id) ?? null, at: row.at,
    }))
  }
  /** What came after an event; the state is read first, so that what ended the repair is among it. */
  const look = (repairId: number, after: number): Promise<{ isOver: boolean; page: StoreEvent[] }> => as('auditor', async (trx) => {
    const repair = await trx.selectFrom('repair').select('state').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst()
    if (!repair) throw new EmendError('not_found', `there is no repair ${repairId} in this tenant`, { repair: repairId })
    return { isOver: ended.has(repair.state), page: await read(trx, { repairId, after, limit: pageSize }) }
  })
  return {
    async list(options = {}) {
      const page = checkOptions(eventContracts.listOptions, 'events.list', options)
      return as('auditor', (trx) => read(trx, page))
    },
    async *follow(repairId, { after = 0, signal = new AbortController().signal } = {}) {
      const bell = doorbell(signal)
      const unsubscribe = listener.subscribe({ tenantId, repairId }, bell.ring)
      try {
        for (let last = after; !signal.aborted;) {
          bell.quiet() // before the look: what is announced from here on rings
          const { isOver, page } = await look(repairId, last)
          yield* page
          last = page.at(-1)?.id ?? last
          if (page.length === pageSize) continue
          if (isOver) return
          await bell.rung(lookAgainMs)
        }
      } finally {
        unsubscribe()
      }
    },
  }
}

/** Something to wait at, that remembers having rung; the signal rings it too. */
function doorbell(signal: AbortSignal): { ring(): void; quiet(): void; rung(timeoutMs: number): Promise<void> } {
  let hasRung = false
  let open = (): void => {}
  const ring = (): void => {
    hasRung = true
    open()
  }
  return {
    ring,
    quiet() { hasRung = false },
    async rung(timeoutMs) {
      if (hasRung || signal.aborted) return
      const timer = setTimeout(ring, timeoutMs)
      signal.addEventListener('abort', ring, { once: true })
      await new Promise<void>((resolve) => { open = resolve })
      clearTimeout(timer)
      signal.removeEventListener('abort', ring)
    },
  }
}
