/**
 * Random traces of an agent whose every step says what the model of these tests says of the same evidence: what its sources hold,
 * sentence by sentence. So a step that is left alone and one that is replayed on the same evidence say the same, and two repairs can be
 * compared with one by what is said.
 */
import fc from 'fast-check'
import type { Reply, StageContext } from '../../src/llm/contracts.js'
import type { RecordItem } from '../../src/record/items.js'
import { memory, read, says, step } from '../execute/items.js'
import type { Script } from '../execute/lab.js'

/** One thing that an agent does; every choice is a number, so that fast-check can shrink it. */
interface Act {
  kind: 'memory' | 'read' | 'claim' | 'write' | 'update' | 'forget' | 'answer'
  turn: number
  picks: number[]
  twist: number
}

/** A record, and the memories that a fault may name. */
export interface Trace {
  items: RecordItem[]
  memories: string[]
  /** The last answer: both faults name it. */
  answer: string
  /** What happens in it, for counting. */
  has: { failedRetirements: number; updates: number; reads: number; owners: number }
}

const act = fc.record<Act>({
  kind: fc.constantFrom('memory', 'read', 'claim', 'write', 'update', 'answer', 'claim', 'read', 'update', 'write', 'forget'),
  turn: fc.nat({ max: 1 }),
  picks: fc.array(fc.nat({ max: 99 }), { maxLength: 2 }),
  twist: fc.nat({ max: 9 }),
})

/** Acts of 4 to 14 steps and two different numbers for the faults. */
export const randomActs = fc.noBias(fc.record({
  acts: fc.array(act, { minLength: 5, maxLength: 16 , size: 'max' }),
  faults: fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 })),
}))

/** The sentences of a text. */
export const sentencesOf = (text: string): string[] => text.match(/Box \d+ weighs \d+ kg\./g) ?? []

const byNumber = (a: string, b: string): number => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0])
const join = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(sentencesOf))].sort(byNumber)

interface Source {
  id: string
  kind: string
  content: string
}

/** What a stage says of its sources, and which of them it has it from. A claim holds three sentences at most. */
function say(stage: 'claim' | 'answer' | 'mutation', sources: readonly Source[]): { content: string; ids: string[] } {
  const usable = sources.filter(({ kind }) => kind !== 'input' && kind !== 'plan')
  const said = stage === 'answer' ? usable.filter(({ kind }) => kind === 'claim' || kind === 'answer') : []
  const from = said.length > 0 ? said : usable
  const kept = join(from.map(({ content }) => content)).slice(0, stage === 'claim' ? 3 : undefined)
  return { content: kept.join(' '), ids: from.filter(({ content }) => sentencesOf(content).some((one) => kept.includes(one))).map(({ id }) => id) }
}

