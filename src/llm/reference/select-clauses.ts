/** The clauses that answer a question best. */
import type { Clause } from './clause.js'
import { expectedKinds, fitsQuestion } from './expected-kind.js'
import { areParallel, askedExtreme, extremeOf, fitsComparison } from './extreme.js'
import { ownThings, shareOf } from './own-things.js'
import { sameOwners } from './owners.js'
import { settle } from './settle.js'
import { stem } from './stem.js'
import { readTurn } from './speech/read-turn.js'
import { tokenize, type Token } from './tokens.js'
import { coverage, topicsOf, total, weighAgainst, type Topics } from './topics.js'

const mostClauses = 6
/** Evidence that was already drawn from other evidence comes first where both say the same. */
const preference = { claim: 0.06, observation: 0.04, memory: 0.03, input: 0.02, answer: 0, plan: 0 } as const

/**
 * Pick clauses until every topic of the question that any clause holds is covered.
 *
 * @returns at most 6 clauses that do not contradict each other, in the order in which the question asks for them
 */
export function selectClauses(question: string, clauses: readonly Clause[]): Clause[] {
  const picked = pickClauses(question, clauses)
  const ids = tokenize(askedPart(question)).filter(({ kind }) => kind === 'id').map(({ stem }) => stem)
  return ids.length === 0 || (picked.some((clause) => tellsOf(clause, ids)) && (askedExtreme(question) !== null || !lacksHead(question, picked))) ? picked : [...picked, ...settle(clauses).filter((clause) => tellsOf(clause, ids) && !picked.includes(clause)).slice(-mostClauses)]
}

