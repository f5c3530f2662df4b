/** A tool that lives elsewhere, as a tenant has registered it. */
import type { EffectClass, ToolDoor } from '../vocabulary.js'

/** A row of emend.registered_tool. */
export interface RegisteredTool {
  name: string
  door: ToolDoor
  /** The callback, or the MCP server; null where the server is one that the worker starts. */
  url: string | null
  /** Name of an MCP server in the worker's configuration. */
  server: string | null
  remoteName: string | null
  resetName: string | null
  compensateName: string | null
  description: string | null
  effect: EffectClass
  parameters: Record<string, unknown> | null
  timeoutMs: number
  /** Name of a secret of the tenant. */
  secret: string | null
}

/** How programs of a tenant are reached. */
export interface Outbound {
  tenant: string
  /** Asks public addresses, and hosts that the owner allows. */
  fetch: typeof globalThis.fetch
  /** The value of a secret. @throws EmendError `secret_missing` */
  secret(name: string): string
  /** File of MCP servers that the worker may start. */
  mcpServers?: string | undefined
}
