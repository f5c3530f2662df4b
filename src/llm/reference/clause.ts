/** A clause of the evidence, read once and compared often. */
import type { Evidence } from '../contracts.js'
import { frameOf, type Frame } from './frame.js'
import { negations } from './function-words.js'
import { tokenize, type Token } from './tokens.js'

/** What one piece of evidence says in one place. */
export interface Clause {
  text: string
  evidenceId: string
  kind: Evidence['kind']
  /** Place in the request: larger is later. */
  order: number
  tokens: readonly Token[]
  /** Stems of everything that carries a topic or a value. */
  stems: ReadonlySet<string>
  /** Identifiers it is about, taken over from the clause it leans on. */
  ids: ReadonlySet<string>
  frame: Frame | null
  isNegative: boolean
  /** The clause that this one needs to be understood. */
  leansOn: Clause | null
  /** Of a JSON observation: words of the key, and the value. */
  json: { key: string; value: unknown } | null
}

/** Make a clause of a text. */
export function makeClause(
  text: string, from: { id: string; kind: Evidence['kind'] }, order: number,
  more: { leansOn?: Clause | null; json?: Clause['json'] } = {},
): Clause {
  const tokens = tokenize(text)
  const own = tokens.filter(({ kind }) => kind === 'id').map((token) => token.stem)
  const leansOn = more.leansOn ?? null
  return {
    text,
    evidenceId: from.id,
    kind: from.kind,
    order,
    tokens,
    stems: new Set(tokens.filter(({ isContent }) => isContent).map((token) => token.stem)),
    ids: own.length > 0 || !leansOn ? new Set(own) : leansOn.ids,
    frame: frameOf(tokens),
    isNegative: tokens.some(({ lower }) => negations.has(lower)),
    leansOn,
    json: more.json ?? null,
  }
}

/** The clause with what it leans on, as one text. */
export function wholeText(clause: Clause): string {
  return clause.leansOn ? `${wholeText(clause.leansOn)}; ${clause.text}` : clause.text
}
