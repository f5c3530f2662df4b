/** One connection that listens on channel `emend`, for all who wait for events of a tenant. */
import pg from 'pg'

/** Wakes those who wait. */
export interface Listener {
  /**
   * Have somebody woken whenever something is announced about a repair. Announcements may be lost with the connection: whoever is woken
   * looks into the table, and now and then without being woken.
   *
   * @returns a function that ends it
   */
  subscribe(topic: { tenantId: number; repairId: number }, wake: () => void): () => void
  close(): Promise<void>
}

/** Between attempts to connect again, in milliseconds. */
const pauseMs = 1_000

/** Make a listener. It connects when somebody subscribes for the first time, and again when its connection is lost. */
export function openListener(url: string): Listener {
  const waiting = new Set<{ tenantId: number; repairId: number; wake: () => void }>()
  let client: pg.Client | undefined
  let isClosed = false
  let again: NodeJS.Timeout | undefined

  const wakeAll = (): void => { for (const { wake } of waiting) wake() }
  /** Many events at once are announced by their number only, without saying which repair they are about. */
  const hear = ({ payload = '{}' }: pg.Notification): void => {
    const said = JSON.parse(payload) as { tenant_id?: number; repair_id?: number; count?: number }
    for (const { tenantId, repairId, wake } of waiting) {
      if (tenantId === said.tenant_id && (repairId === said.repair_id || said.count !== undefined)) wake()
    }
  }

  function connect(): void {
    if (client || isClosed) return
    const made = new pg.Client({ connectionString: url, application_name: 'emend listener' })
    client = made
    const lose = (): void => {
      if (client !== made) return
      client = undefined
      made.end().catch(() => {})
      clearTimeout(again)
      again = setTimeout(() => { if (waiting.size > 0) connect() }, pauseMs).unref()
    }
    made.on('error', lose).on('end', lose)
    made.on('notification', hear)
    made.connect().then(() => made.query('listen emend')).then(wakeAll, lose)
  }

  return {
    subscribe(topic, wake) {
      const subscription = { ...topic, wake }
      waiting.add(subscription)
      connect()
      return () => { waiting.delete(subscription) }
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      wakeAll()
      const open = client
      client = undefined
      await open?.end().catch(() => {})
    },
  }
}
