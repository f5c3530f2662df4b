/** How long agents wait for their turns while a large repair runs beside them. */
import type { Emend } from '../index.js'
import { smallStore } from './poisoned-stores.js'

/** Turns of 13 items each, one after the other; times in milliseconds. */
export interface TurnsMeasured {
  /** Turns recorded with nothing beside them, and how long 99 of 100 took at most. */
  alone: number
  aloneP99Ms: number
  /** The same while the repair ran. */
  beside: number
  besideP99Ms: number
}

const alone = 200
/** Ids of these turns; small stores of other measurements have lower numbers. */
const firstTurn = 1_000_000

/**
 * Record turns alone, then until `work` ends.
 *
 * @param emend the tenant in which `work` repairs
 * @returns what the turns took, and what `work` gave
 */
export async function turnsBeside<T>(emend: Emend, work: () => Promise<T>): Promise<{ turns: TurnsMeasured; result: T }> {
  let turn = firstTurn
  const record = async (): Promise<number> => {
    const start = performance.now()
    await emend.record(smallStore(turn++, 8))
    return performance.now() - start
  }
  const before: number[] = []
  for (let n = 0; n < alone; n++) before.push(await record())
  const during: number[] = []
  let isOver = false
  const repaired = work().finally(() => { isOver = true })
  while (!isOver) during.push(await record())
  return { result: await repaired, turns: { alone, aloneP99Ms: p99(before), beside: during.length, besideP99Ms: p99(during) } }
}

function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0) * 10) / 10
}
