import { describe, expect, test } from 'vitest'
import { findContradictions } from '../../src/detect/contradictions.js'

/** Memories by number, oldest first; `+` before those that rest on something recorded. */
const doubted = (...texts: string[]) => findContradictions(texts.map((text, at) => ({
  id: at + 1, content: text.replace(/^\+/, ''), isGrounded: text.startsWith('+'),
}))).map(({ memoryId, againstId }) => `${memoryId} against ${againstId}`)

describe('of two memories that cannot both be right', () => {
  test.each([
    ['the older is doubted where both rest on something', ['+The rent is 800 EUR.', '+The rent is 900 EUR.'], ['1 against 2']],
    ['the one that rests on nothing, though it is younger', ['+The rent is 800 EUR.', 'The rent is 900 EUR.'], ['2 against 1']],
    ['one of several statements is enough', ['+The rent is 800 EUR. The flat is in Bonn.', '+The rent is 900 EUR.'], ['1 against 2']],
    ['a thing that is named', ['+The price of item KL-20 is 5 EUR.', '+The price of item KL-20 is 7 EUR.'], ['1 against 2']],
    ['a name that there is one of', ['+The home airport is Luton.', '+The home airport is Gatwick.'], ['1 against 2']],
    ['all that are older', ['+The rent is 800 EUR.', '+The rent is 850 EUR.', '+The rent is now 900 EUR.'], ['1 against 3', '2 against 3']],
    ['in Chinese', ['+用户的房租是800元。', '+用户的房租是900元。'], ['1 against 2']],
  ])('%s', (_, texts, expected) => {
    expect(doubted(...texts)).toEqual(expected)
  })
})

describe('no contradiction is', () => {
  test.each([
    ['the same in another way', ['+The rent is 1200.00 EUR.', '+The rent is 1,200 EUR.']],
    ['a part of the other', ['+The meeting date is 3 May.', '+The meeting date is 3 May 2026.']],
    ['of another thing', ['+The price of item KL-20 is 5 EUR.', '+The price of item KL-21 is 7 EUR.']],
    ['of another person', ['+The rent is 800 EUR.', "+The brother's rent is 900 EUR."]],
    ['what happened twice', ['+The user ran 5 km.', '+The user ran 7 km.']],
    ['what was', ['+The rent was 800 EUR.', '+The rent was 900 EUR.']],
    ['what one may have two of', ['+The user has a card with Iberia.', '+The user has a card with Finnair.']],
    ['somebody of whom there may be two', ['+The sister is Anna.', '+The sister is Mia.']],
    ['what is denied', ['+The rent is 800 EUR.', '+The rent is not 900 EUR.']],
    ['what a memory says twice', ['+The code is 4711. The code is 4712.', '+The code is 4713.']],
    ['between two that rest on nothing', ['The rent is 800 EUR.', 'The rent is 900 EUR.']],
  ])('%s', (_, texts) => {
    expect(doubted(...texts)).toEqual([])
  })
})
