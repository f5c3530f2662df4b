/** Names that fit a screen: ids of the store are long, so the demo numbers its nodes. */
import type { TracedNode } from '../../index.js'

/** Short names by id, and a text with every id replaced. */
export interface ShortNames {
  of(id: string): string
  within(text: string): string
}

const letters: Partial<Record<TracedNode['kind'], string>> = {
  memory: 'm', input: 'u', memory_read: 'read', claim: 'claim', plan: 'plan', tool_action: 'call', tool_observation: 'result', final_answer: 'answer',
}

/**
 * Number nodes by kind.
 *
 * @param nodes in the order of the clock; what a repair made in the place of a node is called like it, with a prime
 */
export function shortNames(nodes: { id: string; kind: TracedNode['kind'] }[]): ShortNames {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { id, kind } of nodes) {
    if (names.has(id)) continue
    const letter = letters[kind] ?? 'write'
    const count = (counts.get(letter) ?? 0) + 1
    counts.set(letter, count)
    names.set(id, `${letter}${count}`)
  }
  const within = (text: string): string => [...names].reduce((replaced, [id, name]) => replaced.replaceAll(id, name), text)
  return { of: within, within }
}
