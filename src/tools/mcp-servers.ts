/** MCP servers that a worker may start, by its owner's configuration. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { EmendError } from '../errors.js'

/** A server, and who may use it. */
export interface McpServer {
  command: string
  args?: string[] | undefined
  /** Variables that it gets besides the harmless ones; nothing else of ours reaches it. */
  env?: Record<string, string> | undefined
  /** Tenants that may use it; every tenant when left out. */
  tenants?: string[] | undefined
}

const file = z.object({
  mcpServers: z.record(z.string(), z.object({
    command: z.string().min(1), args: z.array(z.string()).optional(), env: z.record(z.string(), z.string()).optional(), tenants: z.array(z.string()).optional(),
  })),
})

/**
 * Find a server that a tenant may use.
 *
 * @param path file in the form that MCP clients have: `{"mcpServers": {"shop": {"command": "node", "args": ["shop.js"]}}}`
 * @throws EmendError `tool_missing` when there is none for this tenant, `bad_config` for a file that cannot be read
 */
export function mcpServerOf(path: string | undefined, tenant: string, name: string): McpServer {
  const servers = path === undefined ? {} : read(path)
  const found = Object.hasOwn(servers, name) ? servers[name] : undefined
  if (found && (found.tenants === undefined || found.tenants.includes(tenant))) return found
  throw new EmendError('tool_missing', `no MCP server ${name} is configured here for this tenant: EMEND_MCP_SERVERS`, { server: name })
}

function read(path: string): Record<string, McpServer> {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8'))).mcpServers
  } catch (error) {
    throw new EmendError('bad_config', `EMEND_MCP_SERVERS: ${path} is no file of MCP servers`, { variable: 'EMEND_MCP_SERVERS' }, { cause: error })
  }
}
