/** Writes the script of a navigation case: what is looked up, taught, merged and asked about one task, with alike ones around it. */
import type { Random } from '../../controlled/random.js'
import type { Target } from '../../controlled/scripts/script.js'
import type { FactTest, ScriptedTurn, TurnEffect, World } from '../../controlled/types.js'
import { about, say } from './phrases.js'
import { details, twinOf, type Detail, type NavigationData } from './world.js'

/** How far a memory is from what was seen: one step as observed, a procedure, a tip, or a workflow note merged of others. */
export const levels = ['observation', 'procedure', 'tip', 'workflow'] as const
/** How far a memory is from what was seen. */
export type Level = (typeof levels)[number]

/** A whole case, before it is played. */
export interface NavigationScript {
  userId: string
  roots: string[]
  sessions: ScriptedTurn[][]
  targets: Target[]
  required: FactTest[]
  isOrdered: boolean
  forbidden: FactTest[]
  carried: FactTest[]
}

/** How often notes are merged although the merged note is not diagnosed. */
const mergedShare = 0.3
/** How often something is asked for before the last question. */
const askedBeforeShare = 0.5

/** Write a script. @param wrong levels at which the same thing is remembered wrongly */
export function writeNavigation(world: World<'navigation'>, random: Random, wrong: readonly Level[]): NavigationScript {
  const { pages, guides } = world.data as NavigationData
  const at = random.int(0, pages.length - 1)
  const [page, guide] = [pages[at], guides[at]]
  if (!page || !guide) throw new RangeError('a world has pages and guides')
  const detail = random.pick(details)
  const value = detail === 'form_fields' ? page.form_fields[random.int(0, 1)] ?? '' : page[detail]
  const twin = twinOf(detail, value)
  const words = { page: page.page, task: guide.task, value: detail === 'form_fields' ? page.form_fields.join(' and ') : value }

  const turns: Record<Exclude<Level, 'workflow'>, ScriptedTurn> = {
    observation: turn(say(random, about('look', detail), words), 'observe', page.page),
    procedure: turn(say(random, 'guide', words), 'observe', guide.task),
    tip: turn(say(random, about('tip', detail), words), 'write', guide.task),
  }
  const merge = wrong.includes('workflow') || random.chance(mergedShare) ? turn(say(random, 'merge', words), 'consolidate', guide.task) : null
  const question = questionFor(random, detail, wrong, words)
  const asked = turn(question.content, 'ask')
  const first = random.shuffle([turns.observation, turns.procedure, turns.tip, ...distractions(world, random, at, detail)])
  const second = [...(merge ? [merge] : []), ...(random.chance(askedBeforeShare) ? [turn(question.content, 'ask')] : [])]
  const sessions = [first.slice(0, 4), first.slice(4), second, [asked]].filter((session) => session.length > 0)
  const placeOf = (wanted: ScriptedTurn): Target['at'] => sessions.flatMap((session, number) => (session.includes(wanted) ? [{ session: number, turn: session.indexOf(wanted) + 1 }] : []))[0] ?? null
  const fact = (text: string): FactTest => ({ name: `${detail.replaceAll('_', ' ')} of ${page.page}`, anyOf: [text] })
  return {
    userId: `navigation-user-${random.int(100, 999)}`,
    roots: random.sample(['The help line closes at five.', 'The canteen has a new menu card.', 'The intranet is slow on Mondays.', 'Screens are locked after ten minutes.'], 2),
    sessions,
    targets: levels.filter((level) => wrong.includes(level)).map((level) => ({
      type: 'poisoned', at: placeOf(level === 'workflow' ? merge ?? asked : turns[level]), clean: value, wrong: twin,
    })),
    required: question.isOrdered ? guide.steps.map((step) => ({ name: step, anyOf: [step] })) : [...(detail === 'form_fields' ? page.form_fields : [value])].map(fact),
    isOrdered: question.isOrdered, forbidden: [fact(twin)], carried: [fact(twin)],
  }
}

/** What is asked in the end: how the task is done, or the detail itself, of the page or as the tip has it. */
function questionFor(random: Random, detail: Detail, wrong: readonly Level[], words: Readonly<Record<string, string>>): { content: string; isOrdered: boolean } {
  const kinds = [
    ...(wrong.includes('observation') ? ['page' as const] : []),
    ...(wrong.includes('procedure') || wrong.includes('workflow') ? ['steps' as const, 'steps' as const] : []),
    ...(wrong.includes('tip') || wrong.includes('workflow') ? ['tip' as const] : []),
  ]
  const kind = random.pick(kinds)
  if (kind === 'steps') return { content: say(random, 'ask_steps', words), isOrdered: true }
  return { content: say(random, about(kind === 'page' ? 'ask' : 'ask_tip', detail), words), isOrdered: false }
}

/** The alike page, guides and tips of other tasks, and what the user says of himself. */
function distractions(world: World<'navigation'>, random: Random, at: number, detail: Detail): ScriptedTurn[] {
  const { pages, guides } = world.data as NavigationData
  const twin = at % 2 === 0 ? at + 1 : at - 1
  const others = random.shuffle(pages.map((_, place) => place).filter((place) => place !== at && place !== twin))
  const of = (place: number): { page: string; task: string; site: string } => ({
    page: pages[place]?.page ?? '', task: guides[place]?.task ?? '', site: pages[place]?.site ?? '',
  })
  const [second = 0, third = 0] = others
  const tip = { ...of(third), value: pages[third]?.header_button ?? '' }
  return [
    turn(say(random, about('look', detail), of(twin)), 'distract', of(twin).page),
    turn(say(random, 'guide', of(second)), 'distract', of(second).task),
    turn(say(random, 'tip_header_button', tip), 'distract', tip.task),
    turn(say(random, 'habit', of(at)), 'distract'),
    ...(random.chance(0.5) ? [turn(say(random, about('look', random.pick(details)), of(third)), 'distract', of(third).page)] : []),
  ]
}

const turn = (content: string, effect: TurnEffect, ...slots: string[]): ScriptedTurn => ({ content, effect, slots })
