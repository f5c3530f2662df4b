import { describe, expect, test } from 'vitest'
import { findDrift, type Source } from '../../src/detect/drift.js'

const from = (...contents: string[]): Source[] => contents.map((content, at) => ({ name: `s${at + 1}`, content, isReplaced: false }))
const summary = (content: string, sources: Source[]) => findDrift(content, sources, true)

describe('a value that came from nowhere', () => {
  test.each([
    ['an amount', 'The hotel budget is 790 USD.', ['My hotel budget is $730.'], '790 USD', '$730'],
    ['a date', 'The return date is 3 May 2026.', ['The return date is 2026-05-08.'], '3 May 2026', '2026-05-08'],
    ['one of several', 'The shelf is 40 cm wide. The price is 12 EUR.', ['The shelf is 40 cm wide.', 'The price is 21 EUR.'], '12 EUR', '21 EUR'],
    ['an address', 'The office address is 5 Lake View.', ['The office address is 9 Hill Street.'], '5 Lake View', '9 Hill Street'],
    ['a leaf of JSON', 'Parcel ZX81 weight is 3.5.', ['{"parcel": "ZX81", "weight": 5.3}'], '3.5', '5.3'],
    ['in Chinese', '用户的出发日期是2026年8月1日。', ['我的出发日期是2026年8月11日。'], '2026年8月1日', '2026年8月11日'],
  ])('is found: %s', (_, content, sources, value, instead) => {
    expect(summary(content, from(...sources))).toEqual({ value, instead: { value: instead, source: expect.any(String) } })
  })

  test('an identifier that no source has is found without anything that speaks against it, in a summary only', () => {
    const sources = from('The customer asked about a parcel.')
    expect(summary('The customer asked about parcel ZX99.', sources)).toEqual({ value: 'ZX99', instead: null })
    expect(findDrift('The customer asked about parcel ZX99.', sources, false)).toBeNull()
  })
})

describe('what is no drift', () => {
  test.each([
    ['another way to write a value', 'The budget is 1200.00 USD. The date is 3 May 2026.', ['The budget is $1,200.', 'The date is 2026-05-03.']],
    ['part of a date', 'The meeting is on 3 May.', ['The meeting is on 3 May 2026.']],
    ['a sum', 'The cost is 70 USD.', ['The cost is 50 USD.', 'The cost is 20 USD.']],
    ['a rounding', 'The length is 4.3 m.', ['The length is 4.26 m.']],
    ['a value of something else', 'The total is 90 USD.', ['The hotel is 50 USD.']],
    ['a value beside what the source says', 'The wifi code is 4711, earlier the wifi code is 4712.', ['The wifi code is 4712.']],
    ['a question', 'Is the budget 70 USD?', ['The budget is 50 USD.']],
    ['a condition', 'If the budget is 70 USD, buy it.', ['The budget is 50 USD.']],
  ])('%s', (_, content, sources) => {
    expect(summary(content, from(...sources))).toBeNull()
  })

  test('what an update replaced is no evidence against the new value', () => {
    const sources: Source[] = [{ name: 'm1', content: 'The rent is 800 EUR.', isReplaced: true }, { name: 'u1', content: 'Raise the rent by a tenth, please.', isReplaced: false }]
    expect(summary('The rent is 880 EUR.', sources)).toBeNull()
    expect(summary('The rent is 880 EUR.', sources.map((source) => ({ ...source, isReplaced: false })))).not.toBeNull()
  })
})
