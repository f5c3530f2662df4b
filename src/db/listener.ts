/** One connection that listens on channel `emend`, for all who wait for events of a tenant. */
import pg from 'pg'

/** Wakes those who wait. */
export interface Listener {
  /**
   * Have somebody woken whenever something is announced in a tenant. Announcements may be lost with the connection: whoever is woken looks
   * into the table, and now and then without being woken.
   *
   * @returns a function that ends it
   */
  subscribe(tenantId: number, wake: () => void): () => void
  close(): Promise<void>
}

/** Between attempts to connect again, in milliseconds. */
const pauseMs = 1_000

/** Make a listener. It connects when somebody subscribes for the first time, and again when its connection is lost. */
export function openListener(url: string): Listener {
  const waiting = new Map<number, Set<() => void>>()
  let client: pg.Client | undefined
  let isClosed = false
  let again: NodeJS.Timeout | undefined

  const wake = (tenantId: number): void => { for (const tell of waiting.get(tenantId) ?? []) tell() }
  const wakeAll = (): void => { for (const tenantId of waiting.keys()) wake(tenantId) }

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
    made.on('notification', ({ payload = '{}' }) => {
      const { tenant_id: tenantId } = JSON.parse(payload) as { tenant_id?: number }
      if (tenantId !== undefined) wake(tenantId)
    })
    made.connect().then(() => made.query('listen emend')).then(wakeAll, lose)
  }

  return {
    subscribe(tenantId, tell) {
      const all = waiting.get(tenantId) ?? new Set()
      waiting.set(tenantId, all.add(tell))
      connect()
      return () => {
        all.delete(tell)
        if (all.size === 0 && waiting.get(tenantId) === all) waiting.delete(tenantId)
      }
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
