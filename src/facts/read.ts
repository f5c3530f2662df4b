import { readJson } from './json.js'
import { tidy } from './normalise.js'
import { isIdentifier, readProse } from './prose.js'
import type { Clause } from './types.js'

const cache = new Map<string, Clause[]>()

/** Where prose ends and JSON begins: a line that opens with a bracket ("get_order(ORD1)", then the result). */
function parts(text: string): string[] {
  const at = text.search(/(?:^|\n)[^\S\n]*[[{]/)
  return at > 0 ? [text.slice(0, at), text.slice(at)] : [text]
}

/**
 * Read a text as clauses: JSON by its leaves, prose by its sentences. What a clause without an identifier is about is taken
 * from the clause before it.
 *
 * Pure; the last readings are kept, because the same premise is looked at for many conclusions.
 */
export function readText(text: string): Clause[] {
  const known = cache.get(text)
  if (known) return known
  const clauses: Clause[] = []
  for (const part of parts(text)) {
    const carried = clauses.flatMap((clause) => clause.own).filter(isIdentifier)
    const json = readJson(part)
    if (json) clauses.push(...(carried.length > 0 ? json.map((clause) => ({ ...clause, around: [...clause.around, ...carried] })) : json))
    else clauses.push(...readProse(tidy(part), carried))
  }
  if (cache.size >= 2000) cache.delete(cache.keys().next().value ?? '')
  if (text.length < 20_000) cache.set(text, clauses)
  return clauses
}
