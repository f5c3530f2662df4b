/** Arguments against the JSON Schema of a tool. */
import { z } from 'zod'

const compiled = new WeakMap<object, z.ZodType>()

/**
 * Check arguments before anything is called with them.
 *
 * @param parameters JSON Schema of an object; undefined accepts any object
 * @returns what is wrong, in words, or null. A schema that cannot be read is wrong too: nothing gets past it.
 */
export function checkArgs(parameters: Record<string, unknown> | undefined, args: unknown): string | null {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return 'arguments are not a JSON object'
  if (!parameters) return null
  let schema = compiled.get(parameters)
  if (!schema) {
    try {
      schema = z.fromJSONSchema(parameters)
    } catch (error) {
      return `the parameters of the tool are no JSON Schema that can be checked: ${error instanceof Error ? error.message : String(error)}`
    }
    compiled.set(parameters, schema)
  }
  const parsed = schema.safeParse(args)
  if (parsed.success) return null
  return parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ')
}
