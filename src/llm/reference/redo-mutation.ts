/** A given mutation, carried out over the evidence that there is now. */
import type { Reply } from '../contracts.js'
import { clash } from './clash.js'
import type { Clause } from './clause.js'
import { matchHint } from './match-hint.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { settle } from './settle.js'
import { endedTopics } from './speech/ended-topics.js'
import { tokenize } from './tokens.js'
import { coverage, topicsOf, weighAgainst } from './topics.js'

type Mutation = Reply<'mutation'>['mutations'][number]
type Given = NonNullable<RequestDocument['mutation']>

/** A hinted memory is made again only if more than this share of its topics is found in one clause of the evidence. */
const leastShare = 0.5

/** Weight of the topics of a wish to forget that a memory must hold: one noun, or the name of one thing. */
const leastCoverage = 0.7

/** Carry out the mutation, or nothing where the evidence gives nothing for it. */
export function redoMutation(document: RequestDocument, given: Given): Mutation[] {
  const clauses = readDocument(document)
  const offered = new Set(document.evidence.filter(({ kind }) => kind === 'memory').map(({ id }) => id))
  const retired = given.consumes.filter((id) => offered.has(id))
  if (given.type === 'memory_delete') return redoDelete(document, given, retired, clauses)

  const kept = clauses.filter(({ evidenceId }) => retired.includes(evidenceId))
  const memories = given.type === 'memory_write'
    ? hintedMemories(document, given, clauses)
    : [settle([...kept, ...hintedMemories(document, given, clauses).flat()].toSorted(byOrder))]
  const made = memories.map((found) => distinct(found)).filter((found) => found.length > 0)
    .map((found) => ({ content: render(found), evidence_ids: evidenceIds(found) }))
  if (made.length === 0 || (given.type !== 'memory_write' && retired.length === 0 && kept.length === 0 && made.length === 0)) return []
  return [{
    type: given.type,
    content: given.instruction,
    evidence_ids: [...new Set(made.flatMap((memory) => memory.evidence_ids))],
    retire_ids: given.type === 'memory_write' ? [] : retired,
    memories: made,
  }]
}

/** Clauses for each hinted memory; without hints, what the turn observed and the hint names, what its user stated, or what the instruction names; where nothing says what it was, all. */
function hintedMemories(document: RequestDocument, given: Given, clauses: readonly Clause[]): Clause[][] {
  const guide = `${given.instruction} ${document.hint?.content ?? ''}`
  const hints = document.hint?.memories ?? []
  if (hints.length > 0) {
    // of what speaks of the same, what the user says in this turn belongs in its place
    const among = (some: readonly Clause[]) => (hint: string): Clause[] => matchHint(hint, some, { also: `${given.instruction} ${document.question}`, least: leastShare })
    if (given.type === 'memory_write') {
      // what is remembered already is written again only where the turn brings nothing of the kind
      const fresh = clauses.filter(({ kind, evidenceId }) => kind === 'observation' || evidenceId === document.inputs.at(-1)?.id)
      return hints.map((hint) => { const found = among(fresh)(hint); return found.length > 0 ? found : among(clauses)(hint) })
    }
    return hints.map(among(clauses)).map((one) => [...one, ...statedNow(document, clauses).filter((clause) => !one.includes(clause))])
  }
  const settled = settle(clauses)
  const found = observed(document.hint?.content ?? '', settled)
  const stated = statedNow(document, clauses)
  if (found.length > 0) return [found]
  if (stated.length > 0) return [stated]
  if (document.hint === undefined && settled.length > 0) return [settled]
  const topics = topicsOf(tokenize(guide), weighAgainst(clauses), true)
  const named = settled.filter((clause) => coverage(topics, clause) >= 1)
  return named.length > 0 ? [named] : []
}

/** What was observed of all that a hint names, as far as anything observed speaks of it; nothing where only an identifier is shared. */
function observed(hint: string, settled: readonly Clause[]): Clause[] {
  const observations = settled.filter(({ kind }) => kind === 'observation')
  const named = tokenize(hint).filter(({ isContent, stem }) => isContent && observations.some(({ stems }) => stems.has(stem)))
  if (named.every(({ kind }) => kind === 'id')) return []
  return observations.filter(({ stems }) => named.every(({ stem }) => stems.has(stem)))
}

/** What the user states in the turn of the mutation. */
function statedNow(document: RequestDocument, clauses: readonly Clause[]): Clause[] {
  const turn = document.inputs.at(-1)
  return clauses.filter(({ evidenceId }) => evidenceId === turn?.id)
}

/** A memory goes only if the evidence still says so: the user asks for it, or says something else now. */
function redoDelete(document: RequestDocument, given: Given, retired: readonly string[], clauses: readonly Clause[]): Mutation[] {
  const asked = document.inputs.flatMap(({ id, content }) => endedTopics(content).map((topic) => ({ id, topic })))
  const weigh = weighAgainst(clauses)
  const going = retired.flatMap((id) => {
    const own = clauses.filter(({ evidenceId }) => evidenceId === id)
    const request = asked.find(({ topic }) => own.some((clause) => coverage(topicsOf(tokenize(topic), weigh, true), clause) >= leastCoverage))
    const denial = clauses.find((clause) => !retired.includes(clause.evidenceId) && own.some((one) => clash(one, clause)))
    const because = request?.id ?? denial?.evidenceId
    return because === undefined ? [] : [{ id, because }]
  })
  if (going.length === 0) return []
  return [{
    type: 'memory_delete',
    content: given.instruction,
    evidence_ids: [...new Set(going.map(({ because }) => because))],
    retire_ids: going.map(({ id }) => id),
    memories: [],
  }]
}

/** Each statement once: a clause all of whose topics another one holds too is left out. */
function distinct(clauses: readonly Clause[]): Clause[] {
  return clauses.filter((clause, at) => !clauses.some((other, place) => place !== at && holds(other, clause) && (!holds(clause, other) || place > at)))
}

const holds = (whole: Clause, part: Clause): boolean =>
  whole.isNegative === part.isNegative && [...part.stems].every((one) => whole.stems.has(one))

const byOrder = (a: Clause, b: Clause): number => a.order - b.order
