/** What of a trajectory speaks of the answer to a question. */
import { normalisePhrase, saysPhrase } from '../judge-steps.js'
import type { TrajectoryRecord } from './records.js'

/** Lines of one page. */
export interface Snippet {
  url: string
  action: string
  thought: string
  text: string
}

/** A trajectory, as short as a question needs it. */
export interface Evidence {
  id: string
  goal: string
  outcome: string
  /** What was done, in order, with the names of what it was done to. */
  actions: string[]
  /** Pages that hold phrases of the answer; none where the trajectory has nothing to do with it. */
  snippets: Snippet[]
  /** Labels of buttons, links, fields and headings. */
  labels: string[]
}

/** Lines around one that holds a phrase. */
const around = 1
/** Snippets of one trajectory. */
const mostSnippets = 3

const says = (text: string, phrase: string): boolean => saysPhrase(text, { name: phrase, anyOf: [phrase] })
const textOf = (value: unknown): string => (typeof value === 'string' ? value : Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : '').replaceAll(/\s+/g, ' ').trim()

/** Labels as trees write them: `[a12] button 'Export'`. */
const label = /^\s*(?:\[([\w-]+)\]\s*)?(?:button|link|menuitem|tab|option|heading|textbox|combobox|checkbox|gridcell|columnheader|LabelText)\s+['"]([^'"]{2,60})['"]/gm

/** A trajectory made ready to be looked into many times. */
export interface Readable {
  trajectory: TrajectoryRecord
  trees: string[]
  /** The trees, normalised. */
  normal: string[]
  names: ReadonlyMap<string, string>
}

/** Make a trajectory ready. */
export function readable(trajectory: TrajectoryRecord): Readable {
  const trees = trajectory.states.map((state) => state.accessibility_tree ?? state.text ?? '')
  const names = new Map<string, string>()
  for (const tree of trees) for (const [, id = '', name = ''] of tree.matchAll(label)) names.set(id || name, name)
  return { trajectory, trees, normal: trees.map(normalisePhrase), names }
}

/** Look for the phrases of an answer. Only a trajectory that holds all of them has snippets. */
export function evidenceOf({ trajectory, trees, normal, names }: Readable, phrases: readonly string[]): Evidence {
  const wanted = phrases.map(normalisePhrase)
  const isWhole = wanted.every((phrase) => normal.some((tree) => tree.includes(phrase)))
  const snippets = !isWhole ? [] : trajectory.states.flatMap((state, at): Snippet[] => {
    const text = wanted.some((phrase) => normal[at]?.includes(phrase)) ? snippetOf(trees[at] ?? '', phrases) : ''
    return text === '' ? [] : [{ url: state.url ?? '', action: state.action ?? '', thought: textOf(state.thought), text }]
  })
  return {
    id: trajectory.id, goal: textOf(trajectory.goal), outcome: textOf(trajectory.outcome),
    actions: trajectory.states.flatMap(({ action }) => (action ? [named(action, names)] : [])),
    snippets: covering(snippets, phrases), labels: [...new Set(names.values())],
  }
}

/** Lines that hold a phrase, and those around them. */
function snippetOf(tree: string, phrases: readonly string[]): string {
  const lines = tree.split('\n').map((line) => line.trim())
  const near = new Set(lines.flatMap((line, at) => (phrases.some((phrase) => says(line, phrase)) ? Array.from({ length: 2 * around + 1 }, (_, step) => at - around + step) : [])))
  return lines.filter((line, at) => near.has(at) && line !== '').slice(0, 12).join('\n')
}

/** A few snippets that hold all phrases together. */
function covering(snippets: readonly Snippet[], phrases: readonly string[]): Snippet[] {
  const chosen: Snippet[] = []
  for (const phrase of phrases) {
    const found = snippets.find(({ text }) => says(text, phrase))
    if (found && !chosen.some(({ text }) => says(text, phrase))) chosen.push(found)
  }
  return phrases.every((phrase) => chosen.some(({ text }) => says(text, phrase))) ? chosen.slice(0, mostSnippets) : []
}

/** "click('a12')" with the name of what is clicked. */
function named(action: string, names: ReadonlyMap<string, string>): string {
  const id = /\(\s*['"]([\w-]+)['"]/.exec(action)?.[1]
  const name = id === undefined ? undefined : names.get(id)
  return name === undefined ? action.replaceAll(/\s+/g, ' ').trim() : `${action.slice(0, action.indexOf('('))} ${name}`
}
