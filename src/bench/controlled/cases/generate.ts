/** Makes the set: for every place candidates are tried until one is a case. */
import { EmendError } from '../../../errors.js'
import { mixSeed } from '../random.js'
import type { BenchCase, PhraseSetName } from '../types.js'
import { makeCase, type Rejection } from './make-case.js'
import type { OpenStore } from './play.js'
import { places } from './table.js'

/** The seed of the published set. */
export const defaultSeed = 42

/** Candidates for one place before the generator gives up; cases with three faults need the most. */
const mostCandidates = 400

/** How to generate. */
export interface GenerateOptions {
  open: OpenStore
  /** Default 42. */
  seed?: number
  phrases?: PhraseSetName
  /** Only the first so many; all 150 when left out. */
  limit?: number
  /** Only this one, by id. */
  only?: string
  /** Places that are worked on at once; default 4. */
  concurrency?: number
  /** Told after every place. */
  onProgress?(done: number, total: number): void
}

/** The set, and what it took. */
export interface Generated {
  cases: BenchCase[]
  /** Candidates that were tried. */
  candidates: number
  rejected: Partial<Record<Rejection, number>>
}

/**
 * Generate the cases. The same seed gives the same cases, ids included, however many are made at once.
 *
 * @returns cases in the order of their places
 * @throws EmendError `not_found` for an id that is no place; `unexpected` when a place stays empty after 400 candidates
 */
export async function generateCases(options: GenerateOptions): Promise<Generated> {
  const { open, seed = defaultSeed, phrases = 'default', limit, only, concurrency = 4, onProgress } = options
  const wanted = places().filter(({ id }) => only === undefined || id === only).slice(0, limit)
  if (wanted.length === 0) throw new EmendError('not_found', `there is no case ${only ?? ''}`, { id: only ?? null })
  const cases: BenchCase[] = []
  const rejected: Partial<Record<Rejection, number>> = {}
  let candidates = 0
  let next = 0
  let done = 0
  const fill = async (): Promise<void> => {
    for (let at = next++; at < wanted.length; at = next++) {
      const place = wanted[at]
      if (!place) return
      for (let attempt = 0; !cases[at]; attempt++) {
        if (attempt === mostCandidates) throw new EmendError('unexpected', `no candidate of ${attempt} became case ${place.id}`, { id: place.id })
        candidates++
        const made = await makeCase(open, { ...place, seed: mixSeed(seed, phrases, place.id, attempt), phrases })
        if (typeof made === 'string') rejected[made] = (rejected[made] ?? 0) + 1
        else cases[at] = made
      }
      onProgress?.(++done, wanted.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, wanted.length) }, fill))
  return { cases, candidates, rejected }
}
