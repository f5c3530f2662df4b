/** Plots: what is said about one thing, what goes wrong with it, and how it is asked for. */
import type { Language, Speaker } from '../phrases/phrase-set.js'
import type { Random } from '../random.js'
import type { FactTest, InjectedFault, ScriptedTurn, World } from '../types.js'
import type { Attribute, DomainBook } from '../worlds/book.js'
import type { Target } from './script.js'
import { spelledValues } from './values.js'

/** The story of one thing. Turns of `early` come first, `late` after them; a target names one of these turns. */
export interface Plot {
  early: ScriptedTurn[]
  late: ScriptedTurn[]
  target: Omit<Target, 'at'> & { turn: ScriptedTurn | null }
  /** Its name in questions about several things; null for a thing that has a question of its own. */
  noun: string | null
  /** Its name where notes about it can be merged with others. */
  mergeable: string | null
  question: string
  required: FactTest[]
  forbidden: FactTest[]
  carried: FactTest[]
}

/** What plots are made of; nouns and identifiers are used once. */
export interface PlotSource {
  book: DomainBook
  world: World
  random: Random
  speaker: Speaker
  /** Nouns that are not taken yet. */
  nouns: Attribute[]
}

/** How plots end, by what is wrong. */
export type PlotKind = 'attribute' | 'items' | 'pointer' | 'lookup'

/** Kinds of plots that a fault type can hit. */
export const plotKinds: Readonly<Record<Exclude<InjectedFault, 'summary_drift'>, readonly PlotKind[]>> = {
  poisoned: ['attribute', 'attribute', 'pointer', 'lookup', 'items'],
  stale: ['attribute', 'attribute', 'items', 'pointer'],
  wrong_user: ['items', 'attribute', 'lookup'],
}

/** Kinds that can be asked for together with others. */
export const sharedKinds: readonly PlotKind[] = ['attribute', 'items']

/** A turn of a script. */
export const turnOf = (content: string, effect: ScriptedTurn['effect'], ...slots: string[]): ScriptedTurn => ({ content, effect, slots })

/** Take a noun with its name in the language. */
export function takeNoun({ nouns }: PlotSource, language: Language): { attribute: Attribute; noun: string } | null {
  const at = nouns.findIndex(({ zh }) => language === 'en' || zh !== undefined)
  const [attribute] = at < 0 ? [] : nouns.splice(at, 1)
  return attribute ? { attribute, noun: language === 'zh' ? attribute.zh ?? attribute.noun : attribute.noun } : null
}

const fact = (name: string, value: string): FactTest => ({ name, anyOf: [value] })

/** Tell the story of one thing, or null where there is nothing left to tell it of. */
export function makePlot(source: PlotSource, kind: PlotKind, type: Exclude<InjectedFault, 'summary_drift'>): Plot | null {
  if (kind === 'items') return itemsPlot(source, type)
  if (kind === 'lookup') return lookupPlot(source, type)
  const thing = kind === 'pointer' ? pointerThing(source) : attributeThing(source)
  return thing && valuePlot(source, thing, type)
}

interface Thing {
  noun: string
  values: string[]
  question: string
  isShared: boolean
  /** What the answer must say for a value: the value itself, or what a tool says about it. */
  tell(value: string): string
}

function attributeThing(source: PlotSource): Thing | null {
  const { random, speaker } = source
  const taken = takeNoun(source, speaker.language)
  if (!taken) return null
  const { attribute, noun } = taken
  const values = spelledValues(attribute, random, speaker.language, 2)
  return { noun, values, isShared: true, question: speaker.say(random.chance(0.5) ? 'ask_attribute' : 'ask_attribute_notes', { noun }), tell: (value) => value }
}

function pointerThing({ book, world, random, speaker }: PlotSource): Thing | null {
  const { noun, ids, fields } = book.pointer
  const field = random.pick(fields)
  const values = random.sample(ids(world), 2)
  if (new Set(values.map((id) => field.valueOf(world, id))).size < 2) return null
  return { noun, values, isShared: false, question: speaker.say(`via_${field.key}`, { noun }), tell: (id) => field.valueOf(world, id) }
}

