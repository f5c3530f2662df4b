/** Bounded retries of our own: the client's are off, so that every attempt is seen, recorded and counted. */
import { APIConnectionError, APIError } from 'openai'
import { EmendError } from '../errors.js'

/** How often and how long; injected by tests, so that none of them sleeps. */
export interface RetryOptions {
  /** Attempts in all; default 4. */
  attempts?: number
  /** Longest wait that is honoured, in milliseconds; a server that asks for more has failed. Default 60,000. */
  longestWaitMs?: number
  sleep?: (ms: number) => Promise<void>
}

/**
 * Send until it succeeds, fails for good, or attempts are used up.
 *
 * @param send one attempt
 * @param onFailure is told of every failed attempt before the wait
 * @throws EmendError `model_failed`; `address_refused` for a tenant's endpoint that may not be asked from here
 */
export async function sendWithRetries<T>(
  send: () => Promise<T>, onFailure: (error: Error) => Promise<void>, options: RetryOptions = {},
): Promise<T> {
  const { attempts = 4, longestWaitMs = 60_000, sleep = wait } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      await onFailure(error)
      if (error.cause instanceof EmendError) throw error.cause // we did not ask
      const waitMs = askedWait(error.headers) ?? 500 * 2 ** (attempt - 1)
      if (attempt >= attempts || !isPassing(error) || waitMs > longestWaitMs) {
        throw new EmendError('model_failed', `the model failed after ${attempt} attempt${attempt > 1 ? 's' : ''}: ${error.message}`,
          { status: error.status ?? null, attempts: attempt }, { cause: error })
      }
      await sleep(waitMs)
    }
  }
}

function isPassing(error: APIError): boolean {
  if (error instanceof APIConnectionError) return true // timeouts are of this class
  return error.status === 408 || error.status === 409 || error.status === 429 || (error.status ?? 0) >= 500
}

/** Retry-After in seconds or as a date, or the finer retry-after-ms. */
function askedWait(headers: Headers | undefined): number | null {
  const finer = Number(headers?.get('retry-after-ms') ?? NaN)
  if (finer >= 0) return finer
  const asked = headers?.get('retry-after')
  if (!asked) return null
  const seconds = Number(asked)
  const ms = Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
