/** Work that holds a connection of the database for as long as a caller sends or takes. */
import type { FastifyReply } from 'fastify'
import { EmendError } from '../errors.js'

/** Does such work, if there is room. @throws EmendError `rate_limited`, with the header retry-after, and what the work throws */
export type LongWork = <T>(reply: FastifyReply, work: () => Promise<T>) => Promise<T>

/** What a caller that finds no room waits, in seconds. */
const waitSeconds = 10

/** Make room for so many at once, in this process: the rest of the connections is for everybody else. */
export function longWork(max: number): LongWork {
  let running = 0
  return async (reply, work) => {
    if (running >= max) {
      reply.header('retry-after', waitSeconds)
      throw new EmendError('rate_limited', `${max} backups, restores and exports are under way; wait ${waitSeconds} s`, { retry_after_seconds: waitSeconds })
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
