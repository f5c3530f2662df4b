/** Work that waits for strangers, beside the jobs of the queue: however long it takes, it holds none of their places. */

/** A piece of work. */
export interface LaneWork {
  /** The tenant that it is for. */
  tenantId: number
  /** What it is about in that tenant: one piece of a key at a time, and of those that wait the last counts. */
  key: string
  work(): Promise<void>
}

/** Many pieces of work at once, a few a tenant. */
export interface Lanes {
  /** Do it when a lane is free and its tenant has not its share already. */
  run(work: LaneWork): void
  /** Begin nothing more, and wait for what is under way, for this many milliseconds at most. */
  stop(ms: number): Promise<void>
}

/**
 * Make lanes. A free one goes to the tenant that has the fewest, and among those to whom waits longest.
 *
 * @param limits.count pieces of work at once
 * @param limits.perTenant of one tenant at once
 * @param onError told of what failed
 */
export function openLanes({ count, perTenant }: { count: number; perTenant: number }, onError: (error: unknown) => void): Lanes {
  const waiting = new Map<string, LaneWork>()
  const running = new Map<string, { tenantId: number; ended: Promise<void> }>()
  let isOpen = true
  const sharesOf = (): Map<number, number> => {
    const shares = new Map<number, number>()
    for (const { tenantId } of running.values()) shares.set(tenantId, (shares.get(tenantId) ?? 0) + 1)
    return shares
  }
  const choose = (): [name: string, work: LaneWork] | null => {
    const shares = sharesOf()
    let chosen: [name: string, work: LaneWork] | null = null
    let least = perTenant
    for (const [name, work] of waiting) {
      const share = shares.get(work.tenantId) ?? 0
      if (share < least && !running.has(name)) [chosen, least] = [[name, work], share]
    }
    return chosen
  }
  const next = (): void => {
    while (running.size < count) {
      const chosen = choose()
      if (!chosen) return
      const [name, { tenantId, work }] = chosen
      waiting.delete(name)
      const ended = work().catch(onError).finally(() => {
        running.delete(name)
        next()
      })
      running.set(name, { tenantId, ended })
    }
  }
  return {
    run(work) {
      if (!isOpen) return
      const name = `${work.tenantId}:${work.key}`
      waiting.set(name, work)
      next()
    },
    async stop(ms) {
      isOpen = false
      waiting.clear()
      let timer: NodeJS.Timeout | undefined
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), new Promise((resolve) => { timer = setTimeout(resolve, ms) })])
      clearTimeout(timer)
    },
  }
}
