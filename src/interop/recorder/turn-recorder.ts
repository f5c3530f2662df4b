/** Records what a framework's run does, one thing after the other, without holding the run up. */
import { uuidV7, type EmendTenant, type RecordItem } from '../../index.js'

/** Where a run is recorded. */
export interface RecorderOptions {
  /** The conversation; a new one when left out. */
  sessionId?: string
  userId?: string
  agentId?: string
  /** Told of what could not be recorded, as it happens; `settled` throws it when left out. */
  onError?: (error: unknown) => void
}

/** A call of a tool. */
export interface ToolCall {
  /** As the model named it; made up when it named none. */
  id?: string | undefined
  name: string
  args: unknown
}

type StepItem = Extract<RecordItem, { kind: 'step' }>

/** The longest text of a step, in bytes; what is longer is cut off. */
const maxBytes = 262_144

/**
 * One conversation, as its framework tells of it. Calls return at once and are carried out in their order; `settled` waits. Plans and answers rest on
 * their turn, with what was read in it by whichever adapter, unless `usedIds` says more.
 */
export class TurnRecorder {
  readonly sessionId: string
  private turn = 0
  private answer: string | null = null
  private last: Promise<void> = Promise.resolve()
  private failure: { error: unknown } | null = null
  private readonly actions = new Map<string, { id: string; name: string }>()
  private readonly answered = new Set<string>()
  private readonly heard = new Set<string>()
  /** What the model is shown of this run: inputs, and what tools have answered. */
  private readonly shown: string[] = []

  constructor(private readonly emend: EmendTenant, private readonly options: RecorderOptions = {}) {
    this.sessionId = options.sessionId ?? uuidV7()
  }

  /** A user says something: a turn begins, unless it was heard in this run already. Messages that come together are one turn. */
  hear(messages: readonly string[]): void {
    const fresh = messages.filter((content) => content !== '' && !this.heard.has(content))
    if (fresh.length === 0) return
    for (const content of fresh) this.heard.add(content)
    const { userId } = this.options
    const inputs = fresh.map((content) => ({ id: uuidV7(), content }))
    this.shown.push(...inputs.map(({ id }) => id))
    this.queue(async () => {
      let turn: number | undefined
      for (const { id, content } of inputs) {
        const said = await this.emend.inputs.add(cut(content), { id, sessionId: this.sessionId, ...(userId === undefined ? {} : { userId }), ...(turn === undefined ? {} : { turn }) })
        turn = said.turn
      }
      this.turn = turn ?? this.turn
    })
  }

  /** The model asks for tools. A call that was told of already is left as it is. */
  plan(text: string | null, calls: readonly ToolCall[], usedIds?: readonly string[]): void {
    const fresh = calls.filter(({ id }) => id === undefined || !this.actions.has(id)).map((call) => ({ ...call, callId: call.id ?? uuidV7(), action: uuidV7() }))
    if (fresh.length === 0) return
    for (const { callId, action, name } of fresh) this.actions.set(callId, { id: action, name })
    const plan = uuidV7()
    const steps: Partial<StepItem>[] = [
      { id: plan, type: 'plan', content: cut(text === null || text === '' ? fresh.map(render).join('\n') : text), ...this.evidence(usedIds) },
      ...fresh.map((call) => ({
        id: call.action, type: 'tool_action' as const, content: cut(render(call)), used_ids: [plan], basis: 'observed' as const, tool: { name: call.name, args: call.args, call_id: call.callId },
      })),
    ]
    this.record(steps)
  }

  /** A tool has answered. Without a call that is known, a plan is made for it. */
  observe(call: ToolCall, result: unknown): void {
    const callId = call.id ?? this.openCall(call.name) ?? uuidV7()
    if (!this.actions.has(callId)) this.plan(null, [{ ...call, id: callId }])
    const action = this.actions.get(callId)
    const id = uuidV7()
    this.shown.push(id)
    this.queue(async () => this.write([{
      id, type: 'tool_observation', content: cut(typeof result === 'string' ? result : JSON.stringify(result) ?? ''), basis: 'observed',
      used_ids: action ? [action.id, ...await this.readsSince(action.id)] : [], tool: { name: action?.name ?? call.name, call_id: callId },
    }]))
    this.answered.add(callId)
  }

  /** The model says something on the way. */
  claim(content: string, usedIds?: readonly string[]): void {
    if (content !== '') this.record([{ id: uuidV7(), type: 'claim', content: cut(content), ...this.evidence(usedIds) }])
  }

  /** The agent answers. */
  conclude(content: string, usedIds?: readonly string[]): void {
    if (content === '') return
    const id = uuidV7()
    this.answer = id
    this.record([{ id, type: 'final_answer', content: cut(content), ...this.evidence(usedIds) }])
  }

  /** The last answer's id, for `emend.answers.current` and for faults. */
  get answerId(): string | null {
    return this.answer
  }

  /** Wait until all is recorded. @throws what recording threw, unless `onError` was given */
  async settled(): Promise<void> {
    await this.last
    const failure = this.failure
    this.failure = null
    if (failure) throw failure.error
  }

  /** Wait until all is recorded; what went wrong is kept for `settled`. */
  async waits(): Promise<void> {
    await this.last
  }

  /** With what a caller names goes what the model was shown; without, emend takes all of the turn. */
  private evidence(ids: readonly string[] = []): Partial<StepItem> {
    return ids.length === 0 ? {} : { used_ids: [...new Set([...ids, ...this.shown])].slice(0, 1_000), basis: 'declared' }
  }

  private fail(error: unknown): void {
    if (this.options.onError) this.options.onError(error)
    else this.failure ??= { error }
  }

  private openCall(name: string): string | undefined {
    return [...this.actions].find(([callId, action]) => action.name === name && !this.answered.has(callId))?.[0]
  }

  private record(steps: readonly Partial<StepItem>[]): void {
    this.queue(() => this.write(steps))
  }

  private async write(steps: readonly Partial<StepItem>[]): Promise<void> {
    const { userId, agentId } = this.options
    if (this.turn === 0) this.turn = Math.max(1, await this.lastTurn())
    const place = { kind: 'step', session: this.sessionId, turn: this.turn, ...(agentId === undefined ? {} : { agent: agentId }), ...(userId === undefined ? {} : { user: userId }) }
    // It has happened: what rests on something withdrawn is recorded, and withheld like it.
    await this.emend.record(steps.map((step) => ({ ...place, ...step }) as RecordItem), { onWithdrawn: 'accept' })
  }

  /** What was read in emend while a tool ran is in what it answered. */
  private async readsSince(action: string): Promise<string[]> {
    const nodes = await this.emend.sessions.recent(this.sessionId, { turns: 1 })
    return nodes.slice(nodes.findIndex(({ id }) => id === action) + 1).filter(({ kind }) => kind === 'memory_read').map(({ id }) => id)
  }

  private async lastTurn(): Promise<number> {
    return (await this.emend.sessions.recent(this.sessionId, { turns: 1 })).at(-1)?.turn ?? 0
  }

  private queue(work: () => Promise<void>): void {
    this.last = this.last.then(work).catch((error: unknown) => { this.fail(error) })
  }
}

const render = ({ name, args }: Pick<ToolCall, 'name' | 'args'>): string => `${name}(${typeof args === 'string' ? args : JSON.stringify(args ?? {})})`

const cut = (text: string): string => (Buffer.byteLength(text) <= maxBytes ? text : Buffer.from(text).subarray(0, maxBytes - 3).toString().replace(/\uFFFD$/, ''))
