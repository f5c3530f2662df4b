/** Whether one text says again, in its own words, what another one said wrongly. Pure. */

/** What one clause says: its polarity, and everything that it names. */
export interface Said {
  isNegated: boolean
  parts: ReadonlySet<string>
}

/** Read the keys that factKeys makes. */
export function readKeys(keys: readonly string[]): Said[] {
  return keys.map((key) => ({ isNegated: key.startsWith('-'), parts: new Set(key.slice(1).split('|')) }))
}

/** How a buried text comes back. `words` = what was wrong is said again in other words, so more must speak for it. */
export type Again = 'facts' | 'words' | null

/**
 * Compare a new text with a buried one.
 *
 * What was wrong in the buried text is what the texts that stand in its place say otherwise: of "city: Porto", where "city: Lisbon"
 * stands, it is Porto. A clause that names both is about the change, not about the old state.
 *
 * @param fresh clauses of the new text
 * @param buried clauses of the buried one
 * @param standing clauses that stay true: of replacements, and of memories on the same matter
 * @returns `facts` when a whole bound fact of the buried text is said again; `words` when only what was wrong in one is
 */
export function saysAgain(fresh: readonly Said[], buried: readonly Said[], standing: readonly Said[]): Again {
  let again: Again = null
  for (const wrong of buried) {
    if (standing.some((true_) => true_.isNegated === wrong.isNegated && contains(true_.parts, wrong.parts))) continue
    const related = standing.filter((other) => other.isNegated === wrong.isNegated && [...other.parts].some((part) => wrong.parts.has(part)))
    const kept = new Set(related.flatMap((other) => [...other.parts]))
    const specific = [...wrong.parts].filter((part) => !kept.has(part))
    const instead = new Set([...kept].filter((part) => !wrong.parts.has(part)))
    for (const said of fresh) {
      if (said.isNegated !== wrong.isNegated || [...said.parts].some((part) => instead.has(part))) continue
      if (contains(said.parts, wrong.parts)) return 'facts'
      if (specific.length > 0 && specific.length < wrong.parts.size && specific.every((part) => said.parts.has(part))) again = 'words'
    }
  }
  return again
}

const contains = (whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean => part.size > 0 && [...part].every((one) => whole.has(one))
