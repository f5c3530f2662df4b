/** Plays turns of a script with the reference agent, for real, in a tenant of its own. */
import { randomUUID } from 'node:crypto'
import { runTurn, type Emend, type OpenOptions, type RecordItem } from '../../../index.js'
import { turnsOf, type Script } from '../scripts/script.js'
import type { World } from '../types.js'
import type { DomainBook } from '../worlds/book.js'
import { sessionId } from './items.js'

/** Opens the store, as `openEmend` does. */
export type OpenStore = (options: OpenOptions) => Promise<Emend>

/** What was played. */
export interface Played {
  items: RecordItem[]
  /** The world after each turn that was played, in order. */
  worlds: World[]
  /** The last answer; empty where no turn was played. */
  answer: string
}

/**
 * Record what was before, then take turns.
 *
 * @param before items that stand already, with explicit statuses
 * @param world as it is before the first turn; it is not changed
 * @param range turns to take, counted through all sessions from 0; the end is not taken
 * @throws EmendError what the agent throws
 */
export async function playTurns(
  open: OpenStore, book: DomainBook, script: Script, before: readonly RecordItem[], world: World, range: { from: number; to: number },
): Promise<Played> {
  const own = structuredClone(world)
  const emend = await open({ tenant: `bench-${randomUUID()}`, isolated: true, tools: book.tools(own), domain: book.domain })
  try {
    if (before.length > 0) await emend.importItems([...before])
    const earlier = new Map<string, { id: string; content: string }[]>()
    for (const item of before) if (item.kind === 'input') earlier.set(item.session, [...earlier.get(item.session) ?? [], { id: item.id, content: item.content }])
    const worlds: World[] = []
    let answer = ''
    for (const { session, scripted } of turnsOf(script).slice(range.from, range.to)) {
      const id = sessionId(session)
      const said = earlier.get(id) ?? []
      const outcome = await runTurn(emend, { content: scripted.content, userId: script.userId, sessionId: id, domain: book.domain, earlier: said })
      earlier.set(id, [...said, outcome.input])
      answer = outcome.answer.content
      worlds.push(structuredClone(own))
    }
    return { items: await emend.exportItems(), worlds, answer }
  } finally {
    try {
      await emend.dropTenant()
    } finally {
      await emend.close()
    }
  }
}

/** Memories from before the first session. */
export function rootItems(script: Script): RecordItem[] {
  return script.roots.map((content, at) => ({ kind: 'memory', id: `root-${at}`, content, user: script.userId, source: 'user_input', status: 'active' }))
}
