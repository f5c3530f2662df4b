import { expect, test } from 'vitest'
import { ask, context } from '../ask-reference.js'

test('each entry that bears on the question is one claim that cites it', async () => {
  const { claims } = await ask('claim', context(`
    u1: What is the status and the refund window of order ORD7?
    m1: Order ORD7 is shipped.
    m2: The user prefers e-mail.
    m3: Order ORD7 has a refund window of 30 days.`))
  expect(claims).toEqual([
    { content: 'Order ORD7 is shipped.', evidence_ids: ['m1'] },
    { content: 'Order ORD7 has a refund window of 30 days.', evidence_ids: ['m3'] },
  ])
})

test('entries that say the same are one claim', async () => {
  const { claims } = await ask('claim', context(`
    u1: What is the user allergic to?
    m1: The user is allergic to nuts.
    m2: The user is allergic to nuts.`))
  expect(claims).toEqual([{ content: 'The user is allergic to nuts.', evidence_ids: ['m1', 'm2'] }])
})

test('no evidence, no claim', async () => {
  expect(await ask('claim', context('u1: What is the user allergic to?\n m1: The plan renews on 3 May.'))).toEqual({ claims: [] })
})

interface Row { name: string; given: string; hint: string; has: string[]; lacks: string[]; cites: string[] }

test.each<Row>([
  {
    name: 'values come from the evidence and topics from the hint',
    given: `u1: Tell me the order status and the refund window of ORD00169 together.
            m1: Order ORD00169 is shipped; its category is Home. Category Home refund window is 30 days.`,
    hint: 'Order ORD00169 is shipped and the Home refund window is 45 days.',
    has: ['ORD00169 is shipped', '30 days'], lacks: ['45'], cites: ['m1'],
  },
  {
    name: 'a hint that denies what the evidence says',
    given: `u1: What is the user allergic to?
            m1: The user is allergic to nuts.`,
    hint: 'The user has no allergies.',
    has: ['allergic to nuts'], lacks: ['no allergies'], cites: ['m1'],
  },
  {
    name: 'a hint with another name in the place of the value',
    given: `u1: Which airline is my confirmed flight with?
            m1: Flight F0028 is confirmed with airline ANA and costs $275.99.`,
    hint: 'The airline of flight F0028 is Qantas.',
    has: ['ANA'], lacks: ['Qantas'], cites: ['m1'],
  },
  {
    name: 'an observation answers where a memory stood',
    given: `u1: What does P0199 cost at StoreC?
            o1: {"product": "P0199", "prices": {"StoreB": 66.95, "StoreC": 63.99}}`,
    hint: 'P0199 costs $88.67 at StoreC.',
    has: ['63.99', 'StoreC'], lacks: ['88.67', 'StoreB'], cites: ['o1'],
  },
  {
    name: 'a hint of another script',
    given: `u1: 用户对什么过敏？
            m1: 用户对坚果过敏。`,
    hint: '用户没有过敏。',
    has: ['坚果'], lacks: ['没有'], cites: ['m1'],
  },
])('on replay: $name', async ({ given, hint, has, lacks, cites }) => {
  const { claims } = await ask('claim', context(given, { hint: { content: hint } }))
  expect(claims).toHaveLength(1)
  for (const part of has) expect(claims[0]?.content).toContain(part)
  for (const part of lacks) expect(claims[0]?.content).not.toContain(part)
  expect(claims[0]?.evidence_ids).toEqual(cites)
})

test('on replay: a hint that nothing carries gives no claim', async () => {
  const given = context('u1: Which seat do I prefer?\n m1: The plan renews on 3 May.', { hint: { content: 'The user prefers aisle seats.' } })
  expect(await ask('claim', given)).toEqual({ claims: [] })
})
