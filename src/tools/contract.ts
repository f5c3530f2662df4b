/** What a tool is, and what a repair may do with it. */
import type { EffectClass } from '../vocabulary.js'

/** What a call gets besides its arguments. */
export interface ToolContext {
  /** The same for every attempt of one intent: repair, step and ordinal. A tool with side effects must honour it. */
  idempotencyKey: string
  signal: AbortSignal
}

/** A tool that agents and repairs can call. */
export interface Tool {
  name: string
  /** One sentence for the model. */
  description?: string
  /**
   * pure: no side effect. idempotent: honours the key. resettable: `reset` puts the world back before a second call.
   * compensating: `compensate` undoes an earlier call. irreversible: never called again by a repair without a person.
   */
  effect: EffectClass
  /** JSON Schema of the arguments; checked before a call. */
  parameters?: Record<string, unknown>
  /** Milliseconds; default 30,000. */
  timeoutMs?: number
  run(args: unknown, context: ToolContext): Promise<unknown>
  reset?(args: unknown, context: ToolContext): Promise<void>
  compensate?(args: unknown, result: unknown, context: ToolContext): Promise<void>
}

/** A tool answers or says what went wrong; it never throws through the executor. */
export type ToolResult = { ok: true; value: unknown } | {
  ok: false
  error: string
  /** Nobody knows whether the call was carried out: a repair asks a person, and records nothing as said by the tool. */
  isLost?: boolean
}

/** Tools by name. */
export interface ToolRegistry {
  get(name: string): Tool | undefined
  list(): Tool[]
}
