/** Seeded chance: the same seed gives the same numbers on every machine. */

/** A source of numbers. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A new list in another order. */
  shuffle<T>(list: readonly T[]): T[]
  /** Some of a list, each once, in a new order. */
  sample<T>(list: readonly T[], count: number): T[]
  /** True with this chance. */
  chance(probability: number): boolean
}

/** A source from a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const shuffle = <T>(list: readonly T[]): T[] => {
    const mixed = [...list]
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = int(0, at)
      const [a, b] = [mixed[at], mixed[other]]
      if (a !== undefined && b !== undefined) [mixed[at], mixed[other]] = [b, a]
    }
    return mixed
  }
  return {
    next, int, shuffle,
    pick(list) {
      const found = list[int(0, list.length - 1)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
    sample: (list, count) => shuffle(list).slice(0, count),
    chance: (probability) => next() < probability,
  }
}

/** One seed from several parts (FNV-1a), so that neighbours have nothing in common. */
export function mixSeed(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const letter of parts.join('\u0001')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  hash ^= hash >>> 16
  return Math.imul(hash, 0x45d9f3b) >>> 0
}
