/** What the evidence has to say where a hint stood: same topics, values of the evidence. */
import type { Clause } from './clause.js'
import { sentences } from './sentences.js'
import { settle } from './settle.js'
import { thirdPerson } from './third-person.js'
import { jsonPhrases, parseJsonText } from './json-phrases.js'
import { tokenize, type Token } from './tokens.js'
import { coverage, topicsOf, total, weighAgainst } from './topics.js'

/** How a hint is matched. */
export interface MatchOptions {
  /** Text whose topics decide between clauses that match equally: the question or an instruction. */
  also?: string
  /** Share of a hint's topics that a clause must hold. */
  least: number
}

/**
 * For every clause of the hint, the one clause of the evidence that speaks of the same.
 *
 * @returns clauses of the evidence in the order of the hint, each once; none of the hint's own words gets in
 */
export function matchHint(hint: string, clauses: readonly Clause[], options: MatchOptions): Clause[] {
  const holding = settle(clauses)
  const weigh = weighAgainst(clauses)
  const also = topicsOf(tokenize(options.also ?? ''), weigh, true)
  const found: Clause[] = []
  for (const tokens of hintParts(hint)) {
    const topics = topicsOf(tokens, weigh, false)
    const whole = total(topics)
    if (whole <= 0.2) continue
    const ids = tokens.filter(({ kind }) => kind === 'id').map((token) => token.stem)
    let best: Clause | null = null
    let bestScore = 0
    for (const clause of holding) {
      if (ids.length > 0 && clause.ids.size > 0 && !ids.some((id) => clause.ids.has(id))) continue
      const share = coverage(topics, clause) / whole
      if (share <= options.least) continue
      const score = share + 0.1 * coverage(also, clause) / (total(also) || 1) + (sameShape(tokens, clause) ? 0.08 : 0) - 0.001 * clause.tokens.length
      if (score >= bestScore) [best, bestScore] = [clause, score]
    }
    if (best && !found.includes(best)) found.push(best)
  }
  return found
}

/** Tokens of each clause of a hint, which may be JSON. */
function hintParts(hint: string): Token[][] {
  const json = parseJsonText(hint)
  const parts = json === undefined ? sentences(hint).map(({ text }) => thirdPerson(text)) : jsonPhrases(json).map(({ text }) => text)
  return parts.slice(0, 40).map((text) => tokenize(text))
}

/** Both hold a value of the same kind: a number stands where a number stood. */
function sameShape(hint: readonly Token[], clause: Clause): boolean {
  const kinds = new Set(hint.filter(({ kind }) => kind !== 'word' && kind !== 'name' && kind !== 'id').map(({ kind }) => (kind === 'money' ? 'number' : kind)))
  return clause.tokens.some(({ kind }) => kinds.has(kind === 'money' ? 'number' : kind))
}
