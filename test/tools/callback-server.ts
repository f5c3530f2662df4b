/** A callback as somebody else would write it, which a test can look into. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A request that it got. */
export interface Received {
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** What it says: a status and a value as JSON or text; nothing at all; or it hangs up. */
export type Said = { status?: number; json?: unknown; text?: string } | 'nothing' | 'hangs up'

export interface CallbackServer {
  url: string
  received: Received[]
  /** What it says to the next requests, each once; then `otherwise`. */
  says: Said[]
  otherwise: Said
}

/** Call it at the top of a test file. */
export async function callbackServer(): Promise<CallbackServer> {
  const at: CallbackServer = { url: '', received: [], says: [], otherwise: { json: { ok: true } } }
  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      at.received.push({ headers: request.headers, body: JSON.parse(text) as Record<string, unknown> })
      const said = at.says.shift() ?? at.otherwise
      if (said === 'nothing') return
      if (said === 'hangs up') return request.socket.destroy()
      const isJson = 'json' in said
      response.writeHead(said.status ?? 200, { 'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain' })
      response.end(isJson ? JSON.stringify(said.json) : said.text)
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  at.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return at
}
