/** MCP over streamable HTTP, for clients of both eras: requests that stand alone (2026), and sessions (2025). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest, type AuthInfo } from '@modelcontextprotocol/server'
import { EmendError } from '../errors.js'
import type { EmendTenant, Principal } from '../index.js'
import { mcpServer } from './server.js'
import { mcpSessions } from './sessions.js'

/** Who sends a request, as somebody else has found out, and what it says. */
export interface McpRequest {
  emend: EmendTenant
  principal: Principal
  /** The body, parsed; undefined where there is none. */
  body: unknown
}

/** An endpoint to be mounted behind authentication. */
export interface McpEndpoint {
  /** Answer one request: POST, GET or DELETE. */
  handle(request: IncomingMessage, response: ServerResponse, from: McpRequest): Promise<void>
  /** Wait for calls under way, then end sessions and streams. */
  close(): Promise<void>
}

/**
 * Make an endpoint.
 *
 * @param options.log told of requests that are refused by the protocol, and of unexpected errors with their stack
 * @example
 * const endpoint = mcpEndpoint()
 * createServer(async (request, response) => endpoint.handle(request, response, { emend, principal: await whoAsks(request), body: await json(request) }))
 */
export function mcpEndpoint({ log = () => {} }: { log?: (line: string) => void } = {}): McpEndpoint {
  const senders = new WeakMap<AuthInfo, McpRequest>() // the protocol hands this object through, whatever is in it
  const underWay = new Set<Promise<void>>()
  const senderOf = (authInfo: AuthInfo | undefined): McpRequest => {
    const from = authInfo && senders.get(authInfo)
    if (!from) throw new EmendError('unauthorized', 'nobody has said who asks')
    return from
  }
  const build = (authInfo: AuthInfo | undefined) => {
    const { emend, principal } = senderOf(authInfo)
    return mcpServer({ emend, principal, log })
  }
  const onerror = (error: Error): void => log(`mcp: ${error.message}`)
  const alone = createMcpHandler(({ authInfo }) => build(authInfo), { onerror })
  const sessions = mcpSessions(build)
  const serve = toNodeHandler({
    async fetch(request, options) {
      const { principal, body: parsedBody } = senderOf(options?.authInfo)
      if (options?.authInfo && await isLegacyRequest(request, parsedBody)) {
        const answer = await sessions.serve(request, { principal, authInfo: options.authInfo, parsedBody })
        if (answer !== null) return answer
      }
      return alone.fetch(request, options)
    },
  }, { onerror })

  return {
    handle(request, response, from) {
      const { role, keyId } = from.principal
      const auth: AuthInfo = { token: '', clientId: `key:${keyId}`, scopes: [role] }
      senders.set(auth, from)
      const answered = serve(Object.assign(request, { auth, method: request.method ?? 'GET', url: request.url ?? '/' }), response, from.body)
      if (request.method === 'POST' && !isListening(from.body)) {
        const end = (): void => { underWay.delete(answered) }
        underWay.add(answered)
        void answered.then(end, end)
      }
      return answered
    },
    async close() {
      await Promise.allSettled(underWay)
      await sessions.close()
      await alone.close()
    },
  }
}

/** A request that is answered by a stream without an end. */
function isListening(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen'
}
