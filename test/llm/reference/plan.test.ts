import { expect, test } from 'vitest'
import type { StageContext } from '../../../src/llm/contracts.js'
import { ask, context } from '../ask-reference.js'

type Tool = NonNullable<StageContext['tools']>[number]

const tool = (name: string, properties: Record<string, unknown>, more: { required?: string[]; description?: string } = {}): Tool => ({
  name,
  ...(more.description ? { description: more.description } : {}),
  parameters: { type: 'object', properties, required: more.required ?? Object.keys(properties), additionalProperties: false },
})
const text = { type: 'string' }
const order = tool('get_order', { order: text })
const policy = tool('get_policy', { category: text })
const price = tool('compare_price', { product: text })
const firmware = tool('firmware_lookup', { model: text })
const course = tool('recommend_course', { level: text, style: text }, { required: [] })
const ship = tool('ship', { order: { type: 'number' }, address: text })
const flights = tool('search_direct_flight', { origin: text, destination: text, date: text })
const reservation = tool('get_reservation_details', { reservation_id: text })
const account = tool('get_account', {})

interface Row {
  name: string
  given: string
  tools: Tool[]
  hint?: { name: string; args: unknown }[]
  calls: [string, unknown][]
}

test.each<Row>([
  {
    name: 'what the user calls his own is resolved before a tool is asked',
    given: `u1: Which units of my chosen model are in stock?
            m1: The user's chosen model is RX200.`,
    tools: [tool('check_stock', { model_id: text })], calls: [['check_stock', { model_id: 'RX200' }]],
  },
  {
    name: 'a tool that does something is called by its name only, and nothing is called to merge or forget',
    given: `u1: Merge your notes about my open order.
            m1: The user's open order is ORD00169.`,
    tools: [order, tool('create_ticket', { order_id: text }, { description: 'Open a ticket about an order.' })], calls: [],
  },
  {
    name: 'an identifier in the question fills the parameter that it is bound to',
    given: 'u1: Where is my order ORD00169?', tools: [order, policy], calls: [['get_order', { order: 'ORD00169' }]],
  },
  {
    name: 'a second argument comes from a memory',
    given: `u1: What is the refund policy for order ORD00169?
            m1: Order ORD00169 is shipped; its category is Home.`,
    tools: [order, policy], calls: [['get_order', { order: 'ORD00169' }], ['get_policy', { category: 'Home' }]],
  },
  {
    name: 'a tool without parameters', given: 'u1: Which plan is my account on?', tools: [order, account], calls: [['get_account', {}]],
  },
  {
    name: 'the user wants memory only',
    given: `u1: Using only your stored summary, tell me the status of order ORD00169.
            m1: The case is open.`,
    tools: [order], calls: [],
  },
  {
    name: 'what is known already needs no tool',
    given: `u1: Where is order ORD00169?
            m1: Order ORD00169 is in Lyon.`,
    tools: [order], calls: [],
  },
  {
    name: 'what must be current is looked up although it is known',
    given: `u1: Compare the current price of product P0199.
            m1: The price of product P0199 at StoreC is $88.67.`,
    tools: [price], calls: [['compare_price', { product: 'P0199' }]],
  },
  {
    name: 'a required argument that nobody knows: no call', given: 'u1: Where is my order?', tools: [order], calls: [],
  },
  {
    name: 'a question that no tool fits', given: 'u1: What is the user allergic to?', tools: [order, policy], calls: [],
  },
  {
    name: 'on replay, a value that only the hint has is replaced',
    given: `u1: Which firmware does my router need?
            m2: The user's router model is B.`,
    tools: [firmware], hint: [{ name: 'firmware_lookup', args: { model: 'A' } }], calls: [['firmware_lookup', { model: 'B' }]],
  },
  {
    name: 'on replay, a value that the evidence vouches for stays',
    given: `u1: Ship it.
            m1: Order 77 is packed.
            m2: The delivery address is 5 Rue Verte, Lyon.`,
    tools: [ship], hint: [{ name: 'ship', args: { order: 77, address: '1 Dark Alley' } }], calls: [['ship', { order: 77, address: '5 Rue Verte, Lyon' }]],
  },
  {
    name: 'on replay, an optional argument without ground is left out',
    given: `u1: Recommend a course.
            m2: The user prefers short videos.`,
    tools: [course], hint: [{ name: 'recommend_course', args: { level: 'expert', style: 'short videos' } }],
    calls: [['recommend_course', { style: 'short videos' }]],
  },
  {
    name: 'on replay, a required argument without ground: no call',
    given: 'u1: Which firmware does my router need?', tools: [firmware], hint: [{ name: 'firmware_lookup', args: { model: 'A' } }], calls: [],
  },
  {
    name: 'on replay, a tool that is not offered any more is not called',
    given: 'u1: Where is my order ORD00169?', tools: [policy], hint: [{ name: 'get_order', args: { order: 'ORD00169' } }], calls: [],
  },
  {
    name: 'on replay, several calls of one tool keep their own arguments',
    given: 'u1: Compare products P0199 and P0200.', tools: [price],
    hint: [{ name: 'compare_price', args: { product: 'P0199' } }, { name: 'compare_price', args: { product: 'P0200' } }],
    calls: [['compare_price', { product: 'P0199' }], ['compare_price', { product: 'P0200' }]],
  },
  {
    name: 'on replay, a wrong identifier gives way to one of the same make',
    given: `u1: Change my reservation.
            o1: {"user": "mia", "reservations": ["4OG6T3"]}`,
    tools: [reservation], hint: [{ name: 'get_reservation_details', args: { reservation_id: '9ZZ9Z9' } }],
    calls: [['get_reservation_details', { reservation_id: '4OG6T3' }]],
  },
  {
    name: 'on replay, what the question names goes before an old argument that some evidence still names',
    given: `u1: How many units of my chosen model are in stock, please?
            m1: Model RX100 weighs 3 kg.
            m2: The user's chosen model is RX200.`,
    tools: [tool('check_stock', { model_id: text })], hint: [{ name: 'check_stock', args: { model_id: 'RX100' } }], calls: [['check_stock', { model_id: 'RX200' }]],
  },
  {
    name: 'on replay, codes and dates of a search stay where an observation vouches for them',
    given: `u1: Search for a flight from JFK to SEA on 2024-05-20.`,
    tools: [flights], hint: [{ name: 'search_direct_flight', args: { origin: 'JFK', destination: 'SEA', date: '2024-05-20' } }],
    calls: [['search_direct_flight', { origin: 'JFK', destination: 'SEA', date: '2024-05-20' }]],
  },
  {
    name: 'a date and an identifier of another script',
    given: 'u1: 请查询订单A1001的状态', tools: [tool('查询订单', { 订单: text })], calls: [['查询订单', { 订单: 'A1001' }]],
  },
])('$name', async ({ given, tools, hint, calls }) => {
  const reply = await ask('plan', context(given, { tools, ...(hint ? { hint: { content: 'Look it up.', toolCalls: hint } } : {}) }))
  expect(reply.tool_calls.map(({ name, args }) => [name, JSON.parse(args)])).toEqual(calls)
})

