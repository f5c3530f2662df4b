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
