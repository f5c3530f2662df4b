import { stem } from './stem.js'
import type { Clause, Token } from './types.js'

/** Verbs of looking something up: a request to do so states nothing by them. */
const lookups = new Set(
  ['look', 'check', 'call', 'get', 'find', 'search', 'fetch', 'retrieve', 'query', 'verify', 'use', 'lookup'].map(
    (verb) => `w:${stem(verb)}`,
  ),
)

/**
 * What must be found for a clause to be covered: all that it says, once; the things that it points back to ("its"); of a
 * question only values and identifiers, since it states nothing.
 */
export function requiredTokens(clause: Clause): Token[] {
  const said =
    clause.mode === 'request'
      ? clause.own.filter(({ key }) => !lookups.has(key))
      : clause.mode === 'question'
        ? clause.own.filter(({ kind }) => kind !== 'word' && kind !== 'name' && kind !== 'status')
        : clause.own
  const pointed = clause.isBound && said.length > 0 ? clause.around.filter(({ kind }) => kind === 'identifier' || kind === 'email') : []
  const byKey = new Map<string, Token>()
  for (const token of [...said, ...pointed]) if (!byKey.has(token.key)) byKey.set(token.key, token)
  return [...byKey.values()]
}

/** Whether a premise that covers `covers` holds the token; an amount of an unnamed currency holds any. */
export function holds(covers: ReadonlySet<string>, token: Token): boolean {
  return covers.has(token.key) || (token.kind === 'money' && covers.has(`${token.key.split(' ')[0]} *`))
}
