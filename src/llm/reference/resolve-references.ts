/** What a question means by "my ...": the identifier that the evidence gives for it. */
import type { Clause } from './clause.js'
import { settle } from './settle.js'
import { tokenize } from './tokens.js'

/**
 * Name the things that a question only describes: where the evidence says "the user's spare key is K12", a question about "my
 * spare key" is about K12. The evidence stays as it is, so that an answer still cites what it follows.
 *
 * @returns the question, with identifiers in brackets after what they name
 */
export function resolveReferences(question: string, clauses: readonly Clause[]): string {
  const tokens = tokenize(question)
  const asked = new Set(tokens.filter(({ isContent }) => isContent).map(({ stem }) => stem))
  if (!asked.has('user') || tokens.some(({ kind }) => kind === 'id')) return question
  const places = new Map<number, string>()
  for (const clause of settle(clauses.filter(({ kind }) => kind === 'memory' || kind === 'input' || kind === 'claim'))) {
    const { subject = new Set<string>(), value = [] } = clause.frame ?? {}
    const topics = [...subject].filter((one) => one !== 'user')
    const [id, ...others] = clause.tokens.filter(({ kind }) => kind === 'id')
    const isDescribed = subject.has('user') && topics.length >= 2 && topics.every((one) => asked.has(one))
    const at = tokens.findLast(({ stem }) => topics.includes(stem))?.end
    if (isDescribed && at !== undefined && id && others.length === 0 && value.length === 1 && value[0] === id.stem) places.set(at, id.text)
  }
  return [...places].toSorted(([a], [b]) => b - a).reduce((text, [at, id]) => `${text.slice(0, at)} (${id})${text.slice(at)}`, question)
}
