/** A failed execution, read from its items. */
import type { RecordItem } from '../../index.js'
import type { PublicCase } from '../controlled/types.js'

/** A recorded step. */
export type Step = Extract<RecordItem, { kind: 'step' }>
/** A recorded memory. */
export type Memory = Extract<RecordItem, { kind: 'memory' }>
/** A recorded input. */
export type Input = Extract<RecordItem, { kind: 'input' }>

/** Steps in clock order. */
export const stepsOf = (one: PublicCase): Step[] => one.items.filter((item) => item.kind === 'step')
/** Memories in clock order. */
export const memoriesOf = (one: PublicCase): Memory[] => one.items.filter((item) => item.kind === 'memory')
/** Inputs in clock order. */
export const inputsOf = (one: PublicCase): Input[] => one.items.filter((item) => item.kind === 'input')

/** The answer that was wrong, as it was given. */
export function oldAnswer(one: PublicCase): string {
  return stepsOf(one).find(({ id }) => id === one.failedAnswer)?.content ?? ''
}

/** The last turn: what it did to the store, and what was said before it. */
export interface LastTurn {
  session: string
  turn: number
  steps: Step[]
  /** Memories that it made. */
  made: string[]
  /** Memories that it retired: not active after it. */
  retired: string[]
  /** Inputs of its session before it. */
  earlier: { id: string; content: string }[]
}

/** Read the turn of the failed answer. */
export function lastTurnOf(one: PublicCase): LastTurn {
  const answer = stepsOf(one).find(({ id }) => id === one.failedAnswer)
  const session = answer?.session ?? one.lastInput.sessionId
  const turn = answer?.turn ?? 1
  const steps = stepsOf(one).filter((step) => step.session === session && step.turn === turn)
  const made = steps.flatMap((step) => step.generated_memory_ids ?? [])
  const memories = memoriesOf(one)
  const named = new Set([
    ...steps.flatMap((step) => step.consumed_memory_ids ?? []),
    ...memories.filter(({ id }) => made.includes(id)).flatMap((memory) => memory.supersedes ?? []),
  ])
  const retired = memories.filter(({ id, status }) => named.has(id) && (status === 'superseded' || status === 'deleted')).map(({ id }) => id)
  const earlier = inputsOf(one).filter((input) => input.session === session && input.turn < turn).map(({ id, content }) => ({ id, content }))
  return { session, turn, steps, made, retired, earlier }
}

/** Memories that were active when the last turn began. */
export function activeBefore(one: PublicCase): Memory[] {
  const { made, retired } = lastTurnOf(one)
  return memoriesOf(one).filter(({ id, status = 'active' }) => (status === 'active' && !made.includes(id)) || retired.includes(id))
}

/** What a step refers to: what it used, and what it retired. */
export const referencesOf = (step: Step): string[] => [...new Set([...step.used_ids ?? [], ...step.consumed_memory_ids ?? []])]
