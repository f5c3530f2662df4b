/** Writes the script of a case: plots woven into sessions, with distractions around them. */
import { speaker as speak, type PhraseSet, type Speaker } from '../phrases/phrase-set.js'
import type { Random } from '../random.js'
import type { FactTest, InjectedFault, ScriptedTurn, World } from '../types.js'
import type { DomainBook } from '../worlds/book.js'
import { makePlot, plotKinds, sharedKinds, takeNoun, turnOf, type Plot, type PlotSource } from './plots.js'
import type { Script } from './script.js'
import { spelledValues } from './values.js'

/** What a case is to be about. */
export interface ScriptWish {
  type: InjectedFault
  count: 1 | 2 | 3
}

/** How often a case is in Chinese. */
const chineseShare = 0.12
/** Turns before the last session, at least: one number of these. */
const fewestSpoken = [7, 9] as const
/** How often what was remembered is merged before the last question. */
const mergedShare = 0.5

/**
 * Write a script.
 *
 * @returns null where chance gave plots that do not go together
 */
export function writeScript(book: DomainBook, world: World, phrases: PhraseSet, random: Random, wish: ScriptWish): Script | null {
  const speaker = speak(phrases, random.chance(chineseShare) ? 'zh' : 'en', random)
  const source: PlotSource = { book, world, random, speaker, nouns: random.shuffle(book.attributes) }
  const drift = wish.type === 'summary_drift' ? driftPlot(source) : null
  if (wish.type === 'summary_drift' && !drift) return null
  const plots = drift ? [drift] : []
  while (plots.length < wish.count) {
    const plot = nextPlot(source, wish, plots)
    if (!plot) return null
    plots.push(plot)
  }
  return weave(source, plots)
}

function nextPlot(source: PlotSource, { type, count }: ScriptWish, before: readonly Plot[]): Plot | null {
  const { random, speaker } = source
  const kind = type === 'summary_drift' ? 'poisoned' : type
  const isTaken = before.some(({ target }) => target.turn?.slots.includes('items') || target.turn === null)
  const kinds = plotKinds[kind].filter((one) => (count === 1 || sharedKinds.includes(one)) && (speaker.language === 'en' || sharedKinds.includes(one))
    && !(one === 'items' && isTaken && before.some(({ early }) => early.some(({ slots }) => slots.includes('items')))))
  return makePlot(source, random.pick(kinds), kind)
}

/** Two things are merged into one note, and the note gets one of them wrong. */
function driftPlot(source: PlotSource): Plot | null {
  const { random, speaker } = source
  const pair = [takeNoun(source, speaker.language), takeNoun(source, speaker.language)].filter((one) => one !== null)
  const [a, b] = pair.map(({ attribute, noun }) => ({ noun, values: spelledValues(attribute, random, speaker.language, 2) }))
  if (!a || !b) return null
  const says = [a, b].map(({ noun, values }) => turnOf(speaker.say('say_attribute', { noun, value: values[0] ?? '' }), 'write', noun))
  const merge = turnOf(speaker.say('merge_two', { noun: a.noun, noun2: b.noun }), 'consolidate', a.noun, b.noun)
  const hit = random.pick([a, b])
  const wrong: FactTest = { name: hit.noun, anyOf: [hit.values[1] ?? ''] }
  return {
    early: says, late: [merge], noun: null, mergeable: hit.noun, question: speaker.say('ask_summary', { noun: a.noun, noun2: b.noun }),
    target: { type: 'summary_drift', turn: merge, clean: hit.values[0] ?? '', wrong: hit.values[1] ?? '' },
    required: [a, b].map(({ noun, values }) => ({ name: noun, anyOf: [values[0] ?? ''] })), forbidden: [wrong], carried: [wrong],
  }
}

/** Three sessions: things are said; things change; things are asked. */
function weave(source: PlotSource, plots: readonly Plot[]): Script {
  const { book, random, speaker } = source
  const extra = extras(source, plots)
  const first = random.shuffle([...plots.flatMap(({ early }) => early), ...extra.early])
  const second = random.shuffle([...plots.flatMap(({ late }) => late), ...extra.late])
  const spoken = first.length + second.length
  first.push(...extra.fillers.slice(0, Math.max(0, random.int(...fewestSpoken) - spoken)))
  const known = plots.flatMap(({ noun }) => (noun === null ? [] : [noun]))
  const companion = known.length === 1 && extra.known && (plots[0]?.required.length === 0 || random.chance(0.4)) ? extra.known : null
  const nouns = companion ? random.shuffle([...known, companion.noun]) : known
  const questions = [
    ...(nouns.length > 1 ? [speaker.say(nouns.length === 2 ? 'ask_two' : 'ask_three', namedNouns(nouns))] : []),
    ...plots.filter(({ noun }) => noun === null || nouns.length < 2).map(({ question }) => question),
  ]
  const mergeable = [...plots.flatMap((plot) => (plot.mergeable === null ? [] : [plot.mergeable])), ...(extra.known ? [extra.known.noun] : [])].slice(0, 2)
  const merged = mergeable.length === 2 && random.chance(mergedShare) ? [turnOf(speaker.say('merge_two', namedNouns(mergeable)), 'consolidate', ...mergeable)] : []
  const asked = random.pick(plots)
  const third = [
    ...merged,
    ...(random.chance(0.6) ? [turnOf(asked.question, 'ask')] : []),
    ...extra.acts,
    turnOf(questions.join(speaker.language === 'zh' ? '' : ' '), 'ask'),
  ]
  const sessions = [first, second, third].filter((turns) => turns.length > 0)
  const place = (turn: ScriptedTurn) => sessions.flatMap((turns, session) => (turns.includes(turn) ? [{ session, turn: turns.indexOf(turn) + 1 }] : []))[0] ?? null
  return {
    userId: `${book.domain}-user-${random.int(100, 999)}`,
    roots: extra.roots, sessions,
    targets: plots.map(({ target: { turn, ...target } }) => ({ ...target, at: turn && place(turn) })),
    required: [...plots.flatMap(({ required }) => required), ...(companion ? [companion.test] : [])],
    forbidden: plots.flatMap(({ forbidden }) => forbidden),
    carried: plots.flatMap(({ carried }) => carried),
  }
}

