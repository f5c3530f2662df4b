/** What the generator knows of a case before it is played. */
import type { FactTest, InjectedFault, ScriptedTurn } from '../types.js'

/** A turn of the script: which session, from 0, and which turn of it, from 1. */
export interface TurnPlace {
  session: number
  turn: number
}

/** A fault to be injected. */
export interface Target {
  type: InjectedFault
  /** The turn whose mutation goes wrong; null for a memory that stands before everything. */
  at: TurnPlace | null
  /** The right value as it is said; empty where a failed deletion leaves a value behind. */
  clean: string
  /** The value that the fault brings in, or leaves in. */
  wrong: string
  /** Text of a fabricated memory. */
  content?: string
}

/** A whole case, before it is played. */
export interface Script {
  userId: string
  /** Memories from before the first session. */
  roots: string[]
  sessions: ScriptedTurn[][]
  targets: Target[]
  required: FactTest[]
  forbidden: FactTest[]
  /** Values that only come from a fault, or are wrong from the fault on; they mark affected claims. */
  carried: FactTest[]
}

/** Turns of a script in order. */
export function turnsOf({ sessions }: Pick<Script, 'sessions'>): (TurnPlace & { scripted: ScriptedTurn })[] {
  return sessions.flatMap((turns, session) => turns.map((scripted, at) => ({ session, turn: at + 1, scripted })))
}
