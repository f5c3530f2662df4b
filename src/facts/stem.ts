/** Longest first; what must remain of the word. */
const suffixes: readonly (readonly [ending: string, rest: number, instead: string])[] = [
  ['ements', 4, ''],
  ['ement', 4, ''],
  ['ments', 3, ''],
  ['ment', 3, ''],
  ['ences', 5, ''],
  ['ence', 5, ''],
  ['ances', 5, ''],
  ['ance', 5, ''],
  ['ures', 5, ''],
  ['ure', 5, ''],
  ['als', 5, ''],
  ['al', 5, ''],
  ['ies', 2, 'y'],
  ['ied', 2, 'y'],
  ['sses', 2, 'ss'],
  ['ches', 2, 'ch'],
  ['shes', 2, 'sh'],
  ['xes', 2, 'x'],
  ['zes', 2, 'z'],
  ['ings', 3, ''],
  ['ing', 3, ''],
  ['ed', 3, ''],
  ['es', 3, 'e'],
  ['s', 2, ''],
]
const keepsS = /(?:ss|us|is|as)$/

/** Words whose forms share no stem. */
const irregular: Readonly<Record<string, string>> = {
  bought: 'buy',
  purchase: 'buy',
  purchased: 'buy',
  purchases: 'buy',
  sent: 'send',
  paid: 'pay',
  left: 'leave',
  flew: 'fly',
  flown: 'fly',
  flies: 'fly',
  cost: 'price',
  costs: 'price',
  priced: 'price',
  fare: 'price',
  fares: 'price',
  began: 'begin',
  start: 'begin',
  starts: 'begin',
  started: 'begin',
  kept: 'keep',
  made: 'make',
  took: 'take',
  taken: 'take',
  chose: 'choose',
  chosen: 'choose',
  wrote: 'write',
  written: 'write',
  held: 'hold',
  sold: 'sell',
  told: 'tell',
  found: 'find',
  lost: 'lose',
  met: 'meet',
  ran: 'run',
  mail: 'mail',
  email: 'mail',
  emails: 'mail',
  'e-mail': 'mail',
  'e-mails': 'mail',
  telephone: 'phone',
  telephones: 'phone',
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
  cancelled: 'cancel',
  canceled: 'cancel',
  colour: 'color',
  colours: 'color',
  grey: 'gray',
  favourite: 'favorite',
  favourites: 'favorite',
  mustn: 'must',
  'wi-fi': 'wifi',
}

/**
 * Cut a word down to what its inflections share. Light on purpose: inflection and a few endings (allergy, allergies,
 * allergic), a handful of irregular forms and true synonyms (cost, price, fare), no morphology beyond that.
 *
 * @param word lower case
 * @example
 * stem('allergies') === stem('allergic') // true
 */
export function stem(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined
  if (known) return known === word ? word : stem(known)
  if (word.length < 4 || !/^[a-zäöüßéèàç'-]+$/.test(word)) return word
  let result = word.replace(/'s?$/, '')
  if (!keepsS.test(result) || result.endsWith('ies')) {
    for (const [ending, rest, instead] of suffixes) {
      if (result.endsWith(ending) && result.length - ending.length >= rest) {
        result = result.slice(0, -ending.length) + instead
        break
      }
    }
  }
  if (/([bdfgmnprt])\1$/.test(result) && result.length > 4) result = result.slice(0, -1)
  if (result.length > 5) result = result.replace(/(?:ic|y|ion|e)$/, (found, at: number) => (at >= 4 ? '' : found))
  else if (result.length > 3) result = result.replace(/e$/, '')
  const other = Object.hasOwn(irregular, result) ? irregular[result] : undefined
  return other && other !== word && other !== result ? stem(other) : result
}
