/** Why a request was not answered, as far as it is said. */

/** In a word: the code of the network, or that there was no answer in time; never an address or what a stranger has said. */
export function whatWentWrong(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return 'no answer in time'
    const { code } = at as Error & { code?: unknown }
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
  }
  return error instanceof Error ? error.name : 'unknown'
}