/** Said once, or said and changed. */
function valuePlot({ speaker }: PlotSource, thing: Thing, type: Exclude<InjectedFault, 'summary_drift'>): Plot | null {
  const { noun, values: [first = '', second = ''], question, isShared, tell } = thing
  const common = { noun: isShared ? noun : null, mergeable: isShared ? noun : null, question }
  const facts = (right: string, wrong: string) => ({
    required: [fact(noun, tell(right))], forbidden: [fact(noun, tell(wrong))],
    carried: [...new Set([wrong, tell(wrong)])].map((value) => fact(noun, value)),
  })
  const say = turnOf(speaker.say('say_attribute', { noun, value: first }), 'write', noun)
  if (type === 'poisoned') {
    return { ...common, early: [say], late: [], target: { type, turn: say, clean: first, wrong: second }, ...facts(first, second) }
  }
  if (type === 'stale') {
    const change = turnOf(speaker.say('change_attribute', { noun, value: second }), 'update', noun)
    return { ...common, early: [say], late: [change], target: { type, turn: change, clean: second, wrong: first }, ...facts(second, first) }
  }
  // The user has never said it: somebody else's answers the question.
  const content = speaker.say('note_attribute', { noun, value: first })
  return { ...common, early: [], late: [], target: { type, turn: null, clean: '', wrong: first, content }, ...facts('', first), required: [] }
}

function itemsPlot({ book, random, speaker }: PlotSource, type: Exclude<InjectedFault, 'summary_drift'>): Plot {
  const [a = '', b = '', other = ''] = random.sample(speaker.language === 'zh' ? book.zhItems : book.items, 3)
  const says = [a, b].map((value) => turnOf(speaker.say('say_item', { value }), 'write', 'items'))
  const common = { early: says, noun: null, mergeable: null, question: speaker.say('ask_items') }
  const facts = (right: string[], wrong: string) => ({
    required: right.map((value) => fact('items', value)), forbidden: [fact('items', wrong)], carried: [fact('items', wrong)],
  })
  if (type === 'poisoned') {
    return { ...common, late: [], target: { type, turn: says[0] ?? null, clean: a, wrong: other }, ...facts([a, b], other) }
  }
  if (type === 'stale') {
    const forget = turnOf(speaker.say('forget_item', { value: a }), 'delete', 'items')
    return { ...common, late: [forget], target: { type, turn: forget, clean: '', wrong: a }, ...facts([b], a) }
  }
  return { ...common, late: [], target: { type, turn: null, clean: '', wrong: other, content: speaker.say('note_item', { value: other }) }, ...facts([a, b], other) }
}

/** A tool is asked once, and memory afterwards. */
function lookupPlot({ book, world, random, speaker }: PlotSource, type: Exclude<InjectedFault, 'summary_drift'>): Plot | null {
  const field = random.pick(book.pointer.fields)
  const [id = '', twin = ''] = random.sample(book.pointer.ids(world), 2)
  const [right, wrong] = [field.valueOf(world, id), field.valueOf(world, twin)]
  if (right === wrong || (type === 'wrong_user' && field.key === 'price' && Number(wrong) > Number(right))) return null
  const look = turnOf(speaker.say(`look_${field.key}`, { id }), 'observe', id)
  const common = {
    early: [look], late: [], noun: null, mergeable: null, question: speaker.say(`notes_${field.key}`, { id }),
    required: [fact(`${field.key} of ${id}`, right)], forbidden: [fact(`${field.key} of ${id}`, wrong)], carried: [fact(`${field.key} of ${id}`, wrong)],
  }
  if (type === 'poisoned') return { ...common, target: { type, turn: look, clean: right, wrong } }
  return { ...common, target: { type, turn: null, clean: right, wrong, content: speaker.say(`note_${field.key}`, { id, value: wrong }) } }
}
