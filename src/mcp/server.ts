/** The MCP server: tools, resources and a prompt for one caller, over whatever transport somebody connects. */
import { readFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import type { EmendTenant, Principal } from '../index.js'
import { addPrompt } from './prompt.js'
import { addResources } from './resources.js'
import { addTool } from './add-tool.js'
import { instructions } from './instructions.js'
import { isShownTo } from './roles.js'
import { tools } from './tools.js'

/** For whom to build a server. */
export interface McpServerOptions {
  emend: EmendTenant
  /** Who calls: decides what is listed, and for whom it acts. */
  principal: Principal
  /** Who acts, for the journal; the principal's key when left out. */
  actor?: string
  /** Told of unexpected errors, with their stack. */
  log?: (line: string) => void
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * Build a server for one caller. What the caller's role may not do is not listed and not there; a principal of one user acts for this
 * user only.
 *
 * @returns a server without a transport: `connect` it, or hand it to `serveStdio` or an HTTP handler
 * @example
 * const server = mcpServer({ emend: await store.tenant('acme'), principal: await store.keys.identify(secret) })
 * await server.connect(new StdioServerTransport())
 */
export function mcpServer({ emend, principal, actor = `key:${principal.keyId}`, log = () => {} }: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: 'emend', title: 'emend: memory with provenance', version },
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } } },
  )
  const caller = { emend, principal, actor }
  const onUnexpected = (error: unknown): void => log(error instanceof Error ? error.stack ?? error.message : String(error))
  for (const tool of tools) if (isShownTo(principal, tool)) addTool(server, tool, caller, onUnexpected)
  addResources(server, caller, onUnexpected)
  addPrompt(server)
  return server
}
