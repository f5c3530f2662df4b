/** Which texts a domain speaks with. */
import type { BenchDomain, PhraseSetName } from '../types.js'
import { shoppingPhrases } from '../worlds/shopping/phrases.js'
import { supportPhrases } from '../worlds/support/phrases.js'
import { travelPhrases } from '../worlds/travel/phrases.js'
import { heldOutShopping } from './held-out/shopping.js'
import { heldOutSupport } from './held-out/support.js'
import { heldOutTravel } from './held-out/travel.js'
import type { PhraseSet } from './phrase-set.js'
import { validationAShopping } from './validation-a/shopping.js'
import { validationASupport } from './validation-a/support.js'
import { validationATravel } from './validation-a/travel.js'
import { validationBShopping } from './validation-b/shopping.js'
import { validationBSupport } from './validation-b/support.js'
import { validationBTravel } from './validation-b/travel.js'

/** A set is written against the slots of each domain alone, so that another one can be written by somebody who has not seen it. */
const sets: Readonly<Record<PhraseSetName, Readonly<Record<BenchDomain, PhraseSet>>>> = {
  default: { shopping: shoppingPhrases, travel: travelPhrases, support: supportPhrases },
  'validation-a': { shopping: validationAShopping, travel: validationATravel, support: validationASupport },
  'validation-b': { shopping: validationBShopping, travel: validationBTravel, support: validationBSupport },
  'held-out': { shopping: heldOutShopping, travel: heldOutTravel, support: heldOutSupport },
}

/** The phrases of a domain in a set. */
export function phrasesFor(domain: BenchDomain, name: PhraseSetName): PhraseSet {
  return sets[name][domain]
}
