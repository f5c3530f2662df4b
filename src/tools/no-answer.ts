/** A call that was not answered: whether it was carried out is not known. */

/** Thrown by a tool that lives elsewhere; a repair asks a person then, and never takes it for an answer of the tool. */
export class NoAnswer extends Error {
  /** Read by who runs tools without knowing this class. */
  readonly isLost = true
}

/** Between attempts at a call that may be made again, in milliseconds. */
const pausesMs = [250, 1_000, 4_000]

/**
 * Make a call, and again where it was not answered and its effect allows it.
 *
 * @param mayRepeat the call is harmless, or carries a key that makes it so
 * @param signal ends the waiting too
 * @throws NoAnswer when the last attempt had none
 */
export async function untilAnswered<T>(mayRepeat: boolean, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (const pauseMs of mayRepeat ? pausesMs : []) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      await pause(pauseMs, signal)
      if (signal.aborted) throw error
    }
  }
  return attempt()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
