/** Work that lasts until somebody stops it. */

/**
 * Do something until SIGTERM or SIGINT.
 *
 * @param work ends soon after its signal is given; what it throws goes on
 */
export async function untilSignal(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const end = (): void => stop.abort()
  process.once('SIGTERM', end).once('SIGINT', end)
  try {
    await work(stop.signal)
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end)
  }
}
