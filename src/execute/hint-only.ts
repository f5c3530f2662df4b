/** Values that a reply can only have from an untrusted hint. A model that copies the hint must not get past the code. */
import { extractFacts } from '../facts/extract.js'

/**
 * Values of a text that withdrawn text holds and the offered evidence does not.
 *
 * @param withdrawn what was removed and may have been shown as a hint
 * @param offered everything that may be cited
 * @returns values as written, without repetition
 */
export function hintOnlyValues(text: string, withdrawn: readonly string[], offered: readonly string[]): string[] {
  const values = (texts: readonly string[]): Set<string> =>
    new Set(texts.flatMap((one) => extractFacts(one)).filter((fact) => fact.kind !== 'word').map((fact) => `${fact.kind} ${fact.value}`))
  const [bad, good] = [values(withdrawn), values(offered)]
  // a name that a tool returns in other words around it is vouched for all the same
  const isNamed = (name: string): boolean => offered.some((one) => one.toLowerCase().includes(name.toLowerCase()))
  const found = extractFacts(text).filter((fact) => bad.has(`${fact.kind} ${fact.value}`) && !good.has(`${fact.kind} ${fact.value}`)
    && !(fact.kind === 'name' && isNamed(fact.text)))
  return [...new Set(found.map((fact) => fact.text))]
}

/**
 * Arguments of a call that withdrawn text holds and the offered evidence does not.
 *
 * @param args any JSON; strings of three characters and more, and numbers, are looked at
 */
export function hintOnlyArgs(args: unknown, withdrawn: readonly string[], offered: readonly string[]): string[] {
  const holds = (texts: readonly string[], value: string): boolean => texts.some((text) => text.toLowerCase().includes(value.toLowerCase()))
  return [...new Set(leaves(args))].filter((value) => holds(withdrawn, value) && !holds(offered, value))
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return value.trim().length >= 3 ? [value.trim()] : []
  if (typeof value === 'number') return [String(value)]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap((inner: unknown) => leaves(inner))
}
