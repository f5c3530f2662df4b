/** What the evidence has to say where a hint stood: same topics, values of the evidence. */
import type { Clause } from './clause.js'
import { frameOf } from './frame.js'
import { plainNote } from './note-frame.js'
import { ownersOf, sameOwners } from './owners.js'
import { sentences } from './sentences.js'
import { settle } from './settle.js'
import { thirdPerson } from './third-person.js'
import { jsonPhrases, parseJsonText } from './json-phrases.js'
import { tokenize, unspaced, type Token } from './tokens.js'
import { coverage, topicsOf, total, weighAgainst, type Topics, type Weigh } from './topics.js'

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
  const bestFor = (text: string): Clause | null => {
    const tokens = tokenize(text)
    const topics = guidingTopics(tokens, weigh, (one) => also.has(one) || holding.some(({ stems }) => stems.has(one)))
    const whole = total(topics)
    if (whole <= 0.2) return null
    const ids = tokens.filter(({ kind, stem }) => kind === 'id' && !frameOf(tokens)?.value.includes(stem)).map((token) => token.stem) // what stands as a value may be wrong
    // nor is one right that the evidence does not know at all: then something else may stand in its place, in the same words
    const known = ids.filter((id) => holding.some((clause) => clause.ids.has(id)))
    const words = new Map([...topics].filter(([stem]) => !ids.includes(stem)))
    const isInSameWords = (clause: Clause): boolean => words.size > 0 && coverage(words, clause) >= sameWords * total(words)
    const owners = ownersOf(tokens)
    let best: Clause | null = null
    let bestScore = 0
    for (const clause of holding) {
      if (!sameOwners(owners, clause.owners)) continue
      if (clause.kind === 'answer' && isAboutUser(tokens) && !clause.stems.has('user')) continue
      if (ids.length > 0 && clause.ids.size > 0 && !known.some((id) => clause.ids.has(id)) && !(known.length === 0 && isInSameWords(clause))) continue
      const share = coverage(topics, clause) / whole
      if (share <= options.least) continue
      const score = share + 0.1 * coverage(also, clause) / (total(also) || 1) + (sameShape(tokens, clause) ? 0.08 : 0) - 0.001 * clause.tokens.length
      if (score >= bestScore) [best, bestScore] = [clause, score]
    }
    return best
  }
  // A hint of several facts, one of which is wrong, resembles no clause as a whole: then each of its parts is looked for.
  const found = hintParts(hint).flatMap((text) => {
    const whole = bestFor(text)
    const parts = whole ? [] : text.split(joints)
    return whole ? [whole] : parts.length > 1 ? parts.map(bestFor).filter((clause) => clause !== null) : []
  })
  return [...new Set(found)]
}

/** Share of the other topics of a hint that a clause holds which names another thing than the hint does. */
const sameWords = 0.8

/** Where a sentence may be cut into parts. */
const joints = /,?\s+(?:and|but|und|aber)\s+|[,;]\s+|[，；]/u

/** Topics of a hint; what stands where its value stands guides half as much, because the value may be wrong. */
function guidingTopics(tokens: readonly Token[], weigh: Weigh, isSpokenOf: (stem: string) => boolean): Topics {
  const topics = new Map(topicsOf(tokens, weigh, false))
  const frame = frameOf(tokens)
  const last = tokens.findLast(({ isContent, stem }) => isContent && stem !== 'user')?.stem
  const hasValue = tokens.some(({ kind }) => kind !== 'word' && kind !== 'name' && kind !== 'id')
  // Where words have no spaces, verbs come last as well: there the value is what nobody else speaks of.
  const slot = tokens.some(({ text }) => unspaced.test(text)) ? [...topics.keys()].filter((one) => !isSpokenOf(one))
    : frame?.attribute ? frame.value : hasValue || last === undefined ? [] : [last]
  for (const one of slot) topics.set(one, (topics.get(one) ?? 0) / 2)
  return topics
}

/** What an assistant says of a topic is no deed of the user. */
const isAboutUser = (tokens: readonly Token[]): boolean => tokens.find(({ isContent }) => isContent)?.stem === 'user'

/** More sentences than this of a hint are not looked for; a record in JSON is looked for whole. */
const mostSentences = 40

/** Each clause of a hint, which may be JSON. */
function hintParts(hint: string): string[] {
  const json = parseJsonText(hint)
  return json === undefined ? sentences(hint).slice(0, mostSentences).map(({ text }) => plainNote(thirdPerson(text))) : jsonPhrases(json).map(({ text }) => text)
}

/** Both hold a value of the same kind: a number stands where a number stood. */
function sameShape(hint: readonly Token[], clause: Clause): boolean {
  const kinds = new Set(hint.filter(({ kind }) => kind !== 'word' && kind !== 'name' && kind !== 'id').map(({ kind }) => (kind === 'money' ? 'number' : kind)))
  return clause.tokens.some(({ kind }) => kinds.has(kind === 'money' ? 'number' : kind))
}