/** The question waits for somebody, or for a kind of thing, of which nothing that was picked speaks. */
function lacksHead(question: string, picked: readonly Clause[]): boolean {
  const asked = askedPart(question)
  const head = /\b(?:which|what) (?:kind of |sort of )?(\p{Ll}{3,})\b/iu.exec(asked)?.[1]
  if (/\bwho(?:['’]s)?\b/i.test(asked)) return !picked.some(({ tokens }) => tokens.some(({ kind }) => kind === 'name'))
  if (/\bwhere\b/i.test(asked)) return true
  return head !== undefined && !/^(?:is|are|was|were|the|did|does|has|have|can|would|will|you|your|that|this|price|one)$/.test(head) && !picked.some(({ stems }) => stems.has(stem(head)))
}

/** Says something of an identified thing, and not only what it is called. */
const tellsOf = ({ ids: named, kind, isNaming, frame }: Clause, ids: readonly string[]): boolean =>
  !isNaming && kind !== 'answer' && kind !== 'plan' && ids.some((id) => named.has(id)) && !ids.some((id) => frame?.value.length === 1 && frame.value[0] === id)

function pickClauses(question: string, clauses: readonly Clause[]): Clause[] {
  const tokens = tokenize(askedPart(question))
  const candidates = settle(relevant(tokens, clauses))
  if (candidates.length === 0) return []
  const weigh = weighAgainst(clauses)
  const topics = topicsOf(tokens, weigh, true)
  if ([...topics.keys()].every((one) => one === 'user')) return candidates.slice(-8)

  const end = askedExtreme(question)
  if (end) {
    const fitting = candidates.filter((clause) => fitsComparison(question, clause))
    const ranked = atTopLevel(fitting.length > 0 ? fitting : candidates, topics)
    const found = extremeOf(ranked, end)
    if (found.length > 0) return found
    if (ranked.length === 1 && fitting.length < candidates.length) return ranked
  }
  const kinds = expectedKinds(question)
  const picked = ownThings(tokens, askedPart(question)).flatMap((thing) => valueOf(thing, candidates) ?? [])
  let open: Map<string, number> = new Map([...topics].filter(([one]) => !picked.some(({ stems }) => stems.has(one))))
  while (picked.length < mostClauses) {
    const best = candidates.filter((clause) => !picked.includes(clause))
      .map((clause) => ({ clause, gain: gainOf(clause, open, topics, question, kinds) }))
      .reduce<{ clause: Clause; gain: number } | null>((a, b) => (!a || b.gain >= a.gain ? b : a), null)
    if (!best || best.gain < 0.5) break
    picked.push(best.clause)
    open = new Map([...open].filter(([one]) => !best.clause.stems.has(one)))
  }
  if (kinds.size > 0 && isOneQuestion(question) && isBeside(picked, topics, kinds)) return []
  if (asksForSeveral(question) || asksOfDoing(question)) picked.push(...picked.flatMap((one) => likes(one, candidates, topics)).filter((clause, at, all) => !picked.includes(clause) && all.indexOf(clause) === at))
  if (asksOn(question, topics, picked)) picked.push(...nextHop(candidates, picked, clauses))
  return inQuestionOrder(picked, tokens)
}

/** What gives a thing of the user's its value: the clause with most of its noun, the later of two. */
function valueOf(thing: readonly string[], candidates: readonly Clause[]): Clause | null {
  const scored = candidates.filter(({ owners, kind, isNaming }) => owners.size === 0 && kind !== 'answer' && !isNaming).map((clause) => ({
    clause,
    share: shareOf(thing, clause.stems) + (clause.frame?.attribute && thing.includes(clause.frame.attribute) ? 0.05 : 0),
    isValued: [...clause.stems].some((one) => one !== 'user' && !thing.includes(one)),
  })).filter(({ share, isValued }) => share >= 0.6 && isValued)
  return scored.reduce<(typeof scored)[number] | null>((a, b) => (!a || b.share > a.share || (b.share === a.share && preference[b.clause.kind] >= preference[a.clause.kind]) ? b : a), null)?.clause ?? null
}

/** "Which keys ...?", "list all ...": more than one thing may be the answer. */
const asksForSeveral = (question: string): boolean =>
  /\b(?:all|every|list)\b|\b(?:which|what)\s+(?:\p{L}+\s+){0,2}?(?!(?:is|was|has|does|this)\b)\p{L}{2,}s\b|哪些|所有|全部/iu.test(question)

/** "What do I collect?", "who am I afraid of?": one may do so with several things. */
const asksOfDoing = (question: string): boolean => /\b(?:what|which|who)\b[^?]*\b(?:am|do|did|have|can(?:not|['’]t)?|should) I\b(?!\s+(?:call|say|put))|我.{0,6}(?:对|有|在|都).{0,12}(?:什么|哪)/iu.test(question)

/** The same said of other things, as much to the question as the one that was picked. */
function likes(one: Clause, candidates: readonly Clause[], topics: Topics): Clause[] {
  const whole = coverage(topics, one) - 0.01
  const least = coverage(withoutUser(topics), one) * 0.45
  return candidates.filter((other) => other !== one && sameOwners(one.owners, other.owners) && other.kind !== 'answer'
    && ((coverage(topics, other) >= whole && other.isNegative === one.isNegative && areParallel(one, other)) || (coverage(withoutUser(topics), other) >= least && sharesTelling(one, other, topics))) && !(holdsAll(one, other) || holdsAll(other, one))).slice(0, mostClauses)
}

const withoutUser = (topics: Topics): Topics => new Map([...topics].filter(([one]) => one !== 'user'))

/** Both are about the user and hold the same topic of the question, whatever their words. */
const sharesTelling = (one: Clause, other: Clause, topics: Topics): boolean =>
  other.kind !== 'observation' && one.kind !== 'observation' && [...topics.keys()].some((topic) => topic !== 'user' && one.stems.has(topic) && other.stems.has(topic))

const holdsAll = (whole: Clause, part: Clause): boolean => [...part.stems].every((stem) => whole.stems.has(stem))

/** What the user wants, without what he states beside it. */
function askedPart(question: string): string {
  const asked = readTurn(question).filter(({ kind }) => kind !== 'state').map(({ text }) => text)
  return asked.length > 0 ? asked.join(' ') : question
}

const isOneQuestion = (question: string): boolean => (question.match(/\b(?:what|which|who|when|where|why|how)\b/gi)?.length ?? 0) <= 1

/** The question waits for a kind of value that is not there, and little else of it is met: what was picked is beside the point. */
function isBeside(picked: readonly Clause[], topics: Topics, kinds: ReturnType<typeof expectedKinds>): boolean {
  if (picked.some(({ tokens }) => tokens.some(({ kind }) => kinds.has(kind)))) return false
  const met = new Map([...topics].filter(([one]) => picked.some(({ stems }) => stems.has(one))))
  return total(met) < total(topics) / 2
}

/** Clauses that share a topic with the question and are about no other identified thing. */
function relevant(question: readonly Token[], clauses: readonly Clause[]): Clause[] {
  const stems = new Set(question.filter(({ isContent }) => isContent).map((token) => token.stem))
  const asked = question.filter(({ kind }) => kind === 'id').map((token) => token.stem)
  const isOnlyUser = stems.size > 0 && [...stems].every((one) => one === 'user')
  const known = asked.filter((id) => clauses.some(({ ids }) => ids.has(id)))
  return clauses.filter((clause) => {
    const shares = [...clause.stems].some((one) => stems.has(one) && (isOnlyUser || one !== 'user'))
    const isOther = asked.length > 0 && clause.ids.size > 0 && !asked.some((id) => clause.ids.has(id))
      && (known.length === 0 || ![...clause.ids].every((id) => isLinked(id, known, clauses)))
    return shares && (!isOther || isAsked(clause, stems))
  })
}

/** The question names all of what a clause says something of: its identifier is the answer, not another thing. */
function isAsked({ frame, subjectIds }: Clause, stems: ReadonlySet<string>): boolean {
  const subject = [...frame?.subject ?? []].filter((one) => one !== 'user')
  return subjectIds.size === 0 && subject.length > 0 && subject.every((one) => stems.has(one))
}

/** An identifier is linked to asked-for ones when some clause names both. */
const isLinked = (id: string, known: readonly string[], clauses: readonly Clause[]): boolean =>
  clauses.some(({ ids }) => ids.has(id) && known.some((one) => ids.has(one)))

/** "my family's", "our friends": whose thing it is that the user asks for is open. */
const asksOfOthers = /\b(?:our|whose|everyone|everybody|anyone|anybody|famil\w+|friends?|relatives?|colleagues?|team|who)\b|谁|我们|家人|朋友|同事/iu

function gainOf(clause: Clause, open: Topics, asked: Topics, question: string, kinds: ReturnType<typeof expectedKinds>): number {
  const gain = coverage(open, clause)
  if (gain === 0) return 0
  const extra = fitsQuestion(question, kinds, clause) ? 0.5 : 0
  const isOthers = [...clause.owners].some((owner) => !asked.has(owner)) ? 0.6 : 0
  if (isOthers > 0 && asked.has('user') && !asksOfOthers.test(question)) return 0
  return gain + extra - isOthers + preference[clause.kind] - 0.004 * clause.tokens.length
}

/** Of the candidates, those that cover the question as well as the best one does. */
function atTopLevel(candidates: readonly Clause[], topics: Topics): Clause[] {
  const scored = candidates.map((clause) => ({ clause, score: coverage(topics, clause) }))
    .filter(({ clause }) => clause.tokens.some(({ kind }) => kind === 'money' || kind === 'number' || kind === 'date' || kind === 'time'))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score >= best * 0.6).map(({ clause }) => clause)
}

/** "..., and what does it include?": a second question whose only link is a pronoun. */
function asksOn(question: string, topics: Topics, picked: readonly Clause[]): boolean {
  const last = question.split(/[,;]|\band\b/i).at(-1) ?? ''
  if (picked.length === 0 || last === question || !/\b(?:what|which|who|when|where|how|why|does|do|did|is|are|can|tell)\b/i.test(last) || !/\b(?:it|that|this|they|them|there)\b/i.test(last)) return false
  return !tokenize(last).some((token) => token.isContent && token.stem !== 'user' && topics.has(token.stem)
    && picked.some(({ stems }) => stems.has(token.stem)))
}

/** The clause that shares both a name or value and a topic with what was picked. */
function nextHop(candidates: readonly Clause[], picked: readonly Clause[], clauses: readonly Clause[]): Clause[] {
  const values = new Set(picked.flatMap(({ frame, tokens }) => frame?.value ?? tokens.filter(({ kind }) => kind === 'name').map((token) => token.stem)))
  const said = new Set(picked.map(({ stems }) => [...stems].sort().join(' ')))
  const next = settle(clauses).filter((clause) => !picked.includes(clause) && [...clause.stems].some((one) => values.has(one))
    && [...clause.stems].some((one) => !picked.some(({ stems }) => stems.has(one))) && !said.has([...clause.stems].sort().join(' ')))
  const best = next.find((clause) => candidates.includes(clause)) ?? next[0]
  return best ? [best] : []
}

function inQuestionOrder(picked: readonly Clause[], question: readonly Token[]): Clause[] {
  const place = (clause: Clause): number => {
    const at = question.findIndex((token) => token.isContent && token.kind !== 'id' && token.stem !== 'user' && clause.stems.has(token.stem))
    return at < 0 ? question.length : at
  }
  return picked.toSorted((a, b) => place(a) - place(b) || a.order - b.order)
}
