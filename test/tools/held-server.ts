/** A callback that holds its answers until it is told to give them. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface HeldServer {
  url: string
  /** Requests so far. */
  count(): number
  /** Until so many requests have come. */
  asked(count: number): Promise<void>
  /** Answer what is held, and whatever comes, at once. */
  release(): void
}

/** Call it at the top of a test file. */
export async function heldServer(): Promise<HeldServer> {
  const held: ServerResponse[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let count = 0
  let isHolding = true
  const answer = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"version":"7"}')
  }
  const server = createServer((request, response) => {
    request.resume()
    count += 1
    for (const one of waiting) if (count >= one.count) one.resolve()
    if (isHolding) held.push(response)
    else answer(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`,
    count: () => count,
    asked: (wanted) => (count >= wanted ? Promise.resolve() : new Promise((resolve) => { waiting.push({ count: wanted, resolve }) })),
    release() {
      isHolding = false
      for (const response of held.splice(0)) answer(response)
    },
  }
}
