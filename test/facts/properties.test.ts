import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUncovered } from '../../src/facts/cover.js'
import { extractFacts } from '../../src/facts/extract.js'
import { factKeys } from '../../src/facts/fact-keys.js'
import { sameFacts } from '../../src/facts/same-facts.js'

const things = fc.constantFrom('Order ORD00169', 'Order ORD00170', 'Flight HAT136', 'The account', 'Product P0199')
const attributes = fc.constantFrom('refund window', 'price', 'renewal date', 'delivery time', 'airline', 'status', 'label')
const valuesOf = [
  '30 days',
  '45 days',
  '$63.99',
  '$66.95',
  '3 May',
  '4 May 2026',
  'Qantas',
  'ANA',
  'shipped',
  'red',
  'Gold',
  '12 %',
  '4WQ150',
]
const statement = fc
  .record({ thing: things, attribute: attributes, value: fc.constantFrom(...valuesOf), no: fc.boolean() })
  .map(({ thing, attribute, value, no }) => ({ value, text: `${thing} has ${no ? 'not ' : ''}the ${attribute} ${value}` }))
const statements = fc.array(statement, { minLength: 1, maxLength: 5 })
const join = (parts: { text: string }[], by: string): string => `${parts.map(({ text }) => text).join(by)}.`

test('a text covers itself, as one sentence or several', () => {
  fc.assert(
    fc.property(statements, fc.constantFrom('. ', '; ', ' and ', '\n'), (parts, by) => {
      const text = join(parts, by)
      expect(findUncovered([{ text }], [{ id: 1, text }]).missing).toEqual([])
      expect(sameFacts(text, text)).toBe(true)
    }),
  )
})

test('any words cover themselves', () => {
  const words = [
    'the user Anna likes red and not 30 days of $5 ORD1 is shipped to Porto because it costs 3 May, rather than blue.',
    'which includes 过敏 不 没有 kein true "quoted text" 5 pm over phone',
  ]
  const word = fc.constantFrom(...words.flatMap((part) => part.split(' ')))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
      const text = words.join(' ')
      expect(findUncovered([{ text }], [{ id: 1, text }]).missing, text).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('each part of what premises say is covered by them, in any order', () => {
  fc.assert(
    fc.property(statements, fc.nat(), fc.nat(1000), (parts, at, seed) => {
      const premises = parts.map(({ text }, index) => ({ id: index + 1, text }))
      const other = [...premises].sort((a, b) => ((a.id * 7919 + seed) % 101) - ((b.id * 7919 + seed) % 101))
      const exported = [{ text: parts[at % parts.length]!.text }, { text: 'The lounge is 17 km away.' }]
      const found = findUncovered(exported, premises)
      expect(found.missing.join()).not.toContain(parts[at % parts.length]!.value)
      expect(findUncovered(exported, other)).toEqual(found)
    }),
  )
})

test('changing one value makes it missing', () => {
  fc.assert(
    fc.property(statements, fc.nat(), (parts, at) => {
      const changed = parts[at % parts.length]!
      const known = new Set(parts.map(({ value }) => value))
      const value = valuesOf.find((candidate) => !known.has(candidate))
      fc.pre(value !== undefined)
      const text = changed.text.replace(changed.value, value ?? '')
      expect(
        findUncovered(
          [{ text }],
          parts.map((part, index) => ({ id: index + 1, text: part.text })),
        ).missing,
      ).not.toEqual([])
    }),
  )
})

test('turning the polarity makes it missing', () => {
  fc.assert(
    fc.property(statement, ({ text }) => {
      const turned = text.includes(' not ') ? text.replace(' not ', ' ') : text.replace(' has ', ' has not ')
      expect(findUncovered([{ text: turned }], [{ id: 1, text }]).missing).not.toEqual([])
      expect(sameFacts(text, turned)).toBe(false)
    }),
  )
})

test('any text can be read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 }), fc.json()), (text) => {
      extractFacts(text)
      factKeys(text)
      expect(findUncovered([{ text }], [{ id: 1, text }]).missing).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('ten thousand short texts are read in a few seconds', () => {
  const texts = Array.from(
    { length: 10_000 },
    (_, index) => `Order ORD${index} is shipped; the Home refund window is ${index % 90} days and it costs $${index}.50.`,
  )
  const start = process.cpuUsage().user
  for (const text of texts) extractFacts(text)
  const seconds = (process.cpuUsage().user - start) / 1e6
  console.info(`read ${Math.round(texts.length / seconds)} texts a second of processor time`)
  expect(seconds).toBeLessThan(10)
})
