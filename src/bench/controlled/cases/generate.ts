/** Makes the set: for every place candidates are tried until one is a case. */
import { EmendError } from '../../../errors.js'
import { defaultSeed } from '../default-seed.js'
import { mixSeed } from '../random.js'
import type { BenchCase, PhraseSetName } from '../types.js'
import { fillPlaces, type Filled } from './fill-places.js'
import { makeCase, type Rejection } from './make-case.js'
import type { OpenStore } from './play.js'
import { places, type Place } from './table.js'

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

/**
 * Generate the cases. The same seed gives the same cases, ids included, however many are made at once.
 *
 * @returns cases in the order of their places
 * @throws EmendError `not_found` for an id that is no place; `unexpected` when a place stays empty after 400 candidates
 */
export async function generateCases(options: GenerateOptions): Promise<Filled<BenchCase, Rejection>> {
  const { open, seed = defaultSeed, phrases = 'default', limit, only, concurrency = 4, onProgress } = options
  const wanted = places().filter(({ id }) => only === undefined || id === only).slice(0, limit)
  if (wanted.length === 0) throw new EmendError('not_found', `there is no case ${only ?? ''}`, { id: only ?? null })
  return fillPlaces<Place, BenchCase, Rejection>(wanted, concurrency, (place, attempt) => makeCase(open, { ...place, seed: mixSeed(seed, phrases, place.id, attempt), phrases }), onProgress)
}
