/** Comparing two methods on the same cases. */
import { seededRandom } from './random.js'

/** McNemar's exact test on paired outcomes. */
export interface McNemar {
  /** Cases that only the first got right. */
  onlyFirst: number
  onlySecond: number
  /** Two-sided; 1 when they never differ. */
  p: number
}

/** Compare paired outcomes: the probability of so lopsided a split of the cases in which they differ. */
export function mcNemar(pairs: readonly (readonly [boolean, boolean])[]): McNemar {
  const onlyFirst = pairs.filter(([one, other]) => one && !other).length
  const onlySecond = pairs.filter(([one, other]) => !one && other).length
  const n = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  let tail = 0
  for (let k = 0, term = 0.5 ** n; k <= fewer; k++) {
    tail += term
    term = (term * (n - k)) / (k + 1)
  }
  return { onlyFirst, onlySecond, p: n === 0 ? 1 : Math.min(1, 2 * tail) }
}

/** A difference of means with its interval. */
export interface Interval {
  difference: number
  low: number
  high: number
}

/**
 * The mean difference of paired values, and the interval that holds 95 % of its bootstrap resamples.
 *
 * @param pairs first and second value of each case
 * @param seed the same seed gives the same interval
 * @param resamples default 5,000
 */
export function pairedBootstrap(pairs: readonly (readonly [number, number])[], seed: number, resamples = 5_000): Interval {
  const differences = pairs.map(([one, other]) => one - other)
  const n = differences.length
  if (n === 0) return { difference: 0, low: 0, high: 0 }
  const random = seededRandom(seed)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += differences[random.int(0, n - 1)] ?? 0
    return sum / n
  }).sort((a, b) => a - b)
  const at = (share: number): number => means[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0
  return { difference: differences.reduce((sum, one) => sum + one, 0) / n, low: at(0.025), high: at(0.975) }
}
