/** One connection that listens on channel `emend`, for all who wait for events of a tenant. */
import pg from 'pg'

/** Wakes those who wait. */
export interface Listener {
  /**
   * Wait until something is announced in a tenant, or the time is over, or the signal is given.
   *
   * Announcements carry ids only and may be lost with the connection: whoever wakes looks into the table.
   */
  wait(tenantId: number, timeoutMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Between attempts to connect again, in milliseconds. */
const pauseMs = 1_000

/** Make a listener. It connects when somebody waits for the first time, and again when its connection is lost. */
export function openListener(url: string): Listener {
  const waiting = new Map<number, Set<() => void>>()
  let client: pg.Client | undefined
  let isClosed = false
  let again: NodeJS.Timeout | undefined

  const wake = (tenantId: number): void => { for (const end of waiting.get(tenantId) ?? []) end() }
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
    wait(tenantId, timeoutMs, signal) {
      if (signal.aborted || isClosed) return Promise.resolve()
      connect()
      return new Promise((resolve) => {
        const all = waiting.get(tenantId) ?? new Set()
        waiting.set(tenantId, all)
        const end = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          all.delete(end)
          if (all.size === 0 && waiting.get(tenantId) === all) waiting.delete(tenantId)
          resolve()
        }
        const timer = setTimeout(end, timeoutMs)
        signal.addEventListener('abort', end, { once: true })
        all.add(end)
      })
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
