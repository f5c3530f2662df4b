/** The verbs on tools. */
import { randomUUID } from 'node:crypto'
import { EmendError } from '../errors.js'
import { callTool } from '../tools/call-tool.js'
import type { Tool, ToolRegistry, ToolResult } from '../tools/contract.js'
import type { ApiContext } from './context.js'
import { toolRegistrationsApi, type ToolRegistrationsApi } from './tool-registrations.js'

/** Verbs on the tools that the tenant was opened with, and on those that it has registered elsewhere. */
export interface ToolsApi extends ToolRegistrationsApi {
  /** Those that it was opened with, in the order in which they were given. */
  list(): Tool[]
  /**
   * Call one, wherever it lives: arguments checked, time and size limited. What goes wrong inside is a result, not an exception.
   *
   * @throws EmendError `tool_missing`
   */
  call(name: string, args: unknown, options?: { idempotencyKey?: string; signal?: AbortSignal }): Promise<ToolResult>
}

/**
 * Make the verbs.
 *
 * @param own the tools that the tenant was opened with
 * @param all those, and the registered ones as they are now
 */
export function toolsApi(context: ApiContext, own: ToolRegistry, all: () => Promise<ToolRegistry>): ToolsApi {
  return {
    ...toolRegistrationsApi(context),
    list: () => own.list(),
    async call(name, args, { idempotencyKey = randomUUID(), signal = new AbortController().signal } = {}) {
      const tool = own.get(name) ?? (await all()).get(name)
      if (!tool) throw new EmendError('tool_missing', `there is no tool ${JSON.stringify(name)}`, { tool: name })
      return callTool(tool, args, { idempotencyKey, signal })
    },
  }
}
