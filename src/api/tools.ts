/** The verbs on tools. */
import { randomUUID } from 'node:crypto'
import { EmendError } from '../errors.js'
import { callTool } from '../tools/call-tool.js'
import type { Tool, ToolRegistry, ToolResult } from '../tools/contract.js'
import type { ApiContext } from './context.js'
import { defaultTimeoutMs } from '../tools/call-tool.js'
import type { ToolDoor } from '../vocabulary.js'
import { toolRegistrationsApi, type RegisteredToolView, type ToolRegistrationsApi } from './tool-registrations.js'

/** A tool as it is listed. */
export interface ListedTool extends Omit<RegisteredToolView, 'registeredAt'> {
  /** In the program that has the tenant open, behind an HTTP callback, or on an MCP server. */
  lives: 'program' | ToolDoor
  /** A tool of the program has the same name, and is called in its place. */
  isOvershadowed: boolean
  /** When it was registered, or last changed; null for one of the program. */
  registeredAt: Date | null
}

/** Verbs on the tools that the tenant was opened with, and on those that it has registered elsewhere. */
export interface ToolsApi extends ToolRegistrationsApi {
  /** Those that it was opened with, in the order in which they were given. */
  own(): Tool[]
  /** All of them by name, wherever they live. Where two have one name, repairs here call the program's, which stands first. */
  list(): Promise<ListedTool[]>
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
  const elsewhere = toolRegistrationsApi(context)
  return {
    ...elsewhere,
    own: () => own.list(),
    async list() {
      const ours = own.list().map(listed)
      const registered = (await elsewhere.registered()).map((tool): ListedTool => ({
        ...tool, lives: tool.http ? 'http' : 'mcp', isOvershadowed: own.get(tool.name) !== undefined,
      }))
      return [...ours, ...registered].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
    },
    async call(name, args, { idempotencyKey = randomUUID(), signal = new AbortController().signal } = {}) {
      const tool = own.get(name) ?? (await all()).get(name)
      if (!tool) throw new EmendError('tool_missing', `there is no tool ${JSON.stringify(name)}`, { tool: name })
      return callTool(tool, args, { idempotencyKey, signal })
    },
  }
}

function listed({ name, description, effect, parameters, timeoutMs = defaultTimeoutMs }: Tool): ListedTool {
  return {
    name, effect, timeoutMs, ...(description === undefined ? {} : { description }), ...(parameters === undefined ? {} : { parameters }),
    lives: 'program', isOvershadowed: false, registeredAt: null,
  }
}
