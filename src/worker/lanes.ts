/** Work that waits for strangers, beside the jobs of the queue: however long it takes, it holds none of their places. */

/** A few pieces of work at once, one a key. */
export interface Lanes {
  /** Do it when a lane is free and nothing else of its key is done; of what waits under a key the last counts. */
  run(key: number, work: () => Promise<void>): void
  /** Begin nothing more, and wait for what is under way, for this many milliseconds at most. */
  stop(ms: number): Promise<void>
}

/**
 * Make lanes.
 *
 * @param count pieces of work at once
 * @param onError told of what failed
 */
export function openLanes(count: number, onError: (error: unknown) => void): Lanes {
  const waiting = new Map<number, () => Promise<void>>()
  const running = new Map<number, Promise<void>>()
  let isOpen = true
  const next = (): void => {
    for (const [key, work] of waiting) {
      if (running.size >= count) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.set(key, work().catch(onError).finally(() => {
        running.delete(key)
        next()
      }))
    }
  }
  return {
    run(key, work) {
      if (!isOpen) return
      waiting.set(key, work)
      next()
    },
    async stop(ms) {
      isOpen = false
      waiting.clear()
      let timer: NodeJS.Timeout | undefined
      await Promise.race([Promise.all(running.values()), new Promise((resolve) => { timer = setTimeout(resolve, ms) })])
      clearTimeout(timer)
    },
  }
}
