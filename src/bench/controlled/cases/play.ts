/** Plays turns of a script with the reference agent, for real, in a tenant of its own. */
import { randomUUID } from 'node:crypto'
import { runTurn, type Emend, type OpenOptions, type RecordItem, type Tool } from '../../../index.js'
import { turnsOf, type Script } from '../scripts/script.js'
import type { CaseDomain, World } from '../types.js'
import { sessionId } from './items.js'

/** Opens the store, as `openEmend` does. */
export type OpenStore = (options: OpenOptions) => Promise<Emend>

/** Where turns are played: what goes before every stage, and the tools over a world, which they may change. */
export interface Stage<D extends CaseDomain> {
  domain: D
  tools(world: World<D>): Tool[]
}

/** What is played: whose session it is, and what is said. */
export type Spoken = Pick<Script, 'userId' | 'sessions'>

/** What was played. */
export interface Played<D extends CaseDomain> {
  items: RecordItem[]
  /** The world after each turn that was played, in order. */
  worlds: World<D>[]
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
export async function playTurns<D extends CaseDomain>(
  open: OpenStore, stage: Stage<D>, script: Spoken, before: readonly RecordItem[], world: World<D>, range: { from: number; to: number },
): Promise<Played<D>> {
  const own = structuredClone(world)
  const emend = await open({ tenant: `bench-${randomUUID()}`, isolated: true, tools: stage.tools(own), domain: stage.domain })
  try {
    if (before.length > 0) await emend.importItems([...before])
    const earlier = new Map<string, { id: string; content: string }[]>()
    for (const item of before) if (item.kind === 'input') earlier.set(item.session, [...earlier.get(item.session) ?? [], { id: item.id, content: item.content }])
    const worlds: World<D>[] = []
    let answer = ''
    for (const { session, scripted } of turnsOf(script).slice(range.from, range.to)) {
      const id = sessionId(session)
      const said = earlier.get(id) ?? []
      const outcome = await runTurn(emend, { content: scripted.content, userId: script.userId, sessionId: id, domain: stage.domain, earlier: said })
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
export function rootItems(script: Pick<Script, 'userId' | 'roots'>): RecordItem[] {
  return script.roots.map((content, at) => ({ kind: 'memory', id: `root-${at}`, content, user: script.userId, source: 'user_input', status: 'active' }))
}
