/** A runtime that records too little, or too much. */
import type { RecordItem } from '../../index.js'
import { mixSeed, seededRandom } from './random.js'

/**
 * Lose some references and make some up. Seeded by the place of each item, so that raising a share only adds to what is lost. The
 * first reference of a step stays: a step without any would be recorded as resting on its whole turn.
 *
 * @param name of the case, for the seed
 * @param drop share of the references of steps and memories that are lost, 0 to 1
 * @param spurious chance, for each reference, of one more to an earlier node
 * @returns new items; `items` is not changed
 */
export function perturb(items: readonly RecordItem[], name: string, drop: number, spurious: number): RecordItem[] {
  if (drop <= 0 && spurious <= 0) return [...items]
  const before: string[] = []
  return items.map((item, index) => {
    const random = (what: string): (() => number) => {
      const source = seededRandom(mixSeed(name, index, what))
      return () => source.next()
    }
    const thin = (ids: readonly string[], what: string, least: number): string[] => {
      const [lost, more, which] = [random(`${what} lost`), random(`${what} more`), random(`${what} which`)]
      const kept = ids.filter(() => lost() >= drop)
      const stay = kept.length >= least ? kept : ids.slice(0, least)
      const added = ids.flatMap(() => {
        const [chance, place] = [more(), which()]
        const id = before[Math.floor(place * before.length)]
        return chance < spurious && id !== undefined && !ids.includes(id) ? [id] : []
      })
      return [...new Set([...stay, ...added])]
    }
    const changed: RecordItem = item.kind === 'step' && item.type !== 'memory_read' && item.type !== 'tool_observation'
      ? { ...item, used_ids: thin(item.used_ids ?? [], 'used', Math.min(1, item.used_ids?.length ?? 0)) }
      : item.kind === 'memory' ? { ...item, derived_from: (item.derived_from ?? []).filter(dropper(random('derived'), drop)) } : item
    before.push(item.id)
    return changed
  })
}

const dropper = (random: () => number, drop: number) => (): boolean => random() >= drop
