/** The tools of a tenant: those of this program, and those that it has registered. */
import type { Tool, ToolRegistry } from './contract.js'
import { httpTool } from './http-tool.js'
import { mcpTool } from './mcp-tool.js'
import type { Outbound, RegisteredTool } from './registered-tool.js'

/** Make a registered tool callable. */
export function remoteTool(registered: RegisteredTool, outbound: Outbound): Tool {
  return registered.door === 'http' ? httpTool(registered, outbound) : mcpTool(registered, outbound)
}

/** Add registered tools to those of this program, which win where both have a name. */
export function withRegistered(own: ToolRegistry, registered: readonly RegisteredTool[], outbound: Outbound): ToolRegistry {
  if (registered.length === 0) return own
  const remote = new Map(registered.filter(({ name }) => own.get(name) === undefined).map((one) => [one.name, remoteTool(one, outbound)]))
  return {
    get: (name) => own.get(name) ?? remote.get(name),
    list: () => [...own.list(), ...remote.values()],
  }
}
