import { decideMemories } from './decide-memories.js'
import { indexInput, type MemoryInput } from './planning.js'

/**
 * What the plan will do with memories. It depends on no read, so that reads can be re-executed over the store as the plan leaves
 * it, and is the same that `planRepair` decides.
 *
 * @param input needs the verdicts on all affected nodes but reads
 * @returns sorted by clock; what is kept is not listed
 */
export function memoryDispositions(input: MemoryInput): { delete: number[]; quarantine: number[]; reopen: number[] } {
  const { rows } = decideMemories(indexInput(input))
  const of = (disposition: string): number[] =>
    [...rows]
      .filter(([, row]) => row.disposition === disposition)
      .map(([id]) => id)
      .sort((a, b) => a - b)
  return { delete: of('delete'), quarantine: of('quarantine'), reopen: of('reopen') }
}
