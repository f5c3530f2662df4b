import { holds } from './required.js'
import { valueKinds, type PoolClause, type PremisePool } from './premise-pool.js'
import type { Clause, Token } from './types.js'

function idsByShape(tokens: readonly Token[]): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>()
  for (const { shape, key } of tokens) if (shape) result.set(shape, (result.get(shape) ?? new Set()).add(key))
  return result
}

/** A premise about another thing of the same kind: order B, when the clause is about order A or does not say which of several. */
function isAboutAnother(clause: Clause, premise: PoolClause, pool: PremisePool): boolean {
  if (premise.ids.size === 0) return false
  const wanted = idsByShape([...clause.own, ...clause.around])
  for (const [shape, ids] of premise.ids) {
    const mine = wanted.get(shape)
    if (mine) {
      let isShared = false
      for (const id of mine) if (ids.has(id)) isShared = true
      if (!isShared) return true
    } else if ((pool.shapes.get(shape)?.size ?? 0) > 1 && wanted.size === 0) return true
  }
  return false
}

const sequence = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ kind }) => kind === 'identifier' || valueKinds.has(kind))
    .map(({ key }) => key)
    .join(' ')

/**
 * Whether a clause of a premise may cover anything of a clause at all: same polarity, no question, no condition that the
 * clause leaves out, about the same thing, not
 * about somebody else.
 */
export function isUsable(clause: Clause, premise: PoolClause, pool: PremisePool): boolean {
  const candidate = premise.clause
  if (candidate.isNegated !== clause.isNegated || (candidate.isConditional && !clause.isConditional)) return false
  if (candidate.mode === 'question' && clause.mode === 'statement') return false
  if (isAboutAnother(clause, premise, pool)) return false
  if (premise.isAmbiguous && sequence(clause.own) !== sequence(premise.own)) return false
  const said = clause.text.toLowerCase()
  return candidate.owners.every((keys) => keys.some((owner) => [...clause.own, ...clause.around].some(({ key }) => key === owner) || said.includes(owner.slice(2))))
}

/**
 * Whether a premise may be one of several that cover a clause together: it says nothing that the clause does not say, so that
 * nothing of it is taken out of its sense.
 */
export function isContained(required: readonly Token[], clause: Clause, premise: PoolClause): boolean {
  const wanted = new Set([...required, ...clause.around].flatMap(({ covers }) => covers))
  return premise.own.every(
    (token) => token.covers.some((covered) => wanted.has(covered)) || required.some((mine) => holds(new Set(token.covers), mine)),
  )
}
