import { valueKinds, type PoolClause, type PremisePool } from './premise-pool.js'
import { holds, requiredTokens } from './required.js'
import type { Clause, Token } from './types.js'
import { isContained, isUsable } from './usable.js'

/** Which premise holds which token of a clause, and what is held by none. */
export interface ClauseCover {
  covered: { token: Token; by: number }[]
  missing: Token[]
}

const coveredBy = (required: readonly Token[], premise: PoolClause): Token[] => required.filter((token) => holds(premise.covers, token))

/** Premises that share a token or an anchor hang together; the first group that holds everything wins. */
function jointCover(required: readonly Token[], premises: readonly PoolClause[]): ClauseCover['covered'] | null {
  const parent = premises.map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    while (parent[root] !== root) root = parent[root] ?? root
    return root
  }
  const first = new Map<string, number>()
  premises.forEach((premise, index) => {
    for (const key of [...coveredBy(required, premise).map((token) => token.key), ...premise.anchors]) {
      const other = first.get(key)
      if (other === undefined) first.set(key, index)
      else parent[find(index)] = find(other)
    }
  })
  for (const root of new Set(premises.map((_, index) => find(index)))) {
    const members = premises.filter((_, index) => find(index) === root)
    const covered: ClauseCover['covered'] = []
    for (const token of required) {
      const holder = members.find((premise) => holds(premise.covers, token))
      if (holder) covered.push({ token, by: holder.by })
    }
    if (covered.length === required.length) return covered
  }
  return null
}

/** Nothing but a value ("30 days."), where the premises speak of several of its kind: of which is not known. */
function isBareAndAmbiguous(required: readonly Token[], pool: PremisePool): boolean {
  const [token, ...others] = required
  if (!token || others.length > 0 || !valueKinds.has(token.kind) || token.kind === 'status' || token.kind === 'colour') return false
  if (pool.clauses.some(({ own }) => own.every(({ key }) => key === token.key) && own.length > 0)) return false
  return new Set(pool.clauses.flatMap(({ own }) => own.filter(({ kind }) => kind === token.kind).map(({ key }) => key))).size > 1
}

/**
 * Find a clause in premises.
 *
 * It is covered when one clause of a premise says all of it, or when several do that each say nothing else and hang together. So
 * "the return window is 45 days" is not covered by "the return window is 30 days" and "the warranty window is 45 days".
 */
export function coverClause(clause: Clause, pool: PremisePool): ClauseCover {
  const required = requiredTokens(clause)
  if (required.length === 0) return { covered: [], missing: [] }
  if (clause.mode === 'statement' && isBareAndAmbiguous(required, pool)) return { covered: [], missing: required }
  const usable = pool.clauses.filter((premise) => isUsable(clause, premise, pool))
  let best: { by: number; tokens: Token[] } | null = null
  for (const premise of usable) {
    const tokens = coveredBy(required, premise)
    if (tokens.length > (best?.tokens.length ?? 0)) best = { by: premise.by, tokens }
    if (tokens.length === required.length) return { covered: tokens.map((token) => ({ token, by: premise.by })), missing: [] }
  }
  const contained = usable.filter((premise) => coveredBy(required, premise).length > 0 && isContained(required, clause, premise))
  const covered = jointCover(required, contained)
  if (covered) return { covered, missing: [] }
  const held = best?.tokens ?? []
  const lost = required.filter((token) => !held.includes(token))
  // What no usable premise holds at all says more than what is merely bound to something else.
  const unknown = lost.filter((token) => !usable.some((premise) => holds(premise.covers, token)))
  return { covered: held.map((token) => ({ token, by: best?.by ?? 0 })), missing: unknown.length > 0 ? unknown : lost }
}
