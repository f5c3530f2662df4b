/**
 * What a text says, as a machine can compare it.
 *
 * A text falls into clauses; a clause has one polarity and one mode, and holds tokens: values (numbers, money, dates ...),
 * identifiers, names and content words. Two clauses say the same when their tokens do.
 */

/** What a token is. `word` is a content word that is no value of its own. */
export type FactKind =
  | 'number'
  | 'percent'
  | 'money'
  | 'duration'
  | 'date'
  | 'time'
  | 'identifier'
  | 'email'
  | 'name'
  | 'status'
  | 'colour'
  | 'quote'
  | 'boolean'
  | 'word'

/** One thing that a clause names. */
export interface Token {
  kind: FactKind
  /** As written. */
  text: string
  /** Normalised: what an exported fact looks for. */
  key: string
  /** Everything that this token covers in a premise: its key and what follows from it (3 May 2026 holds 3 May). */
  covers: readonly string[]
  /** Identifiers only: what kind of thing it names (ORD00169 and ORD00170 share a shape). */
  shape?: string
}

/** What a clause does: state, ask for information, or ask for something to be done. */
export type ClauseMode = 'statement' | 'question' | 'request'

/** One statement of a text. */
export interface Clause {
  text: string
  isNegated: boolean
  mode: ClauseMode
  /** Whether it holds only perhaps or under a condition ("can", "if", "only for"). */
  isConditional: boolean
  /** What the clause itself says. */
  own: Token[]
  /** What it is about although it is said elsewhere: an identifier of the clause before, the object around a JSON value. */
  around: Token[]
  /** Whether what stands around is named by a word of the clause ("its"), and so is part of what it says. */
  isBound: boolean
  /** Owners ("Sofia's"), each by the stems that name him: such a clause speaks of nobody else. */
  owners: string[][]
}

/** A value bound to a thing. */
export interface ExtractedFact {
  kind: FactKind
  /** Normalised value. */
  value: string
  /** As written. */
  text: string
  isNegated: boolean
  /** The identifiers or names that the clause is about, joined by a space; null where it names none. */
  entity: string | null
  /** The other content words of the clause, stemmed, joined by a space; null where there are none. */
  attribute: string | null
}
