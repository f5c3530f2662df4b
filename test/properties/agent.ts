/**
 * Random traces of an agent, and a model that says of some evidence what the agent said of it: what its sources hold, sentence by
 * sentence. A plan weighs the box next to each of the first two that it knows of, and the tool knows what that one weighs.
 */
import fc from 'fast-check'
import type { Reply, StageContext } from '../../src/llm/contracts.js'
import type { RecordItem } from '../../src/record/items.js'
import type { Tool } from '../../src/tools/contract.js'
import { memory, read, says, step } from '../execute/items.js'
import { scriptedTool, type Script } from '../execute/lab.js'

/** One thing that an agent does; every choice is a number, so that fast-check can shrink it. */
export interface Act {
  kind: 'memory' | 'read' | 'claim' | 'plan' | 'write' | 'update' | 'merge' | 'forget' | 'answer'
  turn: number
  picks: number[]
  twist: number
}

/** What an agent does, and numbers that choose two memories and the answers that their faults name. */
export interface Story {
  acts: Act[]
  faults: [first: number, second: number]
  answers: [first: number, second: number]
}

/** A record, and what a fault may name. */
export interface Trace {
  items: RecordItem[]
  memories: string[]
  /** In clock order; the last one is given at the end. */
  answers: string[]
  /** What happens in it, for counting. */
  has: { failedRetirements: number; merges: number; deletions: number; plans: number; reads: number; owners: number }
}

const act = fc.record<Act>({
  kind: fc.constantFrom('memory', 'read', 'claim', 'write', 'update', 'answer', 'claim', 'read', 'plan', 'update', 'write', 'merge', 'forget'),
  turn: fc.nat({ max: 1 }),
  picks: fc.array(fc.nat({ max: 99 }), { maxLength: 2 }),
  twist: fc.nat({ max: 9 }),
})

const two = fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 }))

/** Stories of 5 to 16 acts. */
export const randomStory: fc.Arbitrary<Story> = fc.noBias(fc.record({
  acts: fc.array(act, { minLength: 5, maxLength: 16, size: 'max' }), faults: two, answers: two,
}))

/** Two faults of a story: different memories, and the answer that each of them names; none where the number says so. */
export function faultsOf({ memories, answers }: Trace, story: Story): { memory: string; answer: string | null }[] {
  const first = story.faults[0] % memories.length
  const second = (first + 1 + story.faults[1] % (memories.length - 1)) % memories.length
  const named = (n: number): string | null => (n < 10 ? null : n < 60 ? answers.at(-1) ?? null : answers[n % answers.length] ?? null)
  return [{ memory: memories[first]!, answer: named(story.answers[0]) }, { memory: memories[second]!, answer: named(story.answers[1]) }]
}

/** The sentences of a text. */
export const sentencesOf = (text: string): string[] => text.match(/Box \d+ weighs \d+ kg\./g) ?? []

const numberIn = (sentence: string): number => Number(/\d+/.exec(sentence)?.[0])
const join = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(sentencesOf))].sort((a, b) => numberIn(a) - numberIn(b))
const sentence = (box: number): string => `Box ${box} weighs ${box + 100} kg.`

/** The one tool: deterministic, and without an effect. */
export const scales = (): Tool => scriptedTool('weigh', 'pure', (args) => sentence((args as { box: number }).box))

interface Source {
  id: string
  kind: string
  content: string
}

/** What a stage says of its sources, and which of them it has it from. A claim holds three sentences at most. */
function say(stage: 'claim' | 'plan' | 'answer' | 'mutation', sources: readonly Source[]): { content: string; ids: string[]; boxes: number[] } {
  const usable = sources.filter(({ kind }) => kind !== 'input' && kind !== 'plan')
  const said = stage === 'answer' ? usable.filter(({ kind }) => kind === 'claim' || kind === 'answer') : []
  const from = said.length > 0 ? said : usable
  const kept = join(from.map(({ content }) => content)).slice(0, stage === 'claim' ? 3 : stage === 'plan' ? 2 : undefined)
  const boxes = stage === 'plan' ? kept.map((one) => numberIn(one) + 30) : []
  return { content: kept.join(' '), ids: from.filter(({ content }) => sentencesOf(content).some((one) => kept.includes(one))).map(({ id }) => id), boxes }
}

