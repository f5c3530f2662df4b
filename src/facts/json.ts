import { durationToken } from './durations.js'
import { moneyWords } from './money.js'
import { isNegated } from './polarity.js'
import { tidy } from './normalise.js'
import { isIdentifier, readProse } from './prose.js'
import { readTokens } from './tokens.js'
import type { Clause, Token } from './types.js'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Words of a key: refund_window_days, refundWindowDays and "refund window days" are the same three. */
function keyText(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLowerCase()
}
const keyCache = new Map<string, Token[]>()

function keyTokens(key: string): Token[] {
  let known = keyCache.get(key)
  if (!known) {
    // A key with a number in it (certificate_4856383) is an identifier, not words.
    known = readTokens(/\d/.test(key) ? key : keyText(key))
    if (keyCache.size < 5000) keyCache.set(key, known)
  }
  return known
}

function numberToken(value: number, path: readonly string[], words: readonly string[]): Token {
  const amount = String(value)
  const unit = words.at(-1) ?? ''
  const timed = durationToken(`${amount} ${unit}`, amount, unit)
  if (timed && words.length > 0) return timed
  const covers = [`n:${amount}`]
  const currency = /^(?:usd|eur|gbp|cny|chf|jpy)$/.exec(unit)?.[0]
  if (currency)
    return {
      kind: 'money',
      text: `${amount} ${currency.toUpperCase()}`,
      key: `m:${amount} ${currency}`,
      covers: [`m:${amount} ${currency}`, ...covers],
    }
  if (/^(?:percent|pct)$/.test(unit))
    return { kind: 'percent', text: `${amount} %`, key: `p:${amount}`, covers: [`p:${amount}`, ...covers] }
  if (
    path.some((key) =>
      keyText(key)
        .split(' ')
        .some((word) => moneyWords.test(word)),
    )
  )
    covers.push(`m:${amount} *`)
  return { kind: 'number', text: amount, key: `n:${amount}`, covers }
}

const isObject = (value: Json): value is { [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null

/** What names an object: its own scalars, and those of a part that is only a name ({"name": {"first_name": ...}}). */
function scopeOf(object: { [key: string]: Json }): Token[] {
  const scope: Token[] = []
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && value.length <= 200) scope.push(...keyTokens(key), ...readTokens(tidy(value)))
    else if (typeof value === 'number') scope.push(...keyTokens(key))
    else if (isObject(value) && /name|user|customer/i.test(key) && Object.values(value).every(isScalar)) {
      for (const part of Object.values(value)) if (typeof part === 'string') scope.push(...readTokens(tidy(part)))
    }
  }
  return scope
}

/** An object of hundreds of parts: what identifies it counts first. */
function limited(scope: Token[]): Token[] {
  if (scope.length <= 300) return scope
  return [...scope.filter(isIdentifier).slice(0, 200), ...scope.filter((token) => !isIdentifier(token)).slice(0, 100)]
}

/** Several sentences under one key are read as prose about the object, each with its own polarity. */
function leafOfProse(key: string, value: string, around: Token[], into: Clause[]): boolean {
  if (value.length < 40) return false
  const clauses = readProse(tidy(value), [])
  if (clauses.length < 2) return false
  const about = [...around, ...keyTokens(key)]
  for (const clause of clauses) into.push({ ...clause, around: [...about, ...clause.around] })
  return true
}

function leaf(value: Json, path: readonly string[], around: Token[], into: Clause[]): void {
  const key = path.at(-1) ?? ''
  if (typeof value === 'string' && leafOfProse(key, value, around, into)) return
  const words = /\d/.test(key) ? [] : keyText(key).split(' ')
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const isNo = isEmpty || value === false
  let own = [...keyTokens(key)]
  if (typeof value === 'number') {
    const token = numberToken(value, path, words)
    own = token.kind === 'number' ? own : own.filter(({ text }) => text !== words.at(-1))
    own.push(token)
  } else if (typeof value === 'string' && !isEmpty) own.push(...readTokens(tidy(value)))
  const text = typeof value === 'string' ? `${keyText(key)}: ${value}` : `${keyText(key)}: ${JSON.stringify(value)}`
  const negated = isNo !== (typeof value === 'string' && isNegated(value))
  into.push({ text: text.trim(), isNegated: negated, mode: 'statement', isConditional: false, own, around, isBound: true, owners: [] })
}

function walk(value: Json, path: readonly string[], around: Token[], into: Clause[], depth: number): void {
  if (depth > 64) throw new RangeError('deeper than 64')
  if (Array.isArray(value) && value.length > 0) for (const item of value) walk(item, path, around, into, depth + 1)
  else if (isObject(value) && Object.keys(value).length > 0) {
    const scope = limited([...around, ...scopeOf(value)])
    for (const [key, part] of Object.entries(value)) {
      const isNested = !isScalar(part)
      walk(part, [...path, key], isNested ? [...scope, ...keyTokens(key)] : scope, into, depth + 1)
    }
  } else leaf(value, path, around, into)
}

/**
 * Read JSON as clauses: every leaf is a statement, its key is what it says it of, the objects around it are what it is about.
 *
 * `{"order": "ORD1", "refund_window_days": 30}` states a refund window of 30 days, around it the order ORD1. Nothing crosses from one
 * element of a list to another. `false`, null and empty values deny their key.
 *
 * @returns null when the text is no JSON object or list, or is nested deeper than 64; then it is read as prose
 */
export function readJson(text: string): Clause[] | null {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return null
  try {
    const clauses: Clause[] = []
    walk(JSON.parse(text) as Json, [], [], clauses, 0)
    return clauses
  } catch {
    return null
  }
}
