/** The 50 generated navigation cases. */
import type { CaseSource } from '../../controlled/case-source.js'
import { fillPlaces } from '../../controlled/cases/fill-places.js'
import { mixSeed } from '../../controlled/random.js'
import type { BenchCase, World } from '../../controlled/types.js'
import { judgeSteps } from '../judge-steps.js'
import { makeNavigationCase, type NavigationRejection } from './make-case.js'
import { places, type Place } from './table.js'
import { navigationTools } from './tools.js'

/** Cases over generated sites. */
export const navigationCases: CaseSource = {
  name: 'generated sites',
  make: (open, { seed, limit, concurrency, onProgress }) => fillPlaces<Place, BenchCase<'navigation'>, NavigationRejection>(places().slice(0, limit), concurrency,
    (place, attempt) => makeNavigationCase(open, { ...place, seed: mixSeed(seed, place.id, attempt) }), onProgress),
  toolsOf: (world: World<'navigation'>) => navigationTools(structuredClone(world)),
  judge: (one, answer) => judgeSteps(answer, one.labels),
}