const weighAll = (boxes: readonly number[]): string => `Weigh ${boxes.join(' and ')}.`

/** The model that speaks the same way. */
export const script: Script = {
  claim(context: StageContext): Reply<'claim'> {
    const { content, ids } = say('claim', context.evidence)
    return { claims: content === '' ? [] : [{ content, evidence_ids: ids }] }
  },
  plan(context: StageContext): Reply<'plan'> {
    const { ids, boxes } = say('plan', context.evidence)
    return { content: boxes.length === 0 ? 'Nothing is to be weighed.' : weighAll(boxes), evidence_ids: ids, tool_calls: boxes.map((box) => ({ name: 'weigh', args: JSON.stringify({ box }), evidence_ids: ids })) }
  },
  answer(context: StageContext): Reply<'answer'> {
    const { content, ids } = say('answer', context.evidence)
    return { content: content === '' ? 'I do not know.' : content, evidence_ids: ids }
  },
  mutation({ evidence, mutation }: StageContext): Reply<'mutation'> {
    const type = mutation?.type ?? 'memory_write'
    const { content, ids } = say('mutation', evidence)
    if (type === 'memory_delete') return { mutations: [{ type, content: 'Forget it.', evidence_ids: ids, retire_ids: mutation?.consumes ?? [], memories: [] }] }
    return { mutations: [{ type, content: 'Keep it.', evidence_ids: ids, retire_ids: [], memories: content === '' ? [] : [{ content, evidence_ids: ids }] }] }
  },
}

const places = [['S1.1', 'S3.1'], ['S1.2', 'S2.1']] as const
const userOf = (at: string): string => (at.startsWith('S3') ? 'bob' : 'ann')
const mutationOf = { write: 'memory_write', update: 'memory_update', merge: 'memory_consolidate', forget: 'memory_delete' } as const

interface Known extends Source {
  owner: string | null
  isActive: boolean
}

interface Turn {
  reads: { id: string; results: Known[] }[]
  /** What later turns may go back to. */
  steps: Source[]
  used: Source[]
}