const namedNouns = ([noun = '', noun2 = '', noun3 = '']: readonly string[]): Record<string, string> => ({ noun, noun2, noun3 })

interface Extras {
  early: ScriptedTurn[]
  late: ScriptedTurn[]
  acts: ScriptedTurn[]
  /** Things said of nothing in particular, for when a script is short. */
  fillers: ScriptedTurn[]
  roots: string[]
  /** Something right that can be asked for beside the rest. */
  known: { noun: string; test: FactTest } | null
}

/** What happens besides: twins of the same nouns, another update and a lookup, and notes from before. */
function extras(source: PlotSource, plots: readonly Plot[]): Extras {
  const { book, world, random, speaker } = source
  const { language } = speaker
  const spoken = book.attributes.filter(({ zh }) => language === 'en' || zh !== undefined)
  const twins = random.sample(spoken, 2).map((attribute) => relative(speaker, attribute, random))
  const other = takeNoun(source, language)
  const [before = '', after = ''] = other ? spelledValues(other.attribute, random, language, 2) : []
  const isChanged = other !== null && random.chance(0.6)
  const early = [turnOf(twins[0]?.said ?? '', 'distract')]
  if (other) early.push(turnOf(speaker.say('say_attribute', { noun: other.noun, value: before }), 'write', other.noun))
  const late = isChanged && other ? [turnOf(speaker.say('change_attribute', { noun: other.noun, value: after }), 'update', other.noun)] : []
  const usesTools = plots.some(({ early: turns }) => turns.some(({ effect }) => effect === 'observe'))
  if (language === 'en' && !usesTools) {
    const id = random.pick(book.pointer.ids(world))
    late.push(turnOf(speaker.say(`look_${random.pick(book.pointer.fields).key}`, { id }), 'observe', id))
  }
  const hasItems = plots.some(({ early: turns }) => turns.some(({ slots }) => slots.includes('items')))
  if (!hasItems && random.chance(0.5)) {
    const value = random.pick(language === 'zh' ? book.zhItems : book.items)
    early.push(turnOf(speaker.say('say_item', { value }), 'write', 'items'))
    if (random.chance(0.6)) late.push(turnOf(speaker.say('forget_item', { value }), 'delete', 'items'))
  }
  const asides = [...new Set(Array.from({ length: 9 }, () => speaker.say('note_aside')))].slice(0, random.int(2, 4))
  const spare = takeNoun(source, language)
  const roots = [
    ...asides, twins[1]?.noted ?? '',
    ...(spare ? [speaker.say('note_attribute', { noun: spare.noun, value: spelledValues(spare.attribute, random, language, 1)[0] ?? '' })] : []),
  ]
  const pointer = plots.find(({ early: turns }) => turns.some(({ slots }) => slots.includes(book.pointer.noun)))
  const acts = pointer && 'act_ticket' in book.slots && language === 'en' ? [turnOf(speaker.say('act_ticket', { noun: book.pointer.noun }), 'observe', book.pointer.noun)] : []
  const value = isChanged ? after : before
  const fillers = [...ownFillers(source, language), turnOf(relative(speaker, random.pick(spoken), random).said, 'distract')]
  return { fillers, early, late, acts, roots: random.shuffle(roots), known: other && { noun: other.noun, test: { name: other.noun, anyOf: [value] } } }
}

/** More attributes of the user's own, and questions for them. */
function ownFillers(source: PlotSource, language: Speaker['language']): ScriptedTurn[] {
  const { random, speaker } = source
  const taken = takeNoun(source, language)
  if (!taken) return []
  const { attribute, noun } = taken
  return [
    turnOf(speaker.say('say_attribute', { noun, value: spelledValues(attribute, random, language, 1)[0] ?? '' }), 'write', noun),
    turnOf(speaker.say('ask_attribute', { noun }), 'ask', noun),
  ]
}

function relative(speaker: Speaker, attribute: DomainBook['attributes'][number], random: Random): { said: string; noted: string } {
  const noun = speaker.language === 'zh' ? attribute.zh ?? attribute.noun : attribute.noun
  const [a = '', b = ''] = spelledValues(attribute, random, speaker.language, 2)
  return { said: speaker.say('say_relative', { noun, value: a }), noted: speaker.say('note_relative', { noun, value: b }) }
}
