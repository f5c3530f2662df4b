/** What an agent changes in its memory after a turn, of its own choice. */
import type { Reply } from '../contracts.js'
import { clash } from './clash.js'
import type { Clause } from './clause.js'
import { asksToForget, asksToMerge } from './is-request.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { settle } from './settle.js'
import { tokenize } from './tokens.js'
import { coverage, topicsOf, weighAgainst } from './topics.js'

type Mutation = Reply<'mutation'>['mutations'][number]

/** Forget or merge where the user asks for it; else remember new statements, and observed facts that served the answer. */
export function chooseMutations(document: RequestDocument): Mutation[] {
  const turn = document.inputs.at(-1)
  const clauses = readDocument({ inputs: turn ? [turn] : [], evidence: document.evidence })
  const memories = clauses.filter(({ kind }) => kind === 'memory')
  if (turn && asksToForget(turn.content)) return forget(turn, memories, clauses)
  if (turn && asksToMerge(turn.content)) return merge(turn, memories)

  const stated = clauses.filter(({ evidenceId }) => evidenceId === turn?.id)
  const served = settle(clauses.filter(({ kind, text }) => kind === 'observation' && !/^error\b/i.test(text))).filter((clause) => !clause.isNaming && servedAnswer(clause, clauses))
  const fresh = [...stated, ...served].filter((clause) => !memories.some((memory) => holds(memory, clause) && !memories.some((one) => clash(one, clause))))
  return group(fresh).map((found) => remember(found, memories))
}

/** Clauses of one entry that go together: one memory for each entry, of at most 6 clauses. */
function group(clauses: readonly Clause[]): Clause[][] {
  const entries = new Map<string, Clause[]>()
  for (const clause of clauses) entries.set(clause.evidenceId, [...(entries.get(clause.evidenceId) ?? []), clause])
  return [...entries.values()].map((found) => found.slice(0, 6))
}

/** A new memory, or a new version of those that it contradicts, with what still holds of them. */
function remember(found: Clause[], memories: readonly Clause[]): Mutation {
  const replaced = new Set(memories.filter((memory) => found.some((clause) => clash(memory, clause))).map(({ evidenceId }) => evidenceId))
  if (replaced.size === 0) {
    const ids = evidenceIds(found)
    return { type: 'memory_write', content: `Remember: ${render(found)}`, evidence_ids: ids, retire_ids: [], memories: [{ content: render(found), evidence_ids: ids }] }
  }
  const kept = memories.filter((memory) => replaced.has(memory.evidenceId) && !found.some((clause) => clash(memory, clause)))
  const whole = [...kept, ...found]
  const ids = [...new Set([...replaced, ...evidenceIds(whole)])]
  return { type: 'memory_update', content: `Correct: ${render(found)}`, evidence_ids: ids, retire_ids: [...replaced], memories: [{ content: render(whole), evidence_ids: ids }] }
}

/** The answer says what the observation said. */
function servedAnswer(clause: Clause, clauses: readonly Clause[]): boolean {
  return clauses.some((answer) => answer.kind === 'answer' && holds(answer, clause))
}

function forget(turn: { id: string; content: string }, memories: readonly Clause[], clauses: readonly Clause[]): Mutation[] {
  const topics = topicsOf(tokenize(turn.content), weighAgainst(clauses), true)
  const scores = memories.map((memory) => ({ id: memory.evidenceId, score: coverage(topics, memory) }))
  const best = Math.max(0, ...scores.map(({ score }) => score))
  const going = [...new Set(scores.filter(({ score }) => score >= 0.8 && score >= best * 0.8).map(({ id }) => id))]
  if (going.length === 0) return []
  return [{ type: 'memory_delete', content: 'Forget what the user wants forgotten.', evidence_ids: [turn.id], retire_ids: going, memories: [] }]
}

function merge(turn: { id: string }, memories: readonly Clause[]): Mutation[] {
  const retired = [...new Set(memories.map(({ evidenceId }) => evidenceId))]
  if (retired.length < 2) return []
  const holding = settle(memories)
  const whole = holding.filter((clause, at) => !holding.some((other, place) => place < at && holds(other, clause)))
  return [{
    type: 'memory_consolidate',
    content: 'Merge what is remembered.',
    evidence_ids: [...new Set([turn.id, ...retired])],
    retire_ids: retired,
    memories: [{ content: render(whole), evidence_ids: retired }],
  }]
}

const holds = (whole: Clause, part: Clause): boolean =>
  whole.isNegative === part.isNegative && [...part.stems].every((one) => whole.stems.has(one))
