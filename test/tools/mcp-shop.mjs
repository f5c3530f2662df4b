/** An MCP server with one tool, over stdio: what a worker's owner would configure. Says whether it sees a variable of ours. */
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

serveStdio(() => {
  const server = new McpServer({ name: 'shop', version: '1' })
  server.registerTool('price', { description: 'The price of a lamp.', inputSchema: z.object({ lamp: z.string() }) }, async ({ lamp }, { mcpReq: { _meta: meta } }) => ({
    content: [{ type: 'text', text: JSON.stringify({ lamp, price: 30, key: meta?.['emend/idempotency-key'], sees: process.env.DATABASE_URL ?? null, shop: process.env.SHOP ?? null }) }],
  }))
  return server
})
