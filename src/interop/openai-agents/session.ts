/** A session of the OpenAI Agents SDK over emend: the conversation is recorded, and read as repairs leave it. */
import type { AgentInputItem, Session } from '@openai/agents-core'
import { uuidV7, type EmendTenant, type RecentNode, type RecordItem } from '../../index.js'
import { itemOf, nodesOf, type Unplaced } from './session-items.js'

/** Which session. */
export interface EmendSessionOptions {
  /** A new one when left out. */
  sessionId?: string
  userId?: string
  agentId?: string
}

/** Turns of a conversation that are shown. */
const maxTurns = 1_000
const takenBack = 'taken back from the conversation'
const cleared = 'the conversation was cleared'

/**
 * A `Session` for `run(agent, input, { session })`. What was said, called and answered becomes turns; what is searched in emend in this
 * session meanwhile is evidence of the answer. An answer that a repair has made again is shown instead of the old one.
 *
 * @example
 * const session = new EmendSession(emend, { sessionId: 'chat-1', userId: 'ana' })
 * const { finalOutput } = await run(agent, 'Which router do I have?', { session })
 */
export class EmendSession implements Session {
  private readonly sessionId: string

  constructor(private readonly emend: EmendTenant, private readonly options: EmendSessionOptions = {}) {
    this.sessionId = options.sessionId ?? uuidV7()
  }

  async getSessionId(): Promise<string> {
    return this.sessionId
  }

  /** The conversation as it stands, oldest first; with a limit its last items. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.shown()).flatMap((node) => itemOf(node) ?? [])
    return limit === undefined ? items : limit <= 0 ? [] : items.slice(-limit)
  }

  /**
   * Record what a run has said and done. A run that is not streamed saves its input at its end: what was searched in this session since the
   * last answer then belongs to it.
   */
  async addItems(items: AgentInputItem[]): Promise<void> {
    const { userId, agentId } = this.options
    const recent = await this.emend.sessions.recent(this.sessionId, { turns: 1 })
    const pending = recent.slice(recent.findLastIndex(({ kind }) => kind !== 'memory_read') + 1)
    let turn = recent.at(-1)?.turn ?? 0
    let isSaying = recent.length > 0 && recent.every(({ kind }) => kind === 'input' || kind === 'memory_read')
    let context: readonly Seen[] = isSaying ? recent : items[0] && nodesOf(items[0])[0]?.kind === 'input' ? pending : recent
    const nodes = items.flatMap(nodesOf).map((node): RecordItem => {
      const isInput = node.kind === 'input'
      if (isInput && !isSaying) {
        turn += 1
        if (context !== pending) context = []
      }
      isSaying = isInput
      const placed = {
        ...node, ...(isInput ? {} : evidence(node, context)), session: this.sessionId, turn: Math.max(turn, 1), ...(userId === undefined ? {} : { user: userId }),
        ...(isInput || agentId === undefined ? {} : { agent: agentId }),
      } as RecordItem
      context = [...context, { id: node.id, kind: isInput ? 'input' : node.type, usedIds: [] }]
      return placed
    })
    // It was said and done: what rests on something withdrawn is recorded, and withheld like it.
    if (nodes.length > 0) await this.emend.record(nodes, { onWithdrawn: 'accept' })
  }

  /** Takes the last item back: it is shown no more, and stays for audit. */
  async popItem(): Promise<AgentInputItem | undefined> {
    const last = (await this.shown()).findLast((node) => itemOf(node) !== null)
    if (!last) return undefined
    await this.mark(takenBack, last)
    return itemOf(last) ?? undefined
  }

  /** Shows nothing of what was said so far; it stays for audit. */
  async clearSession(): Promise<void> {
    const last = (await this.shown()).at(-1)
    if (last) await this.mark(cleared, last)
  }

  /** The last answer's id, for faults and `emend.answers.current`. */
  async answerId(): Promise<string | null> {
    return (await this.shown()).findLast(({ kind }) => kind === 'final_answer')?.id ?? null
  }

  private async mark(content: string, last: RecentNode): Promise<void> {
    await this.emend.record([{ kind: 'step', id: uuidV7(), session: this.sessionId, turn: last.turn, type: 'memory_delete', content, used_ids: [last.id], basis: 'observed' }], { onWithdrawn: 'accept' })
  }

  private async shown(): Promise<RecentNode[]> {
    const nodes = await this.emend.sessions.recent(this.sessionId, { turns: maxTurns })
    const marks = nodes.filter(({ kind }) => kind === 'memory_delete')
    const lastCleared = nodes.findLast(({ kind, content }) => kind === 'memory_delete' && content === cleared)
    const after = lastCleared ? nodes.findIndex(({ id }) => lastCleared.usedIds.includes(id)) + 1 : 0
    const gone = new Set(marks.filter(({ content }) => content === takenBack).flatMap(({ usedIds }) => usedIds))
    return nodes.slice(after).filter(({ id, kind, content }) => kind !== 'memory_delete' && content !== null && !gone.has(id))
  }
}

type Seen = Pick<RecentNode, 'id' | 'kind' | 'usedIds'>

/** Observations rest on what was read meanwhile, plans and answers on all of the turn: so much is known of them. */
function evidence(node: Exclude<Unplaced, { kind: 'input' }>, context: readonly Seen[]): Pick<Exclude<Unplaced, { kind: 'input' }>, 'used_ids' | 'basis'> {
  if (node.used_ids !== undefined) return {}
  const reads = context.filter(({ kind }) => kind === 'memory_read')
  if (node.type === 'tool_observation') return { used_ids: reads.map(({ id }) => id) }
  return { used_ids: [...new Set(context.flatMap(({ id, kind, usedIds }) => (kind === 'memory_read' ? [id, ...usedIds] : [id])))].slice(-500), basis: 'inferred' }
}
