/** The reference model on loopback, for programs and tests that want a real endpoint. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { referenceFetch } from './reference-fetch.js'

/** A server that answers until it is closed. */
export interface ReferenceServer {
  /** Base URL for a client: put it into EMEND_MODEL_URL. */
  url: string
  close(): Promise<void>
}

/**
 * Serve `POST /v1/chat/completions` on 127.0.0.1.
 *
 * @param port 0 takes a free one
 */
export async function serveReference(port = 0): Promise<ReferenceServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await referenceFetch(`http://127.0.0.1${request.url ?? '/'}`, { method: 'POST', body: await text(request) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()))
      server.closeAllConnections()
    }),
  }
}
