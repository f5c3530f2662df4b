/** MCP in the HTTP server, behind the same keys. */
import type { Door } from '../http/door.js'
import { mcpEndpoint } from '../mcp/http-handler.js'

/**
 * Make the door at `/mcp`.
 *
 * @param log told of refused requests, and of unexpected errors with their stack
 */
export function mcpDoor(log: (line: string) => void): Door {
  return (app, frame) => {
    const endpoint = mcpEndpoint({ log })
    frame.stopping.addEventListener('abort', () => { void endpoint.close() }, { once: true })
    app.route({
      method: ['GET', 'POST', 'DELETE'], url: '/mcp',
      async handler(request, reply) {
        const emend = await frame.tenantOf(request)
        reply.hijack()
        await endpoint.handle(request.raw, reply.raw, { emend, principal: request.principal, body: request.body })
      },
    })
  }
}
