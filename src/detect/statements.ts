/** What a text binds to a thing, in a form in which two texts can differ in the value alone. */
import { readText } from '../facts/read.js'
import type { Clause, Token } from '../facts/types.js'

/** A value of a clause, and what the clause says besides. */
export interface Statement {
  /** The value: one token, or those that stand beside each other ("12 Oak Lane"). */
  value: Token[]
  /** As written, for people. */
  text: string
  /** Kinds of the value; values of different kinds are not compared. */
  shape: string
  /** Keys of everything else that the clause says, and of the things around it that it is about; sorted, each once. */
  frame: string[]
  isNegated: boolean
  /** The clause says what a thing is, now: "the budget is 50 USD", but neither "was" nor "spent". */
  isWhatItIs: boolean
}

/** What qualifies a statement and never is part of a longer value: "5 USD on 3 May" are two values. */
const standsAlone = new Set(['date', 'time', 'duration', 'identifier', 'email', 'money', 'percent', 'quote'])

/**
 * The statements of a text: clauses that state something for sure, once for each value in them. A clause that names nothing but values
 * binds them to nothing and gives none.
 */
export function statementsOf(text: string): Statement[] {
  return readText(text).filter(({ mode, isConditional }) => mode === 'statement' && !isConditional).flatMap(ofClause)
}

function ofClause(clause: Clause): Statement[] {
  const about = clause.isBound ? clause.around : []
  return valuesOf(clause).flatMap((value): Statement[] => {
    const own = new Set(value)
    const rest = [...clause.own.filter((token) => !own.has(token)), ...about]
    if (!rest.some(({ kind }) => kind === 'word')) return []
    return [{
      value, text: value.map((token) => token.text).join(' '), shape: [...new Set(value.map(({ kind }) => kind))].join('+'),
      frame: [...new Set(rest.map(({ key }) => key))].sort(), isNegated: clause.isNegated,
      isWhatItIs: isWhatItIs(clause, value[0]),
    }]
  })
}

/** A present copula, or a sign for it, stands right before the value; "now" and the like may come between. */
const copula = /(?:\b(?:is|are|equals)|[:=]|[是为])\s*(?:(?:now|currently|exactly|only|still|at)\s+)?[$€£¥]?\s*$/iu

function isWhatItIs(clause: Clause, first: Token | undefined): boolean {
  const at = first === undefined ? -1 : clause.text.toLowerCase().lastIndexOf(first.text.toLowerCase())
  return at > 0 && copula.test(clause.text.slice(0, at))
}

function valuesOf({ own }: Clause): Token[][] {
  const values: Token[][] = []
  let before: Token | undefined
  for (const token of own) {
    if (token.kind !== 'word') {
      const joins = before !== undefined && before.kind !== 'word' && !standsAlone.has(before.kind) && !standsAlone.has(token.kind)
      if (joins) values.at(-1)?.push(token)
      else values.push([token])
    }
    before = token
  }
  return values
}
