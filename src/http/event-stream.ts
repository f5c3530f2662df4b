/** Events to whoever listens: server-sent events. */
import { PassThrough, type Readable } from 'node:stream'
import { once } from 'node:events'
import { z } from 'zod'

/** Between signs of life while nothing happens, in milliseconds: below the minute after which proxies hang up. */
const heartbeatMs = 15_000
/** What a browser waits before it connects again, in milliseconds. */
const retryMs = 1_000

/**
 * Write events as `text/event-stream`: the id, the type as the event's name, and the whole as JSON. Ends when the events end, or when
 * the signal is given.
 *
 * @param contract what one event is printed by
 * @param onError told of what stopped the events; the caller connects again with the id of the last one
 */
export function eventStream<T extends { id: number; type: string }>(
  events: AsyncIterable<T>, contract: z.ZodType, signal: AbortSignal, onError: (error: unknown) => void,
): Readable {
  const stream = new PassThrough()
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain', { signal })
  }
  const send = async (): Promise<void> => {
    await write(`retry: ${retryMs}\n\n`)
    for await (const event of events) {
      if (signal.aborted) return
      await write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(z.encode(contract, event))}\n\n`)
    }
  }
  send().catch((error: unknown) => { if (!signal.aborted) onError(error) }).finally(() => {
    clearInterval(heartbeat)
    stream.end()
  })
  return stream
}

/**
 * The event that a caller has seen last, by the header `Last-Event-ID`.
 *
 * @returns null without one; undefined for what is no id
 */
export function lastEventId(header: string | string[] | undefined): number | null | undefined {
  if (header === undefined || header === '') return null
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}
