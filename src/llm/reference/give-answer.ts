/** Stage answer. */
import type { Reply } from '../contracts.js'
import { isQuestion } from './is-request.js'
import { ownThings } from './own-things.js'
import { matchHint } from './match-hint.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { selectClauses } from './select-clauses.js'
import { sentences } from './sentences.js'
import { readTurn } from './speech/read-turn.js'
import { askedExtreme } from './extreme.js'
import type { Clause } from './clause.js'
import { tokenize } from './tokens.js'
import { topicsOf, total, weighAgainst } from './topics.js'

const unknown = 'I do not know that.'

/** Answer from the evidence: what the question asks for, and on replay what the old answer spoke of besides. */
export function giveAnswer(document: RequestDocument): Reply<'answer'> {
  const clauses = readDocument(document)
  const turn = document.inputs.at(-1)
  const isStatement = turn !== undefined && readTurn(turn.content).every(({ kind }) => kind === 'state')
  if (isStatement && !document.hint) {
    const said = clauses.filter(({ evidenceId }) => evidenceId === turn.id)
    if (said.length > 0) return { content: `Noted. ${render(said)}`, evidence_ids: [turn.id] }
  }
  const usable = clauses.filter(({ kind, evidenceId }) => kind !== 'answer' || evidenceId !== turn?.id)
  const others = usable.filter(({ evidenceId }) => evidenceId !== turn?.id)
  const used = selectClauses(document.question, others)
  if (document.hint && (isStatement || !isAnswered(document.question, used, usable))) {
    const matched = matchHint(document.hint.content, usable, { also: document.question, least: 0.34 })
    for (const clause of matched) if (!used.includes(clause)) used.push(clause)
  }
  if (used.length === 0 && turn && !asksSomething(turn.content) && ownThings(tokenize(turn.content), turn.content).length === 0) used.push(...newest(document, usable))
  if (used.length === 0) return { content: unknown, evidence_ids: turn ? [turn.id] : [] }
  return { content: render(used), evidence_ids: evidenceIds(used) }
}

const asksSomething = (text: string): boolean => sentences(text).some(({ text: part, asks }) => asks || isQuestion(part))

/** Where the user only agrees or orders: what he asked before, else what was observed last. */
function newest(document: RequestDocument, clauses: readonly Clause[]): Clause[] {
  for (const { content } of document.inputs.slice(-4, -1).toReversed()) {
    const found = selectClauses(content, clauses)
    if (found.length > 0) return found
  }
  const last = clauses.findLast(({ kind }) => kind === 'observation' || kind === 'claim')
  return clauses.filter(({ evidenceId, isNaming }) => evidenceId === last?.evidenceId && !isNaming).slice(0, 4)
}

/** The clauses hold at least half of what the question is about, by weight. */
function isAnswered(question: string, used: readonly Clause[], clauses: readonly Clause[]): boolean {
  if (used.length === 0 || askedExtreme(question)) return used.length > 0
  const topics = topicsOf(tokenize(question), weighAgainst(clauses), true)
  const open = new Map([...topics].filter(([one]) => !used.some(({ stems }) => stems.has(one))))
  return total(open) <= total(topics) / 2
}