test('a call cites the question and the entry that its argument comes from', async () => {
  const reply = await ask('plan', context('u1: Which firmware do I need?\n m1: The router model is B.', {
    tools: [firmware], hint: { content: 'Look the firmware up.', toolCalls: [{ name: 'firmware_lookup', args: { model: 'A' } }] },
  }))
  expect(reply.evidence_ids).toEqual(['u1', 'm1'])
  expect(reply.tool_calls[0]?.evidence_ids).toEqual(['u1', 'm1'])
  expect(reply.content).toBe('Call firmware_lookup with model B.')
})

test('a call cites the entry that says what the user calls his own', async () => {
  const reply = await ask('plan', context(`u1: Which units of my chosen model are in stock?
    m1: The user's chosen model is RX200.
    c1: The user's chosen model is RX200.`, { tools: [tool('check_stock', { model_id: text })] }))
  expect(reply.tool_calls[0]?.evidence_ids).toEqual(['u1', 'c1'])
})

test('a call cites what calls the thing the user\'s own, not what else names it', async () => {
  const reply = await ask('plan', context(`u1: Which units of my chosen model are in stock?
    m1: The user's chosen model is RX200.
    m2: Model RX200 weighs 3 kg.`, { tools: [tool('check_stock', { model_id: text })] }))
  expect(reply.tool_calls[0]?.evidence_ids).toEqual(['u1', 'm1'])
})

test('a plan without tools says what it goes by', async () => {
  const reply = await ask('plan', context('u1: Order me a snack.\n m1: The user is allergic to nuts.', {
    hint: { content: 'The user has no allergies, so order a nut snack.' },
  }))
  expect(reply).toEqual({ content: 'Answer from what is known: The user is allergic to nuts.', evidence_ids: ['u1', 'm1'], tool_calls: [] })
})
