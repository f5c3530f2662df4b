/** What an agent changes in its memory after a turn, of its own choice. */
import type { Reply } from '../contracts.js'
import { clash } from './clash.js'
import type { Clause } from './clause.js'
import { readDocument } from './read-clauses.js'
import { evidenceIds, render } from './render.js'
import type { RequestDocument } from './request-document.js'
import { ownThings, shareOf } from './own-things.js'
import { sameOwners } from './owners.js'
import { settle } from './settle.js'
import { readTurn, type TurnAct } from './speech/read-turn.js'
import { thirdPerson } from './third-person.js'
import { tokenize } from './tokens.js'
import { coverage, topicsOf, weighAgainst, type Topics } from './topics.js'

type Mutation = Reply<'mutation'>['mutations'][number]

/** Weight of the topics of a wish to forget that a memory must hold: one noun, or the name of one thing. */
const leastCoverage = 0.7

/** Forget and merge what the user asks for; remember new statements, and observed facts that served the answer. */
export function chooseMutations(document: RequestDocument): Mutation[] {
  const turn = document.inputs.at(-1)
  const clauses = readDocument({ inputs: turn ? [turn] : [], evidence: document.evidence })
  const memories = clauses.filter(({ kind }) => kind === 'memory')
  const acts = turn ? readTurn(turn.content) : []
  const merged = acts.find(({ kind }) => kind === 'merge')
  if (turn && merged) return merge(turn, merged.text, memories)

  const all = clauses.filter(({ evidenceId }) => evidenceId === turn?.id)
  const ended = turn ? endings(acts, memories, all) : { ids: [], reports: new Set<string>() }
  const stated = all.filter(({ text }) => !ended.reports.has(text))
  const going: Mutation[] = turn && ended.ids.length > 0
    ? [{ type: 'memory_delete', content: 'Forget what the user wants forgotten.', evidence_ids: [turn.id], retire_ids: ended.ids, memories: [] }] : []
  const left = memories.filter(({ evidenceId }) => !ended.ids.includes(evidenceId))
  const isOrder = acts.some(({ kind }) => kind === 'forget')
  const served = isOrder ? [] : settle(clauses.filter(({ kind, text }) => kind === 'observation' && !/^error\b/i.test(text)))
    .filter((clause) => !clause.isNaming && servedAnswer(clause, clauses))
  const fresh = [...stated, ...served].filter((clause) => !left.some((memory) => holds(memory, clause) && !left.some((one) => clash(one, clause))))
  return [...going, ...group(fresh).map((found) => remember(found, left))]
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

/**
 * Memories that the turn puts an end to. An order takes what it resembles most; a report only what holds all of its topics, and
 * only where it contradicts nothing: "the order is cancelled" is the order's new state.
 *
 * @returns ids of memories, and the texts of the reports that are settled with them
 */
function endings(acts: readonly TurnAct[], memories: readonly Clause[], stated: readonly Clause[]): { ids: string[]; reports: Set<string> } {
  const ids = new Set<string>()
  const reports = new Set<string>()
  const weigh = weighAgainst([...memories, ...stated])
  for (const act of acts) {
    if (act.kind === 'forget') {
      const topics = topicsOf(tokenize(act.text), weigh, true)
      const near = memories.filter((memory) => coverage(topics, memory) >= leastCoverage)
      const scores = near.map((memory) => ({ id: memory.evidenceId, score: telling(topics, memory, near) }))
      const best = Math.max(0, ...scores.map(({ score }) => score))
      for (const { id, score } of scores) if (score >= best * 0.8) ids.add(id)
    } else if (act.kind === 'state' && act.ends !== null) {
      const topics = [...topicsOf(tokenize(act.ends), weigh, true).keys()].filter((one) => one !== 'user')
      const said = stated.find(({ text }) => text === thirdPerson(act.text))
      if (topics.length === 0 || !said || memories.some((memory) => framesMeet(memory, said) && clash(memory, said))) continue
      const over = memories.filter((memory) => topics.every((one) => memory.stems.has(one)) && !(holds(memory, said) && holds(said, memory)))
      for (const { evidenceId } of over) ids.add(evidenceId)
      if (over.length > 0) reports.add(said.text)
    }
  }
  return { ids: [...ids], reports }
}

/** Weight of the topics that a memory holds; one that most of the others hold too tells little. */
function telling(topics: Topics, memory: Clause, among: readonly Clause[]): number {
  const rare = [...topics].map(([one, weight]): [string, number] => [one, weight / among.filter(({ stems }) => stems.has(one)).length ** 2 || 0])
  return coverage(new Map(rare), memory)
}

/** Both say which value something has. */
const framesMeet = (a: Clause, b: Clause): boolean => Boolean(a.frame?.attribute && b.frame?.attribute)

function merge(turn: { id: string }, wish: string, memories: readonly Clause[]): Mutation[] {
  const chosen = meant(wish, memories)
  const retired = [...new Set(chosen.map(({ evidenceId }) => evidenceId))]
  if (retired.length < 2) return []
  const holding = settle(chosen)
  const whole = holding.filter((clause, at) => !holding.some((other, place) => place < at && holds(other, clause)))
  return [{
    type: 'memory_consolidate',
    content: 'Merge what is remembered.',
    evidence_ids: [...new Set([turn.id, ...retired])],
    retire_ids: retired,
    memories: [{ content: render(whole), evidence_ids: retired }],
  }]
}

/**
 * The memories that a wish to merge names, all clauses of them: for each thing of the user's, what is remembered of that; else whatever holds one of its
 * topics; all memories where it does not name at least two.
 */
function meant(wish: string, memories: readonly Clause[]): readonly Clause[] {
  const tokens = tokenize(wish)
  const own = memories.filter(({ owners }) => owners.size === 0)
  const share = (thing: readonly string[], { stems }: Clause): number => shareOf(thing, stems)
  const things = ownThings(tokens, wish).map((thing) => {
    const best = Math.max(0, ...own.map((clause) => share(thing, clause)))
    return new Set(best < 0.6 ? [] : own.filter((clause) => share(thing, clause) === best).map(({ evidenceId }) => evidenceId))
  })
  const exact = new Set(things.flatMap((ids) => [...ids]))
  const topics = tokens.filter(({ isContent, stem }) => isContent && stem !== 'user').map(({ stem }) => stem)
  const named = things.filter(({ size }) => size > 0).length >= 2 && exact.size >= 2 ? exact
    : new Set(memories.filter(({ stems }) => topics.some((one) => stems.has(one))).map(({ evidenceId }) => evidenceId))
  return named.size < 2 ? memories : memories.filter(({ evidenceId }) => named.has(evidenceId))
}

const holds = (whole: Clause, part: Clause): boolean =>
  whole.isNegative === part.isNegative && sameOwners(whole.owners, part.owners) && [...part.stems].every((one) => whole.stems.has(one))
