import { describe, expect, test } from 'vitest'
import { findUnsupported } from '../../src/facts/find-unsupported.js'

const missing = (exported: string, ...premises: string[]): string[] =>
  findUnsupported([{ text: exported }], premises.map((text, index) => ({ id: index + 1, text }))).missing

describe('what leans on withdrawn evidence', () => {
  test.each(['I have no record of that.', 'Yes.', 'I do not know that.'])('"%s" states nothing, so nothing clean can hold it', (text) => {
    expect(missing(text, 'Am I lactose intolerant?', 'The user likes oat bread.')).toEqual([`"${text}"`])
  })

  test('A question stands where all its words are in clean evidence, and falls with one that is not', () => {
    expect(missing('The lamp: can it still go back in June?', 'Can the lamp still go back in June?')).toEqual([])
    expect(missing('Should the user be offered lounge access?', 'Is there a lounge?')).toEqual(['offered', 'access'])
  })

  test('Mere politeness needs no evidence', () => {
    expect(missing("You're welcome! Let me know if you have any other questions.", 'What is my plan?')).toEqual([])
  })

  test('What states facts is compared as ever, each text by itself', () => {
    const premises = [{ id: 4, text: 'The account plan is Gold.' }]
    expect(findUnsupported([{ text: 'The account plan is Gold.' }], premises)).toMatchObject({ missing: [] })
    expect(findUnsupported([{ text: 'The account plan is Gold.' }, { text: 'Yes.' }], premises).missing).toEqual(['"Yes."'])
  })
})

describe('what was brought up to date', () => {
  const said = (exported: string, clean: string, replaced: string): string[] =>
    findUnsupported([{ text: exported }], [{ id: 1, text: clean }], [{ id: 2, text: replaced }]).missing

  test.each([
    ['The router model is BX-300.', 'No, it is a BX-300.', 'The router model is AX-200.'],
    ['The router model is B.', 'Correction: model B.', 'The router model is A.'],
    ['Flight LH44 leaves from gate C7.', 'The gate of LH44 has changed to C7.', 'Flight LH44 leaves from gate B12.'],
    ['The user lives in Lisbon.', 'I moved to Lisbon.', 'The user lives in Porto.'],
  ])('"%s" after "%s" may be named by "%s"', (exported, clean, replaced) => expect(said(exported, clean, replaced)).toEqual([]))

  test.each([
    ['what was wrong is said again', 'The router model is AX-200.', 'No, it is a BX-300.', 'The router model is AX-200.'],
    ['nothing new is said', 'The user qualifies for the lounge.', 'Thanks, please shorten that.', 'The user qualifies for the lounge access.'],
    ['a clause repeats it beside the news', 'The user qualifies for the lounge. The seat is 14C.', 'My seat is 14C.', 'The user qualifies for the lounge.'],
    ['a word is in neither', 'The router model is BX-300, under warranty.', 'No, it is a BX-300.', 'The router model is AX-200.'],
    ['the polarity differs', 'The router model is not BX-300.', 'No, it is a BX-300.', 'The router model is AX-200.'],
    ['the value is of another thing', 'The gate of LH44 is C7.', 'The gate of LH55 is C7.', 'The gate of LH44 is B12.'],
    ['old and new value are mixed', 'The router is a BX-300 with serial 777.', 'It is a BX-300.', 'The router is an AX-200 with serial 777.'],
  ])('not where %s', (_why, exported, clean, replaced) => expect(said(exported, clean, replaced)).not.toEqual([]))

  test('what the user has belongs to nobody else, in Chinese as well', () => {
    expect(findUnsupported([{ text: '用户有南航的会员卡。' }], [{ id: 1, text: '用户有南航的会员卡。' }]).missing).toEqual([])
    expect(findUnsupported([{ text: '用户的会员卡是金卡。' }], [{ id: 1, text: '用户姐姐的会员卡是金卡。' }]).missing).not.toEqual([])
  })
  test('words of a question support nothing where nothing is replaced', () => {
    const premises = [{ id: 1, text: 'Order ORD12259 total is 213.3.' }, { id: 2, text: 'What is the total of my disputed order?' }]
    expect(findUnsupported([{ text: "The user's disputed order is ORD12259." }], premises).missing).toEqual(['disputed'])
  })
  test('what it replaces is no evidence for anything else', () => {
    expect(findUnsupported([{ text: 'The router model is BX-300.' }], [{ id: 1, text: 'No, it is a BX-300.' }]).missing).not.toEqual([])
  })
})
