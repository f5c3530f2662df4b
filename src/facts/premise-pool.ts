import { givenClauses } from './given.js'
import { readText } from './read.js'
import { stem } from './stem.js'
import type { Fact } from '../vocabulary.js'
import type { Clause, FactKind, Token } from './types.js'

/** Something that facts may be found in. */
export interface Premise {
  id: number
  text: string
  facts?: readonly Fact[] | null
}

/** A clause of a premise, prepared for comparison. */
export interface PoolClause {
  by: number
  clause: Clause
  /** Everything that it covers. */
  covers: ReadonlySet<string>
  own: readonly Token[]
  /** Identifiers by shape. */
  ids: ReadonlyMap<string, ReadonlySet<string>>
  /** Keys of its identifiers and names: what two clauses can be joined by. */
  anchors: readonly string[]
  /** Values by kind. */
  values: ReadonlyMap<FactKind, ReadonlySet<string>>
  /** Several things and several values in one sentence: which belongs to which is not known. */
  isAmbiguous: boolean
}

/** All clauses of all premises, and how many things of each shape they speak of. */
export interface PremisePool {
  clauses: PoolClause[]
  shapes: Map<string, Set<string>>
}

/** Kinds of which two different values contradict each other. */
export const valueKinds: ReadonlySet<FactKind> = new Set([
  'number',
  'percent',
  'money',
  'duration',
  'date',
  'time',
  'status',
  'colour',
  'boolean',
])

const keys = (...words: string[]): readonly string[] => words.map((word) => `w:${stem(word)}`)

/** What a value says by being what it is: whoever is shipped has the status shipped, 3 May is a date, TRK-5501 an id. */
const impliedWords: Readonly<Partial<Record<FactKind, readonly string[]>>> = {
  date: keys('date'),
  time: keys('time'),
  status: keys('status'),
  colour: keys('colour'),
  money: keys('amount'),
  number: keys('number'),
  identifier: keys('id', 'identifier', 'number'),
  email: keys('address', 'mail'),
}

function group<K>(tokens: readonly Token[], by: (token: Token) => K | undefined): Map<K, Set<string>> {
  const groups = new Map<K, Set<string>>()
  for (const token of tokens) {
    const key = by(token)
    if (key === undefined) continue
    const set = groups.get(key) ?? new Set()
    for (const covered of token.covers) set.add(covered)
    groups.set(key, set)
  }
  return groups
}

function isAmbiguous(clause: Clause): boolean {
  const count = new Map<string, Set<string>>()
  for (const token of clause.own) {
    const name = token.kind === 'identifier' ? `id ${token.shape}` : valueKinds.has(token.kind) ? `value ${token.kind}` : null
    if (name) count.set(name, (count.get(name) ?? new Set()).add(token.key))
  }
  const several = [...count].filter(([, keys]) => keys.size > 1).map(([name]) => name.split(' ')[0])
  return several.includes('id') && several.includes('value')
}

const prepared = new WeakMap<Clause, Omit<PoolClause, 'by'>>()

function prepare(clause: Clause): Omit<PoolClause, 'by'> {
  const known = prepared.get(clause)
  if (known) return known
  const all = [...clause.own, ...clause.around]
  const result = {
    clause,
    own: clause.own,
    covers: new Set([...all.flatMap(({ covers }) => covers), ...clause.own.flatMap(({ kind }) => impliedWords[kind] ?? [])]),
    ids: group(all, (token) => (token.kind === 'identifier' ? token.shape : undefined)),
    anchors: [...new Set(all.filter(({ kind }) => kind === 'identifier' || kind === 'name').map(({ key }) => key))],
    values: group(clause.own, (token) => (valueKinds.has(token.kind) ? token.kind : undefined)),
    isAmbiguous: isAmbiguous(clause),
  }
  prepared.set(clause, result)
  return result
}

/** Prepare premises for any number of questions. Their order does not matter: they are taken by id. */
export function premisePool(premises: readonly Premise[]): PremisePool {
  const pool: PremisePool = { clauses: [], shapes: new Map() }
  for (const premise of [...premises].sort((a, b) => a.id - b.id || (a.text < b.text ? -1 : 1))) {
    for (const clause of [...givenClauses(premise.facts), ...readText(premise.text)]) {
      const ready = { by: premise.id, ...prepare(clause) }
      pool.clauses.push(ready)
      for (const { shape, key } of [...clause.own, ...clause.around])
        if (shape) pool.shapes.set(shape, (pool.shapes.get(shape) ?? new Set()).add(key))
    }
  }
  return pool
}