/** The model that speaks the same way. */
export const script: Script = {
  claim(context: StageContext): Reply<'claim'> {
    const { content, ids } = say('claim', context.evidence)
    return { claims: content === '' ? [] : [{ content, evidence_ids: ids }] }
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

interface Known extends Source {
  owner: string | null
  isActive: boolean
}

/** Let the agent act. */
export function traceOf(acts: readonly Act[]): Trace {
  const items: RecordItem[] = []
  const store: Known[] = []
  const has = { failedRetirements: 0, updates: 0, reads: 0, owners: 0 }
  const turns = new Map<string, { reads: { id: string; results: Known[] }[]; steps: Source[]; used: Source[] }>()
  const turn = (at: string) => turns.get(at) ?? turns.set(at, { reads: [], steps: [], used: [] }).get(at)!
  for (const at of places.flat()) items.push(says(`u-${at}`, 'Which box weighs what?', at, userOf(at)))
  const remember = (id: string, content: string, owner: string | null, more: object = {}): void => {
    store.push({ id, kind: 'memory', content, owner, isActive: true })
    const item = memory(id, content, more)
    if (owner === null) delete item.user
    else item.user = owner
    items.push(item)
  }
  remember('m0', 'Box 0 weighs 100 kg.', 'ann')
  const visible = (at: string): Known[] => store.filter(({ owner, isActive }) => isActive && (owner === null || owner === userOf(at)))

  const perform = ({ kind, turn: half, picks, twist }: Act, index: number, isLast: boolean): void => {
    const at = places[index < acts.length / 2 ? 0 : 1][half] ?? 'S1.1'
    const here = turn(at)
    const id = `n${index}`
    if (kind === 'memory') {
      const witness = twist < 3 ? store[(picks[0] ?? 0) % store.length]?.content : undefined
      const owner = twist === 9 ? null : twist >= 7 ? 'bob' : 'ann'
      if (owner !== 'ann') has.owners++
      return remember(`m${index + 1}`, witness ?? `Box ${index + 1} weighs ${index + 101} kg.`, owner)
    }
    if (kind === 'read') {
      // as search ranks: all words match everywhere, so the shorter one first, then the older
      const k = 2 + twist % 2
      const found = [...visible(at)].sort((a, b) => sentencesOf(a.content).length - sentencesOf(b.content).length || store.indexOf(a) - store.indexOf(b)).slice(0, k)
      here.reads.push({ id, results: found })
      has.reads++
      items.push(read(id, 'box weighs', found.map((one) => one.id).join(' '), k, at))
      return
    }
    const earlier = [...turns].filter(([other]) => other.split('.')[0] === at.split('.')[0]).flatMap(([, { steps }]) => steps)
    const choice: Source[] = [...visible(at), ...earlier]
    const picked = picks.flatMap((pick) => choice[pick % Math.max(choice.length, 1)] ?? [])
    const consumed = kind === 'update' || kind === 'forget' ? visible(at).slice(-1 - (twist % 2)).slice(0, 1) : []
    if (kind === 'forget' && consumed.length === 0) return
    const offered = [...new Map([...here.reads.flatMap(({ results }) => results), ...picked, ...consumed, ...here.used].map((one) => [one.id, one])).values()]
    const stage = kind === 'claim' ? 'claim' : kind === 'answer' ? 'answer' : 'mutation'
    const { content, ids } = say(stage, offered)
    if (content === '' && !isLast) return
    const listed = twist % 2 === 0 ? here.reads.filter(({ results }) => results.some((one) => ids.includes(one.id))).map((one) => one.id) : []
    const used = [...ids.filter((one) => !consumed.some((old) => old.id === one)), ...listed]
    here.used.push(...offered.filter(({ id: one, kind: what }) => what !== 'memory' && ids.includes(one)))
    if (stage !== 'mutation') {
      items.push(step(id, kind === 'claim' ? 'claim' : 'final_answer', content === '' ? 'I do not know.' : content, used.length > 0 ? used.join(' ') : `u-${at}`, {}, at))
      here.steps.push({ id, kind: stage, content })
      return
    }
    const names = consumed.map((one) => one.id)
    const type = kind === 'write' ? 'memory_write' : kind === 'update' ? 'memory_update' : 'memory_delete'
    const fails = kind === 'update' && twist === 9
    const made = kind === 'forget' ? [] : [`m${index + 1}`]
    items.push(step(id, type, 'Keep it.', used.length > 0 ? used.join(' ') : `u-${at}`, { generated_memory_ids: made, consumed_memory_ids: names }, at))
    if (kind === 'update' && names.length > 0) has.updates++
    for (const old of consumed) {
      if (fails) {
        has.failedRetirements++
        const item = items.find((one) => one.id === old.id)
        if (item?.kind === 'memory') item.status = 'active'
      } else old.isActive = false
    }
    if (made[0] !== undefined) {
      const parents = ids.filter((one) => store.some((old) => old.id === one))
      remember(made[0], content, userOf(at), { derived_from: parents, supersedes: kind === 'update' && !fails && twist % 3 === 0 ? names : [] })
    }
  }
  acts.forEach((one, index) => perform(one, index, false))
  perform({ kind: 'answer', turn: 0, picks: [store.length - 1, 0], twist: 0 }, acts.length, true)
  return { items, memories: store.map(({ id }) => id), answer: `n${acts.length}`, has }
}
