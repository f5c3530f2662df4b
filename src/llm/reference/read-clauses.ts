/** Everything that the evidence of a request states, as clauses in order. */
import type { Evidence } from '../contracts.js'
import { makeClause, type Clause } from './clause.js'
import { jsonPhrases, parseJsonText } from './json-phrases.js'
import type { RequestDocument } from './request-document.js'
import { sentences } from './sentences.js'
import { isNoteOfValue } from './note-frame.js'
import { passagesOf } from './speech/passages.js'
import { readTurn } from './speech/read-turn.js'
import { thirdPerson } from './third-person.js'
import { tokenize, unspaced } from './tokens.js'

/** A value of JSON longer than this many tokens is prose. */
const longestValue = 14

/**
 * Read statements; what a user asks for is none, and plans state nothing.
 *
 * @param evidence oldest first
 */
export function readClauses(evidence: readonly Evidence[]): Clause[] {
  const clauses: Clause[] = []
  for (const entry of evidence) {
    if (entry.kind === 'plan') continue
    const json = parseJsonText(entry.content)
    if (json === undefined) readProse(entry, entry.content, clauses)
    else for (const { text, value, isNaming } of jsonPhrases(json)) {
      if (typeof value === 'string' && tokenize(value).length > longestValue) readProse(entry, value, clauses)
      else clauses.push(makeClause(text, entry, clauses.length, { isNaming }))
    }
  }
  return clauses
}

/**
 * The statements of a whole request. A request does not say when things were said, so: what was remembered before the session is
 * older than what the user says in it, and that is older than what the turn has found out.
 */
export function readDocument({ inputs, evidence }: Pick<RequestDocument, 'inputs' | 'evidence'>): Clause[] {
  return readClauses([...evidence.filter(({ kind }) => kind === 'memory'), ...inputs, ...evidence.filter(({ kind }) => kind !== 'memory')])
}

function readProse(entry: Evidence, text: string, clauses: Clause[]): void {
  let before: Clause | null = null
  for (const { said, leans } of entry.kind === 'input' ? statementsOf(text) : notesOf(text)) {
    if (said === null) {
      before = null
      continue
    }
    const clause: Clause = makeClause(said, entry, clauses.length, { leansOn: leans ? before : null })
    if (clause.stems.size === 0 || (entry.kind === 'input' && [...clause.stems].every((one) => one === 'user'))) continue
    clauses.push(clause)
    before = clause
  }
}

/** What a note states. One that gives a thing its value in a script without spaces is not cut at its commas. */
const notesOf = (text: string): { said: string | null; leans: boolean }[] => passagesOf(text).flatMap((passage) => {
  const bare = passage.replace(/[。！!.]+$/u, '')
  if (unspaced.test(passage) && isNoteOfValue(bare)) return [{ said: bare, leans: false }]
  return sentences(passage).map((one) => ({ said: one.asks ? null : one.text, leans: one.leans }))
})

/** What a user states, about the user; null for what he asks or orders. */
const statementsOf = (text: string): { said: string | null; leans: boolean }[] =>
  readTurn(text).map((act) => ({ said: act.kind === 'state' ? thirdPerson(act.text) : null, leans: act.leans }))
