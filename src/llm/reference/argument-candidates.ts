/** Values that question and evidence bind to a parameter. */
import type { RequestDocument } from './request-document.js'
import { jsonPhrases, parseJsonText } from './json-phrases.js'
import { copulas, prepositions } from './function-words.js'
import { sentences } from './sentences.js'
import { stem } from './stem.js'
import { tokenize, type Token } from './tokens.js'

/** A value for a parameter, how firmly it is bound, and where it stands. */
export interface Candidate {
  value: string | number
  /** Larger is firmer. */
  score: number
  /** Entry that holds it; null for the question itself. */
  evidenceId: string | null
}

const generic = new Set(['id', 'number', 'no', 'code', 'name', 'key', 'value', 'ref', 'reference'].map(stem))

/** Stems of a parameter's name, without words that fit any parameter, if others are left. */
export function parameterStems(name: string): string[] {
  const all = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[\s_.-]+/).filter(Boolean).map(stem)
  const own = all.filter((one) => !generic.has(one))
  return own.length > 0 ? own : all
}

/**
 * All values bound to a parameter by its name, latest last.
 *
 * @param name of the parameter, as the tool spells it
 */
export function argumentCandidates(name: string, document: RequestDocument): Candidate[] {
  const wanted = parameterStems(name)
  const entries = [...document.evidence.filter(({ kind }) => kind !== 'plan'), ...document.inputs]
  const found: Candidate[] = []
  for (const { id, content } of entries) {
    const json = parseJsonText(content)
    if (json !== undefined) found.push(...fromJson(json, wanted, id))
    else for (const { text, asks } of sentences(content)) found.push(...fromText(text, wanted, { id, asks }))
  }
  for (const { text, asks } of sentences(document.question)) {
    found.push(...fromText(text, wanted, { id: null, asks }).map((one) => ({ ...one, score: one.score + 3 })))
  }
  return isIdentifier(name) ? found.filter(({ value }) => /\d/.test(String(value)) || !/\s/.test(String(value))) : found
}

function fromJson(json: unknown, wanted: readonly string[], evidenceId: string): Candidate[] {
  return jsonPhrases(json).flatMap(({ key, value }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const stems = parameterStems(key)
    if (!wanted.every((one) => stems.includes(one))) return []
    return [{ value, score: stems.length === wanted.length ? 5 : 4 - 0.5 * (stems.length - wanted.length), evidenceId }]
  })
}

/** Parameters that take one word or code, not a phrase. */
const isIdentifier = (name: string): boolean => /(?:^|[a-z_.-])(?:id|number|code|key|sku|ref|reference)$/i.test(name)

/** What a sentence says; one that asks says nothing after its copula but identifiers and quantities. */
function fromText(text: string, wanted: readonly string[], { id: evidenceId, asks }: { id: string | null; asks: boolean }): Candidate[] {
  const tokens = tokenize(text)
  const last = wanted.at(-1)
  const found: Candidate[] = []
  for (const [at, token] of tokens.entries()) {
    if (!named(token, last) || !wanted.every((one, back) => named(tokens[at - (wanted.length - 1 - back)], one))) continue
    let next = at + 1
    while (isGeneric(tokens[next])) next++
    if (prepositions.has(tokens[next]?.lower ?? '')) next = Math.max(next, tokens.findIndex((other, place) => place > next && copulas.has(other.lower)))
    const isSaid = copulas.has(tokens[next]?.lower ?? '')
    const value = isSaid && !asks ? untilClauseEnds(text, tokens, next + 1) : valueAt(text, tokens, isSaid ? next + 1 : next)
    if (value !== null) found.push({ value, score: isSaid ? 5 : 4.5, evidenceId })
    const before = tokens[at - wanted.length]
    if (before && (before.kind === 'name' || before.kind === 'id')) found.push({ value: before.text, score: 2, evidenceId })
  }
  return found
}

/** A token that spells a word of the parameter; "my" is no "user" here. */
const named = (token: Token | undefined, one: string | undefined): boolean =>
  token !== undefined && token.stem === one && (one !== 'user' || token.lower.startsWith(one))

const isGeneric = (token: Token | undefined): boolean => token !== undefined && (generic.has(token.stem) || generic.has(token.lower.replace(/s$/, '')))

/** The identifier, quantity or run of names at a place. */
function valueAt(text: string, tokens: readonly Token[], at: number): string | null {
  const first = tokens[at]
  if (!first || first.kind === 'word') return null
  let end = at
  while (first.kind === 'name' && tokens[end + 1]?.kind === 'name' && !/[^\s]/.test(text.slice(tokens[end]?.end, tokens[end + 1]?.start))) end++
  return text.slice(first.start, tokens[end]?.end)
}

/** What follows a copula: an identifier or quantity alone, else up to the end of the clause, at most 6 words. */
function untilClauseEnds(text: string, tokens: readonly Token[], at: number): string | null {
  let from = at
  while (tokens[from] && ['a', 'an', 'the', 'now', 'currently'].includes(tokens[from]?.text ?? '')) from++
  const first = tokens[from]
  if (!first) return null
  const isStreet = first.kind === 'number' && tokens[from + 1]?.kind === 'name'
  if (first.kind !== 'word' && first.kind !== 'name' && !isStreet) return first.text
  const stop = tokens.findIndex((token, index) => index > from && (token.lower === 'and' || endsValue(text.slice(tokens[index - 1]?.end, token.start), token)))
  const end = (stop < 0 ? tokens.length : stop) - 1
  return end - from < 6 ? text.slice(first.start, tokens[end]?.end) : null
}

/** A comma goes on with names and numbers, as in an address, and ends with anything else. */
const endsValue = (between: string, next: Token): boolean =>
  /[;:()]/.test(between) || (between.includes(',') && next.kind !== 'name' && next.kind !== 'number')
