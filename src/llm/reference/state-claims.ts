/** Stage claim. */
import type { Reply } from '../contracts.js'
import type { Clause } from './clause.js'
import { matchHint } from './match-hint.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { selectClauses } from './select-clauses.js'
import { settle } from './settle.js'
import { tokenize } from './tokens.js'
import { coverage, topicsOf, weighAgainst } from './topics.js'

/** Where an old claim is hinted at, one claim in its place; else one claim for each entry that bears on the question. */
export function stateClaims(document: RequestDocument): Reply<'claim'> {
  const clauses = readDocument(document)
  if (document.hint) {
    const matched = matchHint(document.hint.content, clauses, { also: document.question, least: 0.34 })
    const used = matched.length > 0 ? matched : selectClauses(document.question, clauses)
    return { claims: used.length > 0 ? [{ content: render(used), evidence_ids: evidenceIds(used) }] : [] }
  }
  const claims = new Map<string, string[]>()
  for (const used of perEntry(document.question, clauses)) {
    const content = render(used)
    claims.set(content, [...new Set([...(claims.get(content) ?? []), ...evidenceIds(used)])])
  }
  return { claims: [...claims].map(([content, evidence_ids]) => ({ content, evidence_ids })) }
}

/** The relevant clauses of each entry, at most 5 of each, leaving out entries that say much less than the best one. */
function perEntry(question: string, clauses: readonly Clause[]): Clause[][] {
  const chosen = new Set(selectClauses(question, clauses))
  const topics = topicsOf(tokenize(question), weighAgainst(clauses), true)
  const ids = new Set(tokenize(question).filter(({ kind }) => kind === 'id').map((token) => token.stem))
  const isOther = (clause: Clause): boolean => ids.size > 0 && clause.ids.size > 0 && ![...clause.ids].some((id) => ids.has(id))
  const scores = new Map(clauses.map((clause) => [clause, isOther(clause) ? 0 : coverage(topics, clause)]))
  const best = Math.max(0, ...scores.values())
  const relevant = settle(clauses.filter((clause) => chosen.has(clause) || (best >= 0.5 && (scores.get(clause) ?? 0) >= Math.max(0.5, best * 0.6))))
  const entries = new Map<string, Clause[]>()
  for (const clause of relevant) {
    if (clause.kind === 'answer' || clause.kind === 'claim') continue
    entries.set(clause.evidenceId, [...(entries.get(clause.evidenceId) ?? []), clause])
  }
  return [...entries.values()].map((entry) =>
    entry.toSorted((a, b) => Number(chosen.has(b)) - Number(chosen.has(a)) || (scores.get(b) ?? 0) - (scores.get(a) ?? 0)).slice(0, 5)
      .toSorted((a, b) => a.order - b.order))
}