/** Let the agent act. */
export function traceOf(acts: readonly Act[]): Trace {
  const items: RecordItem[] = []
  const store: Known[] = []
  const answers: string[] = []
  const has: Trace['has'] = { failedRetirements: 0, merges: 0, deletions: 0, plans: 0, reads: 0, owners: 0 }
  const turns = new Map<string, Turn>()
  const turn = (at: string): Turn => turns.get(at) ?? turns.set(at, { reads: [], steps: [], used: [] }).get(at)!
  for (const at of places.flat()) items.push(says(`u-${at}`, 'Which box weighs what?', at, userOf(at)))
  const remember = (id: string, content: string, owner: string | null, more: object = {}): void => {
    store.push({ id, kind: 'memory', content, owner, isActive: true })
    const item = memory(id, content, more)
    if (owner === null) delete item.user
    else item.user = owner
    items.push(item)
  }
  remember('m0', sentence(0), 'ann')
  const visible = (at: string): Known[] => store.filter(({ owner, isActive }) => isActive && (owner === null || owner === userOf(at)))

  const recall = (id: string, at: string, k: number): void => {
    // as search ranks: all words match everywhere, so the shorter one first, then the older
    const found = [...visible(at)].sort((a, b) => sentencesOf(a.content).length - sentencesOf(b.content).length || store.indexOf(a) - store.indexOf(b)).slice(0, k)
    turn(at).reads.push({ id, results: found })
    has.reads++
    items.push(read(id, 'box weighs', found.map((one) => one.id).join(' '), k, at))
  }

  const launch = (id: string, at: string, used: string, boxes: readonly number[]): void => {
    has.plans++
    items.push(step(id, 'plan', weighAll(boxes), used, {}, at))
    for (const [n, box] of boxes.entries()) {
      const [action, observation] = [`${id}a${n}`, `${id}o${n}`]
      items.push(
        step(action, 'tool_action', `weigh(${JSON.stringify({ box })})`, id, { tool: { name: 'weigh', args: { box }, call_id: action } }, at),
        step(observation, 'tool_observation', sentence(box), action, { tool: { name: 'weigh', call_id: action } }, at),
      )
      const seen = { id: observation, kind: 'observation', content: sentence(box) }
      turn(at).steps.push(seen)
      turn(at).used.push(seen)
    }
  }

  const change = (id: string, at: string, kind: keyof typeof mutationOf, { content, ids, used, consumed, twist }: {
    content: string; ids: string[]; used: string; consumed: Known[]; twist: number
  }): void => {
    const names = consumed.map((one) => one.id)
    const fails = kind !== 'write' && twist === 9
    const made = kind === 'forget' ? [] : [id.replace('n', 'm')]
    items.push(step(id, mutationOf[kind], 'Keep it.', used, { generated_memory_ids: made, consumed_memory_ids: names }, at))
    if (kind === 'merge') has.merges++
    if (kind === 'forget') has.deletions++
    for (const old of consumed) {
      if (fails) {
        has.failedRetirements++
        const item = items.find((one) => one.id === old.id)
        if (item?.kind === 'memory') item.status = 'active'
      } else old.isActive = false
    }
    const parents = ids.filter((one) => store.some((old) => old.id === one))
    for (const memoryId of made) {
      remember(memoryId, content, userOf(at), { derived_from: parents, supersedes: kind !== 'write' && !fails && twist % 3 === 0 ? names : [] })
    }
  }

  const perform = ({ kind, turn: half, picks, twist }: Act, index: number, isLast: boolean): void => {
    const at = places[index < acts.length / 2 ? 0 : 1][half] ?? 'S1.1'
    const here = turn(at)
    const id = `n${index + 1}`
    if (kind === 'memory') {
      const witness = twist < 3 ? store[(picks[0] ?? 0) % store.length]?.content : undefined
      const owner = twist === 9 ? null : twist >= 7 ? 'bob' : 'ann'
      if (owner !== 'ann') has.owners++
      return remember(`m${index + 1}`, witness ?? sentence(index + 1), owner)
    }
    if (kind === 'read') return recall(id, at, 2 + twist % 2)
    const earlier = [...turns].filter(([other]) => other.split('.')[0] === at.split('.')[0]).flatMap(([, { steps }]) => steps)
    const choice: Source[] = [...visible(at), ...earlier]
    const picked = picks.flatMap((pick) => choice[pick % Math.max(choice.length, 1)] ?? [])
    const consumed = kind === 'merge' ? visible(at).slice(-2) : kind === 'update' || kind === 'forget' ? visible(at).slice(-1 - (twist % 2)).slice(0, 1) : []
    if (kind === 'forget' && consumed.length === 0) return
    const offered = [...new Map([...here.reads.flatMap(({ results }) => results), ...picked, ...consumed, ...here.used].map((one) => [one.id, one])).values()]
    const stage = kind === 'claim' || kind === 'plan' || kind === 'answer' ? kind : 'mutation'
    const { content, ids, boxes } = say(stage, offered)
    if (content === '' && !isLast) return
    const listed = twist % 2 === 0 ? here.reads.filter(({ results }) => results.some((one) => ids.includes(one.id))).map((one) => one.id) : []
    const cited = [...ids.filter((one) => !consumed.some((old) => old.id === one)), ...listed]
    const used = cited.length > 0 ? cited.join(' ') : `u-${at}`
    here.used.push(...offered.filter(({ id: one, kind: what }) => what !== 'memory' && ids.includes(one)))
    if (kind === 'plan') return launch(id, at, used, boxes)
    if (kind !== 'claim' && kind !== 'answer') return change(id, at, kind, { content, ids, used, consumed, twist })
    items.push(step(id, kind === 'claim' ? 'claim' : 'final_answer', content === '' ? 'I do not know.' : content, used, {}, at))
    here.steps.push({ id, kind, content })
    if (kind === 'answer') answers.push(id)
  }
  acts.forEach((one, index) => perform(one, index, false))
  perform({ kind: 'answer', turn: 0, picks: [store.length - 1, 0], twist: 0 }, acts.length, true)
  return { items, memories: store.map(({ id }) => id), answers, has }
}
