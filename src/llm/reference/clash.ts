/** Whether two clauses cannot both hold now. */
import type { Clause } from './clause.js'
import { stateAttribute } from './frame.js'
import { unboundVerbs } from './function-words.js'
import { sameOwners } from './owners.js'

/** True when both speak of the same attribute of the same thing, with different values or opposite polarity. */
export function clash(a: Clause, b: Clause): boolean {
  if (a === b || a.isNaming || b.isNaming || !sameThing(a, b) || !sameOwners(a.owners, b.owners)) return false
  if (a.isNegative !== b.isNegative) return opposed(a, b)
  if (a.isNegative && !a.frame?.attribute && !b.frame?.attribute) return false // several things may be denied
  if (a.frame?.attribute && b.frame?.attribute) return framesClash(a, b)
  return !a.frame?.attribute && !b.frame?.attribute && oneSlotDiffers(a, b)
}

function sameThing(a: Clause, b: Clause): boolean {
  return a.subjectIds.size === 0 || b.subjectIds.size === 0 || overlap(a.subjectIds, b.subjectIds) > 0
}

function framesClash(a: Clause, b: Clause): boolean {
  if (!a.frame || !b.frame || a.frame.attribute === null || a.frame.attribute !== b.frame.attribute) return false
  const without = (stems: ReadonlySet<string>): Set<string> => new Set([...stems].filter((one) => one !== stateAttribute))
  const [left, right] = [without(a.frame.subject), without(b.frame.subject)]
  if (!isWithin(left, right) && !isWithin(right, left)) return false
  const [one, other] = [new Set(a.frame.value), new Set(b.frame.value)]
  if (left.has('user') && left.size > 2 && left.size === right.size) return !isWithin(one, other) || !isWithin(other, one)
  return !isWithin(one, other) && !isWithin(other, one)
}

/** Equal words but for one run in the middle or at the end: the same sentence with another value. */
function oneSlotDiffers(a: Clause, b: Clause): boolean {
  const left = a.tokens.filter(({ isContent }) => isContent)
  const right = b.tokens.filter(({ isContent }) => isContent)
  let head = 0
  while (head < left.length && head < right.length && left[head]?.stem === right[head]?.stem) head++
  let tail = 0
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail)?.stem === right.at(-1 - tail)?.stem) tail++
  if (head < 2 || head + tail === left.length || head + tail === right.length) return false
  const shared = [...left.slice(0, head), ...left.slice(left.length - tail)]
  const [slotA, slotB] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)]
  const isQuantity = [slotA, slotB].every((slot) => slot.every(({ kind }) => kind === 'number' || kind === 'money' || kind === 'date' || kind === 'time'))
  if (!isQuantity && a.tokens.some(({ lower }) => unboundVerbs.has(lower))) return false
  const topics = shared.filter(({ stem }) => stem !== 'user').length
  return slotA.length <= 4 && slotB.length <= 4 && (isQuantity || topics >= 2)
}

/** One denies what the other says. */
function opposed(a: Clause, b: Clause): boolean {
  const [denied, said] = a.isNegative ? [a, b] : [b, a]
  const topics = new Set([...denied.stems].filter((one) => one !== 'user'))
  return topics.size > 0 && isWithin(topics, said.stems) && denied.stems.has('user') === said.stems.has('user')
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length
const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => overlap(a, b) === a.size
