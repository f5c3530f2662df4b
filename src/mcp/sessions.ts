/** Sessions of clients that speak a revision of 2025: `initialize` opens one, and its id stands in a header from then on. */
import { randomUUID } from 'node:crypto'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport, type AuthInfo, type McpServer } from '@modelcontextprotocol/server'
import type { Principal } from '../index.js'

/** Open sessions. They live in this process: elsewhere their ids are unknown, and clients open another one. */
export interface McpSessions {
  /**
   * Answer a request that opens a session or belongs to one.
   *
   * @returns null for a request that does neither; 404 for a session that is unknown, has ended, or is another key's
   */
  serve(request: Request, asked: { principal: Principal; authInfo: AuthInfo; parsedBody: unknown }): Promise<Response | null>
  /** End all of them, with their streams. */
  close(): Promise<void>
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport
  principal: Principal
  usedAt: number
}

/** How long a session is kept that nobody uses, in milliseconds. */
const idleMs = 1_800_000
/** Sessions kept at once; the one that was used least recently goes first. */
const maxOpen = 1_000

/**
 * Make the sessions of one endpoint.
 *
 * @param build makes the server of a session
 */
export function mcpSessions(build: (authInfo: AuthInfo) => McpServer): McpSessions {
  const open = new Map<string, Session>() // in the order of use

  async function endOld(): Promise<void> {
    const now = Date.now()
    const old = [...open].filter(([, session], index) => session.usedAt < now - idleMs || open.size - index > maxOpen)
    for (const [id, { transport }] of old) {
      open.delete(id)
      await transport.close()
    }
  }

  async function begin(principal: Principal, authInfo: AuthInfo): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(), enableJsonResponse: true,
      onsessioninitialized: (id) => { open.set(id, { transport, principal, usedAt: Date.now() }) },
      onsessionclosed: (id) => { open.delete(id) },
    })
    await build(authInfo).connect(transport)
    return transport
  }

  return {
    async serve(request, { principal, authInfo, parsedBody }) {
      const body = parsedBody === undefined ? {} : { parsedBody }
      const id = request.headers.get('mcp-session-id')
      if (id === null) {
        if (!isInitializeRequest(parsedBody)) return null
        const transport = await begin(principal, authInfo)
        const answer = await transport.handleRequest(request, { authInfo, ...body })
        await endOld()
        return answer
      }
      const session = open.get(id)
      if (!session || session.principal.keyId !== principal.keyId || session.principal.tenant !== principal.tenant) {
        return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } }, { status: 404 })
      }
      open.delete(id)
      open.set(id, { ...session, usedAt: Date.now() })
      return session.transport.handleRequest(request, { authInfo, ...body })
    },
    async close() {
      const all = [...open.values()]
      open.clear()
      for (const { transport } of all) await transport.close()
    },
  }
}
