/** Fills the places of a set: for every one candidates are tried until one is a case. */
import { EmendError } from '../../../errors.js'

/** Candidates for one place before the generator gives up; cases with three faults need the most. */
const mostCandidates = 400

/** A set, and what it took. */
export interface Filled<C, R extends string> {
  cases: C[]
  /** Candidates that were tried. */
  candidates: number
  rejected: Partial<Record<R, number>>
}

/**
 * Fill places.
 *
 * @param concurrency places that are worked on at once
 * @param make the candidate of a place: a case, why it is none, or null where the place has no more candidates and stays empty
 * @param onProgress told after every place
 * @returns cases in the order of their places
 * @throws EmendError `unexpected` when a place stays empty after 400 candidates
 */
export async function fillPlaces<P extends { id: string }, C extends object, R extends string>(
  places: readonly P[], concurrency: number, make: (place: P, attempt: number) => Promise<C | R | null>, onProgress?: (done: number, total: number) => void,
): Promise<Filled<C, R>> {
  const cases: (C | null)[] = []
  const rejected: Partial<Record<R, number>> = {}
  let candidates = 0
  let next = 0
  let done = 0
  const fill = async (): Promise<void> => {
    for (let at = next++; at < places.length; at = next++) {
      const place = places[at]
      if (!place) return
      for (let attempt = 0; cases[at] === undefined; attempt++) {
        if (attempt === mostCandidates) throw new EmendError('unexpected', `no candidate of ${attempt} became case ${place.id}`, { id: place.id })
        const made = await make(place, attempt)
        if (made !== null) candidates++
        if (typeof made === 'string') rejected[made] = (rejected[made] ?? 0) + 1
        else cases[at] = made
      }
      onProgress?.(++done, places.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, places.length) }, fill))
  return { cases: cases.filter((one) => one !== null), candidates, rejected }
}
