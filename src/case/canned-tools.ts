/** Tools of a case: they answer from a list, and count how often they ran. */
import type { Tool } from '../index.js'
import type { CannedTool } from './case-file.js'

/** The tools, and their calls so far by name; compensations count under `name (compensated)`. */
export interface CannedTools {
  tools: Tool[]
  calls: Record<string, number>
}

/**
 * Make tools of the list in a case file. Arguments that are not listed make the tool fail, which the caller sees as a
 * tool error.
 */
export function cannedTools(listed: CannedTool[]): CannedTools {
  const calls: Record<string, number> = {}
  const count = (name: string) => { calls[name] = (calls[name] ?? 0) + 1 }
  const tools = listed.map((canned): Tool => {
    const answers = new Map(canned.results.map(({ args, result }) => [canonical(args), result]))
    return {
      name: canned.name,
      effect: canned.effect,
      parameters: parametersOf(canned.results.map(({ args }) => args)),
      async run(args) {
        count(canned.name)
        const key = canonical(args)
        if (!answers.has(key)) throw new Error(`${canned.name} has no answer to ${key}`)
        return answers.get(key)
      },
      ...(canned.effect === 'resettable' ? { async reset() { count(`${canned.name} (reset)`) } } : {}),
      ...(canned.effect === 'compensating' ? { async compensate() { count(`${canned.name} (compensated)`) } } : {}),
    }
  })
  return { tools, calls }
}

/** JSON with sorted keys, so that equal values have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner) ?? 'null'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON Schema that all listed arguments fit: what every one of them has is required. */
function parametersOf(listed: unknown[]): Record<string, unknown> {
  const objects = listed.filter(isRecord)
  const names = [...new Set(objects.flatMap((args) => Object.keys(args)))]
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: typeOf(objects.find((args) => name in args)?.[name]) }])),
    required: names.filter((name) => objects.every((args) => name in args)),
    additionalProperties: false,
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value
}
