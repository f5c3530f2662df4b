/** Tools that look one thing up. */
import type { Tool } from '../../../index.js'
import type { Json } from '../types.js'

/** JSON Schema of an object of texts, all of them required. */
export function textParameters(names: Readonly<Record<string, string>>): Record<string, unknown> {
  return {
    type: 'object', additionalProperties: false, required: Object.keys(names),
    properties: Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { type: 'string', description }])),
  }
}

/**
 * A tool without side effects that finds one entry, or says that there is none.
 *
 * @param names parameters with descriptions
 * @param find by the arguments, in the order of `names`; undefined where there is none
 */
export function lookupTool(
  name: string, description: string, names: Readonly<Record<string, string>>, find: (...values: string[]) => Json | undefined,
): Tool {
  return {
    name, description, effect: 'pure', parameters: textParameters(names),
    async run(args) {
      const given = Object.keys(names).map((key) => String((args as Record<string, unknown>)[key]))
      const found = find(...given)
      if (found === undefined) throw new Error(`there is no ${given.join(', ')}`)
      return found
    },
  }
}
