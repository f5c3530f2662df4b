/** The verbs on tools. */
import { randomUUID } from 'node:crypto'
import { EmendError } from '../errors.js'
import { callTool } from '../tools/call-tool.js'
import type { Tool, ToolRegistry, ToolResult } from '../tools/contract.js'

/** Verbs on the tools that the tenant was opened with. */
export interface ToolsApi {
  /** In the order in which they were given. */
  list(): Tool[]
  /**
   * Call one: arguments checked, time and size limited. What goes wrong inside is a result, not an exception.
   *
   * @throws EmendError `tool_missing`
   */
  call(name: string, args: unknown, options?: { idempotencyKey?: string; signal?: AbortSignal }): Promise<ToolResult>
}

/** Make the verbs. */
export function toolsApi(registry: ToolRegistry): ToolsApi {
  return {
    list: () => registry.list(),
    async call(name, args, { idempotencyKey = randomUUID(), signal = new AbortController().signal } = {}) {
      const tool = registry.get(name)
      if (!tool) throw new EmendError('tool_missing', `there is no tool ${JSON.stringify(name)}`, { tool: name })
      return callTool(tool, args, { idempotencyKey, signal })
    },
  }
}
