import { expect, test } from 'vitest'
import { ask, context } from '../ask-reference.js'

interface Row {
  name: string
  given: string
  has: string[]
  lacks?: string[]
  cites?: string[]
  hint?: string
}

const rows: Row[] = [
  {
    name: 'what the user calls his own stands for the identifier that was remembered for it',
    given: `u1: What is the colour of my spare key?
            m1: The user's spare key is K41.
            m2: Key K14 colour is green.
            m3: Key K41 colour is red.`,
    has: ['red'], lacks: ['green'], cites: ['m3', 'm1'],
  },
  {
    name: "somebody else's thing of the same name is left out",
    given: `u1: Using only the latest summary, tell me my shoe size and my locker number.
            m1: The user's brother's shoe size is 45.
            m2: The locker number of the user's cousin is 17.
            m3: The user's shoe size is 38. The user's locker number is 71.`,
    has: ['38', '71'], lacks: ['45', '17 '], cites: ['m3'],
  },
  {
    name: "somebody else's thing does not answer for the user's own",
    given: `u1: What is my locker number?
            m1: The user's uncle's locker number is 71.`,
    has: ['I do not know'], lacks: ['71'],
  },
  {
    name: 'a question in the plural gets all that is alike',
    given: `u1: Which things have I borrowed?
            m1: The user has borrowed a ladder.
            m2: The user collects stamps.
            m3: The user has also borrowed a drill.`,
    has: ['ladder', 'drill'], lacks: ['stamps'],
  },
  {
    name: 'the cheapest is looked for among prices alone',
    given: `u1: Which seller is cheapest for Q77?
            m1: Item Q77 seller Corner units are 3.
            m2: Item Q77 seller Corner price is 79.31.`,
    has: ['79.31'], lacks: ['units'],
  },
  {
    name: 'what costs how much is answered with a price, not with another number',
    given: `u1: What does Q77 cost?
            m1: Item Q77 warranty is 18 months.
            m2: Item Q77 price is 79.31.`,
    has: ['79.31'],
  },
  {
    name: 'both parts of a question are answered',
    given: `u1: What is the status of order ORD00169 and what is its refund window?
            m1: Order ORD00169 is shipped; its category is Home.
            m2: The Home refund window is 30 days.
            m3: The user prefers e-mail over phone calls.`,
    has: ['shipped', '30 days'], lacks: ['e-mail'], cites: ['m1', 'm2'],
  },
  {
    name: 'another order is left out',
    given: `u1: What is the status of order ORD00170?
            m1: Order ORD00169 is shipped.
            m2: Order ORD00170 is cancelled.`,
    has: ['cancelled'], lacks: ['shipped'], cites: ['m2'],
  },
  {
    name: 'nothing is known of an order that nobody mentioned',
    given: `u1: What is the status of order ORD00171?
            m1: Order ORD00169 is shipped.`,
    has: ['do not know'], lacks: ['shipped'],
  },
  {
    name: 'the later of two contradicting memories holds',
    given: `u1: How long is the refund window for Home?
            m1: The Home refund window is 45 days.
            m2: The Home refund window is 30 days.`,
    has: ['30'], lacks: ['45'], cites: ['m2'],
  },
  {
    name: 'an observation corrects an older memory',
    given: `u1: How much is product P0199 at StoreC?
            m1: The price of P0199 at StoreC is $88.67.
            o1: {"product": "P0199", "prices": {"StoreA": 67.0, "StoreB": 66.95, "StoreC": 63.99}}`,
    has: ['63.99'], lacks: ['66.95', '67'],
  },
  {
    name: 'the cheapest of remembered prices',
    given: `u1: Which store is cheapest for P0199?
            m1: The price of P0199 at StoreA is $67.00.
            m2: The price of P0199 at StoreB is $66.95.
            m3: The price of P0199 at StoreC is $63.99.
            m4: The price of P0200 at StoreA is $12.00.`,
    has: ['StoreC', '63.99'], lacks: ['StoreA', 'StoreB', '12.00'], cites: ['m3'],
  },
  {
    name: 'the cheapest of observed prices, listed as rows',
    given: `u1: Compare the current prices for P0199. Where is it cheapest?
            o1: {"product": "P0199", "offers": [{"store": "Alpha", "price": 67.0}, {"store": "Beta", "price": 63.5}, {"store": "Gamma", "price": 66.95}]}`,
    has: ['Beta', '63.5'], lacks: ['Alpha', 'Gamma'],
  },
  {
    name: 'the most expensive of observed prices, as a map',
    given: `u1: Which store has the highest price for P0199?
            o1: {"product": "P0199", "prices": {"StoreA": 67.0, "StoreB": 66.95, "StoreC": 63.99}}`,
    has: ['StoreA', '67'], lacks: ['StoreB', 'StoreC'],
  },
  {
    name: 'a preference in other words of the same stem',
    given: `u1: Does the user have any allergies?
            m1: The user is allergic to nuts.
            m2: The user likes pretzels.`,
    has: ['allergic to nuts'], lacks: ['pretzels'],
  },
  {
    name: 'a statement of the user in this session counts',
    given: `u1: I moved to Lisbon last week.
            u2: Which city did I move to?`,
    has: ['The user moved to Lisbon'], cites: ['u1'],
  },
  {
    name: 'a name in a nested observation',
    given: `u1: Which airline operates flight F0028?
            o1: {"flight": {"id": "F0028", "airline": "ANA", "price": 275.99}, "hotel": {"id": "H1", "name": "Inn"}}`,
    has: ['ANA'], lacks: ['Inn', '275.99'],
  },
  {
    name: 'a label out of prose',
    given: `u1: What is the new header action button on the article page?
            m1: The search results page shows Subscribe. The article page header button is Attach to Private Task.
            m2: The user opened the knowledge base.`,
    has: ['Attach to Private Task'], lacks: ['knowledge base'],
  },
  {
    name: 'when asks for a date',
    given: `u1: When does the plan renew?
            m1: The Gold plan includes lounge access.
            m2: The Gold plan renews on 3 May.`,
    has: ['3 May'], lacks: ['lounge'],
  },
  {
    name: 'a second question that leans on the first',
    given: `u1: Which plan is my account on, and what does it give me?
            o1: {"account": {"plan": "Gold"}}
            m1: The Gold plan includes lounge access.
            m2: The Basic plan includes parking.`,
    has: ['Gold', 'lounge access'], lacks: ['parking'],
  },
  {
    name: 'a question of another script',
    given: `u1: 用户对什么过敏？
            m1: 用户对坚果过敏。
            m2: 用户喜欢椒盐卷饼。`,
    has: ['坚果'], lacks: ['椒盐卷饼'], cites: ['m1'],
  },
  {
    name: 'an order in another script',
    given: `u1: 订单A1001的状态是什么？
            m1: 订单A1001的状态是已发货。
            m2: 订单A1002的状态是已取消。`,
    has: ['已发货'], lacks: ['已取消'],
  },
  {
    name: 'the old answer only guides when the question says little',
    given: `u1: Yes please, go ahead.
            o1: {"reservation_id": "4OG6T3", "status": "confirmed", "baggages": 2, "cabin": "economy"}`,
    hint: 'Your reservation 4OG6T3 now has 3 baggages.',
    has: ['baggages are 2'], lacks: ['has 3'],
  },
  {
    name: 'what is known about the user',
    given: `u1: What do you know about me?
            m1: The user is allergic to nuts.
            m2: The user prefers window seats.
            m3: The Home refund window is 30 days.`,
    has: ['nuts', 'window seats'], lacks: ['refund'],
  },
  {
    name: 'a tool that failed gives no facts about the order',
    given: `u1: What is the status of order ORD1?
            o1: Error: the service is down`,
    has: ['do not know'],
  },
  {
    name: 'a claim comes before the memory that it rests on',
    given: `u1: Which airline is my confirmed flight with?
            m1: The confirmed flight F0028 is with ANA.
            c1: The confirmed flight F0028 is with ANA.`,
    has: ['ANA'], cites: ['c1'],
  },
  {
    name: 'a statement is acknowledged',
    given: 'u1: I prefer e-mail over phone calls.',
    has: ['The user prefers e-mail'], cites: ['u1'],
  },
  {
    name: 'nothing to go by',
    given: 'u1: What is the user allergic to?',
    has: ['do not know'],
  },
  {
    name: 'a denial stays a denial',
    given: `u1: Is the user allergic to milk?
            m1: The user is not allergic to milk.
            m2: The user is allergic to nuts.`,
    has: ['not allergic to milk'],
  },
  {
    name: 'the user corrects what is remembered of him',
    given: `u1: I prefer corner desks now.
            u2: Which desks do I prefer?
            m1: The user prefers window desks.`,
    has: ['corner'], lacks: ['window'], cites: ['u1'],
  },
  {
    name: 'what a user states beside his question is not asked for',
    given: `u1: I prefer short answers. What is the colour of the gate?
            m1: The user prefers short answers.
            m2: The colour of the gate is green.`,
    has: ['green'], lacks: ['short'], cites: ['m2'],
  },
  {
    name: 'an entry that is beside the point answers nothing',
    given: `u1: How many requests may be sent per minute to the API?
            m1: The API answers in JSON.`,
    has: ['do not know'],
  },
  {
    name: 'a replaced model number',
    given: `u1: Which firmware fits my router?
            m1: The user's router model is RX200.
            o1: {"model": "RX200", "firmware": "4.2.1"}`,
    has: ['4.2.1'],
  },
]

test.each(rows)('$name', async ({ given, has, lacks = [], cites, hint }) => {
  const { content, evidence_ids } = await ask('answer', context(given, hint === undefined ? {} : { hint: { content: hint } }))
  for (const part of has) expect(content).toContain(part)
  for (const part of lacks) expect(content).not.toContain(part)
  if (cites) expect(evidence_ids).toEqual(cites)
})

test('take the evidence away and the answer changes', async () => {
  for (const { given, cites } of rows.filter((row) => row.cites?.every((id) => /^[mo]/.test(id)))) {
    const whole = context(given)
    const without = { ...whole, evidence: whole.evidence.filter(({ id }) => !cites?.includes(id)) }
    expect((await ask('answer', without)).content).not.toBe((await ask('answer', whole)).content)
  }
})

test('the same request is answered the same way', async () => {
  const given = context(rows[0]!.given)
  expect(await ask('answer', given)).toEqual(await ask('answer', given))
})
