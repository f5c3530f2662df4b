/** A clause of the evidence, read once and compared often. */
import type { Evidence } from '../contracts.js'
import { dimensionsOf } from './dimensions.js'
import { frameOf, stateAttribute, type Frame } from './frame.js'
import { negations } from './function-words.js'
import { noteFrame } from './note-frame.js'
import { ownersOf } from './owners.js'
import { stem } from './stem.js'
import { tokenize, type Token } from './tokens.js'

/** What one piece of evidence says in one place. */
export interface Clause {
  text: string
  evidenceId: string
  kind: Evidence['kind']
  /** Place in the request: larger is later. */
  order: number
  tokens: readonly Token[]
  /** Stems of everything that carries a topic or a value, and the attribute that is meant where only a state is said. */
  stems: ReadonlySet<string>
  /** Identifiers it is about, taken over from the clause it leans on. */
  ids: ReadonlySet<string>
  frame: Frame | null
  isNegative: boolean
  /** Whose thing it is about, besides the user. */
  owners: ReadonlySet<string>
  /** The clause that this one needs to be understood. */
  leansOn: Clause | null
  /** Identifiers of its subject: two clauses about different ones do not contradict. */
  subjectIds: ReadonlySet<string>
  /** It only names a thing of a JSON observation. */
  isNaming: boolean
}

/** Written by somebody, not put out by a tool. */
const isPlain = (kind: Evidence['kind']): boolean => kind === 'memory' || kind === 'claim' || kind === 'input'

/** Make a clause of a text. */
export function makeClause(
  text: string, from: { id: string; kind: Evidence['kind'] }, order: number,
  more: { leansOn?: Clause | null; isNaming?: boolean } = {},
): Clause {
  const tokens = tokenize(text)
  const own = tokens.filter(({ kind }) => kind === 'id').map((token) => token.stem)
  const leansOn = more.leansOn ?? null
  const owners = ownersOf(tokens)
  const frame = (isPlain(from.kind) ? noteFrame(text, owners.size === 0) : null) ?? frameOf(tokens)
  const subject = frame ? own.filter((id) => frame.subject.has(id)) : own
  const stems = new Set(tokens.filter(({ isContent }) => isContent).map((token) => token.stem))
  if (frame?.attribute === stateAttribute) stems.add(stateAttribute)
  for (const noun of dimensionsOf(text)) stems.add(stem(noun))
  return {
    text,
    evidenceId: from.id,
    kind: from.kind,
    order,
    tokens,
    stems,
    ids: own.length > 0 || !leansOn ? new Set(own) : leansOn.ids,
    frame,
    isNegative: tokens.some(({ lower }) => negations.has(lower)),
    owners: owners.size > 0 || !leansOn ? owners : leansOn.owners,
    leansOn,
    subjectIds: subject.length > 0 || !leansOn ? new Set(subject) : leansOn.subjectIds,
    isNaming: more.isNaming ?? false,
  }
}

/** The clause with what it leans on, as one text. */
export function wholeText(clause: Clause): string {
  return clause.leansOn ? `${wholeText(clause.leansOn)}; ${clause.text}` : clause.text
}
