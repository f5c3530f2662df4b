import { expect, test } from 'vitest'
import { places } from '../../../src/bench/controlled/cases/table.js'
import { seededRandom } from '../../../src/bench/controlled/random.js'

const all = places()
const count = (by: (place: (typeof all)[number]) => string | number): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const place of all) counts[by(place)] = (counts[by(place)] ?? 0) + 1
  return counts
}

test('there are as many cases of each domain, type and number of faults as the paper has', () => {
  expect(count(({ domain }) => domain)).toEqual({ shopping: 48, travel: 49, support: 53 })
  expect(count(({ type }) => type)).toEqual({ poisoned: 42, stale: 34, wrong_user: 34, summary_drift: 40 })
  expect(count(({ count }) => count)).toEqual({ 1: 128, 2: 17, 3: 5 })
  const several = all.filter((place) => place.count > 1)
  expect(['shopping', 'travel', 'support'].map((domain) => several.filter((place) => place.domain === domain).length)).toEqual([7, 7, 8])
})

test('ids are unique and say nothing of the fault, and the first twelve hold every domain and type', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(150)
  expect(all.filter(({ id }) => !/^(?:shopping|travel|support)-\d{3}$/.test(id))).toEqual([])
  const first = all.slice(0, 12)
  expect(new Set(first.map(({ domain, type }) => `${domain} ${type}`)).size).toBe(12)
})

test('the same seed gives the same numbers, and they spread over the whole range', () => {
  const [a, b, c] = [seededRandom(7), seededRandom(7), seededRandom(8)]
  const draws = Array.from({ length: 1000 }, () => a.int(1, 6))
  expect(draws).toEqual(Array.from({ length: 1000 }, () => b.int(1, 6)))
  expect(draws).not.toEqual(Array.from({ length: 1000 }, () => c.int(1, 6)))
  for (const face of [1, 2, 3, 4, 5, 6]) expect(draws.filter((one) => one === face).length).toBeGreaterThan(120)
  expect(seededRandom(1).shuffle(['a', 'b', 'c']).toSorted()).toEqual(['a', 'b', 'c'])
})
