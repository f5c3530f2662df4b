/** Tools by name. */
import { EmendError } from '../errors.js'
import type { Tool, ToolRegistry } from './contract.js'

/**
 * Make a registry. The order of `list` is the order given.
 *
 * @throws EmendError `duplicate_id` when two tools have one name; `bad_config` when a tool lacks what its effect needs
 * @example
 * const tools = toolRegistry([{ name: 'get_time', effect: 'pure', run: async () => ({ time: '12:00' }) }])
 */
export function toolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new EmendError('duplicate_id', `there are two tools named ${tool.name}`, { tool: tool.name })
    if (tool.effect === 'resettable' && !tool.reset) {
      throw new EmendError('bad_config', `${tool.name} is resettable but has no reset`, { tool: tool.name })
    }
    if (tool.effect === 'compensating' && !tool.compensate) {
      throw new EmendError('bad_config', `${tool.name} is compensating but has no compensate`, { tool: tool.name })
    }
    byName.set(tool.name, tool)
  }
  return {
    get: (name) => byName.get(name),
    list: () => [...byName.values()],
  }
}
