/** Which texts a domain speaks with. */
import { EmendError } from '../../../errors.js'
import type { BenchDomain, PhraseSetName } from '../types.js'
import { shoppingPhrases } from '../worlds/shopping/phrases.js'
import { supportPhrases } from '../worlds/support/phrases.js'
import { travelPhrases } from '../worlds/travel/phrases.js'
import type { PhraseSet } from './phrase-set.js'

/** `held-out` is written apart from `default`, by somebody who has not seen it, against `slots.ts` alone; nobody tunes to it. */
const sets: Readonly<Record<PhraseSetName, Partial<Record<BenchDomain, PhraseSet>>>> = {
  default: { shopping: shoppingPhrases, travel: travelPhrases, support: supportPhrases },
  'held-out': {},
}

/** @throws EmendError `bad_config` when the set has not been written for the domain */
export function phrasesFor(domain: BenchDomain, name: PhraseSetName): PhraseSet {
  const set = sets[name][domain]
  if (!set) throw new EmendError('bad_config', `there is no phrase set ${name} for ${domain}`, { set: name, domain })
  return set
}
