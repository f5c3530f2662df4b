/** Arguments against the JSON Schema of a tool. */
import { createContext, runInContext } from 'node:vm'
import { z } from 'zod'

const compiled = new WeakMap<object, z.ZodType>()
/** Where the time of a check is limited, in milliseconds: a pattern that somebody else wrote may try for years. */
const limited = createContext({})
const longestMs = 500

/**
 * Check arguments before anything is called with them.
 *
 * @param parameters JSON Schema of an object; undefined accepts any object
 * @returns what is wrong, in words, or null. A schema that cannot be read, or not within half a second, is wrong too: nothing gets past it.
 */
export function checkArgs(parameters: Record<string, unknown> | undefined, args: unknown): string | null {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return 'arguments are not a JSON object'
  if (!parameters) return null
  try {
    const parsed = withinTime(() => schemaOf(parameters).safeParse(args))
    if (parsed.success) return null
    return parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ')
  } catch (error) {
    return `the parameters of the tool are no JSON Schema that can be checked: ${error instanceof Error ? error.message : String(error)}`
  }
}

function schemaOf(parameters: Record<string, unknown>): z.ZodType {
  const known = compiled.get(parameters)
  if (known) return known
  const schema = z.fromJSONSchema(parameters)
  compiled.set(parameters, schema)
  return schema
}

function withinTime<T>(work: () => T): T {
  limited['work'] = work
  try {
    return runInContext('work()', limited, { timeout: longestMs }) as T
  } finally {
    delete limited['work']
  }
}
