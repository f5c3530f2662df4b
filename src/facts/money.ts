import { numberPattern, readNumber } from './numbers.js'
import type { Matcher } from './scanner.js'

const currencies: Readonly<Record<string, string>> = {
  $: 'usd',
  us$: 'usd',
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  '£': 'gbp',
  gbp: 'gbp',
  pound: 'gbp',
  pounds: 'gbp',
  '¥': 'cny',
  cny: 'cny',
  rmb: 'cny',
  yuan: 'cny',
  元: 'cny',
  块: 'cny',
  人民币: 'cny',
  美元: 'usd',
  欧元: 'eur',
  chf: 'chf',
  jpy: 'jpy',
  yen: 'jpy',
  日元: 'jpy',
  '₹': 'inr',
  inr: 'inr',
}
const codes = 'usd|eur|gbp|cny|rmb|chf|jpy|inr'
const before = String.raw`(us\$|[$€£¥₹]|\b(?:${codes})\b)\s?(${numberPattern})`
const named = 'dollars?|euros?|pounds?|yuan|yen'
const after = String.raw`(?<![\w.,])(${numberPattern})\s?([$€£¥₹]|(?:${codes}|${named})\b|人民币|美元|欧元|日元|元|块)`

/** An amount of money: `m:1200 usd`. The currency is part of it; $1,200 is not 1.200 €. */
export const money: Matcher = {
  hint: /[$€£¥₹元块]|usd|eur|gbp|cny|rmb|chf|jpy|inr|dollar|pound|yuan|yen/i,
  pattern: new RegExp(`${before}|${after}`, 'giu'),
  read(match) {
    const currency = currencies[(match[1] ?? match[4] ?? '').toLowerCase()]
    const amount = readNumber(match[2] ?? match[3] ?? '', currency === 'eur' || currency === 'chf')
    if (!currency || amount === null) return null
    const key = `m:${amount} ${currency}`
    return { kind: 'money', text: match[0].trim(), key, covers: [key, `n:${amount}`] }
  },
}

/** Words of a JSON key after which a bare number is an amount of money. */
export const moneyWords = /^(?:price|cost|amount|fee|fare|total|balance|payment|refund|charge|budget|subtotal|tax)s?$/
