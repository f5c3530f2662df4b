import { expect, test } from 'vitest'
import type { MutationType } from '../../../src/vocabulary.js'
import { ask, context } from '../ask-reference.js'

interface Given {
  name: string
  given: string
  type: MutationType
  instruction: string
  consumes?: string[]
  memories: string[]
  /** What the failed step said; the instruction, where it is left out. */
  hint?: string
  has?: string[]
  lacks?: string[]
  retires?: string[]
  cites?: string[]
  none?: boolean
}

/** Sixty flights in JSON. @param seats of the flight at a place */
const longRecord = (seats: (at: number) => number): string =>
  JSON.stringify(Array.from({ length: 60 }, (_, at) => ({ flight_number: `FL${at}`, seats: seats(at) })))

test.each<Given>([
  {
    name: 'an update keeps what holds and takes values from the evidence',
    given: `u1: Where is my order ORD00169, and how long can I return it?
            m1: Order ORD00169 is shipped; its category is Home.
            o1: {"category": "Home", "refund_window_days": 30}`,
    type: 'memory_update', instruction: 'Merge order and policy into the case summary.', consumes: ['m1'],
    memories: ['Order ORD00169 is shipped; the Home refund window is 45 days.'],
    has: ['ORD00169 is shipped', 'Home', '30 days'], lacks: ['45'], retires: ['m1'], cites: ['m1', 'o1'],
  },
  {
    name: 'a reopened memory survives a poisoned update',
    given: `u2: I like pretzels.
            m1: The user is allergic to nuts.`,
    type: 'memory_update', instruction: 'Update the food profile.', consumes: ['m1'],
    memories: ['The user has no allergies and likes pretzels.'],
    has: ['allergic to nuts', 'likes pretzels'], lacks: ['no allergies'], retires: ['m1'], cites: ['m1', 'u2'],
  },
  {
    name: 'an identifier that a hint gives as a value may be wrong',
    given: 'u1: Just so you know, my spare key is KX7503.',
    type: 'memory_write', instruction: 'Remember the spare key.', memories: ["The user's spare key is KX7504."], has: ['KX7503'], lacks: ['KX7504'], cites: ['u1'],
  },
  {
    name: 'an update whose product is lost takes what was observed before what was wished',
    given: `u1: Thanks! Could you also add 3 checked bags to my reservation?
            o1: {"reservation_id": "QX71LM", "cabin": "economy", "total_baggages": 4, "nonfree_baggages": 3}`,
    type: 'memory_update', instruction: 'Bring what is consumed up to date with the evidence.', hint: 'Update the total baggages of the reservation QX71LM.',
    memories: [], has: ['QX71LM total baggages are 4'], lacks: ['checked', 'cabin', 'nonfree'], cites: ['o1'],
  },
  {
    name: 'a record that was remembered whole is remembered whole again',
    given: `o1: ${longRecord((at) => 100 + at)}`,
    type: 'memory_write', instruction: 'Remember what the search returned.', memories: [longRecord((at) => (at === 58 ? 999 : 100 + at))],
    has: ['FL59 seats are 159', 'FL58 seats are 158', 'FL1 seats are 101'], lacks: ['999'], cites: ['o1'],
  },
  {
    name: 'a request to combine notes is no note',
    given: `u1: Combine your notes on my spare key and my cabin class into one.
            m1: The user's spare key is KX7503.
            m2: The user's cabin class is economy.`,
    type: 'memory_consolidate', instruction: 'Merge what is consumed.', consumes: ['m1', 'm2'],
    memories: ["The user's spare key is KX7503. The user's cabin class is business."], has: ['KX7503', 'economy'], lacks: ['Combine', 'business'], retires: ['m1', 'm2'],
  },
  {
    name: 'also where no frame says that it is a value',
    given: 'u1: Sooner or later they will ask for my spare key: KX7503.',
    type: 'memory_write', instruction: 'Write what belongs here.', memories: ["Sooner or later they will ask for the user's spare key: KX7504."], has: ['KX7503'], lacks: ['KX7504'], cites: ['u1'],
  },
  {
    name: 'but a thing of which other things are said is another thing',
    given: `u1: Where is it?
            o1: {"order": "ORD8", "status": "shipped"}`,
    type: 'memory_write', instruction: 'Write what belongs here.', memories: ['Order ORD7 comes on Friday.'], none: true,
  },
  {
    name: 'of a hint that is partly wrong each part is made again',
    given: `u1: I live in Porto and I am vegetarian.`,
    type: 'memory_write', instruction: 'Store the profile.', memories: ['The user lives in Lisbon and is vegetarian.'],
    has: ['lives in Porto', 'vegetarian'], lacks: ['Lisbon'], cites: ['u1'],
  },
  {
    name: 'of several statements of one kind the one of the turn is written',
    given: `u1: One more thing: I am allergic to walnuts.
            u2: I am also allergic to shellfish.
            m1: The user is allergic to walnuts.`,
    type: 'memory_write', instruction: 'Write what belongs in this place of the turn.', memories: ['The user is also allergic to latex.'], has: ['shellfish'], lacks: ['walnuts', 'latex'],
  },
  {
    name: 'of what is remembered and what is said, a write writes what is said',
    given: `u2: 我对荞麦过敏。
            m1: 用户对芹菜也过敏。`,
    type: 'memory_write', instruction: 'Write what belongs in this place of the turn.', memories: ['用户对蜂蜜过敏。'], has: ['荞麦'], lacks: ['芹菜', '蜂蜜'], cites: ['u2'],
  },
  {
    name: "somebody else's thing is no stand-in for the user's own",
    given: `u1: Please note that my locker number is 17.
            m1: The user's uncle's locker number is 71.`,
    type: 'memory_write', instruction: 'Write what belongs in this place of the turn.', memories: ["The user's locker number is 70."], has: ["The user's locker number is 17"], lacks: ['uncle'], cites: ['u1'],
  },
  {
    name: 'words that only announce something are no statement of another script',
    given: 'u1: 说明一下，我的储物柜是红色。',
    type: 'memory_write', instruction: 'Write what belongs in this place of the turn.', memories: ['用户的储物柜是蓝色。'], has: ['用户的储物柜是红色'], lacks: ['说明'], cites: ['u1'],
  },
  {
    name: 'a write without ground makes nothing',
    given: `u1: Which plan is my account on?
            m0: The Gold plan includes lounge access.
            o1: {"account": {"plan": "Gold"}}`,
    type: 'memory_write', instruction: 'Remember the renewal date.', memories: ['The plan renews on 3 May.'], none: true,
  },
  {
    name: 'what the assistant explained is no deed of the user',
    given: `u1: How does graph search work in Rust?
            a1: Graph search visits the neighbours of a node, and Rust has crates for it.`,
    type: 'memory_write', instruction: 'Extract what the user did.', memories: ['The user implemented graph search in Rust.'], none: true,
  },
  {
    name: 'a write from an observation takes the value of the observation',
    given: `u1: What does P0199 cost?
            o1: {"product": "P0199", "prices": {"StoreA": 67.0, "StoreC": 63.99}}`,
    type: 'memory_write', instruction: 'Remember the price.', memories: ['P0199 costs $88.67 at StoreC.'],
    has: ['StoreC', '63.99'], lacks: ['88.67', 'StoreA'], cites: ['o1'],
  },
  {
    name: 'a write from what the user said',
    given: 'u1: I prefer black running shoes.',
    type: 'memory_write', instruction: 'Remember the preference.', memories: ['The user prefers red running shoes.'],
    has: ['The user prefers black running shoes.'], lacks: ['red'], cites: ['u1'],
  },
  {
    name: 'the instruction decides between facts of one observation',
    given: `u1: Where is order ORD7?
            o1: {"order": "ORD7", "status": "shipped", "category": "Home"}`,
    type: 'memory_write', instruction: 'Store the order status.', memories: ['Order ORD7 is delivered.'],
    has: ['shipped'], lacks: ['delivered'], cites: ['o1'],
  },
  {
    name: 'an update whose product was lost writes what the user says now',
    given: 'u1: I now prefer business class flights.',
    type: 'memory_update', instruction: 'Update the flight preference.', consumes: ['m9'], memories: [],
    has: ['prefers business class flights'], retires: [], cites: ['u1'],
  },
  {
    name: 'a consolidation merges and lets the later one win',
    given: `u1: Thanks.
            m1: The Home refund window is 45 days.
            m2: The Home refund window is 30 days.
            m3: Order ORD7 is shipped.`,
    type: 'memory_consolidate', instruction: 'Merge the notes.', consumes: ['m1', 'm2', 'm3'], memories: ['Order ORD7 has a 45 day window.'],
    has: ['30 days', 'ORD7 is shipped'], lacks: ['45'], retires: ['m1', 'm2', 'm3'],
  },
  {
    name: 'a deletion that the user still asks for',
    given: `u1: Please forget my old address.
            m1: The user's address is 5 Rue Verte.`,
    type: 'memory_delete', instruction: 'Delete the address.', consumes: ['m1'], memories: [], retires: ['m1'], cites: ['u1'],
  },
  {
    name: 'a deletion that nothing asks for',
    given: `u1: I like tea.
            m1: The user's address is 5 Rue Verte.`,
    type: 'memory_delete', instruction: 'Delete the address.', consumes: ['m1'], memories: [], none: true,
  },
  {
    name: 'a memory of another script',
    given: 'u1: 我对坚果过敏。',
    type: 'memory_write', instruction: '记住过敏。', memories: ['用户对牛奶过敏。'], has: ['用户对坚果过敏'], lacks: ['牛奶'], cites: ['u1'],
  },
])('on replay: $name', async ({ given, type, instruction, consumes = [], memories, hint = instruction, has = [], lacks = [], retires, cites, none }) => {
  const { mutations } = await ask('mutation', context(given, { mutation: { type, instruction, consumes }, hint: { content: hint, memories } }))
  if (none) {
    expect(mutations).toEqual([])
    return
  }
  expect(mutations).toHaveLength(1)
  const made = mutations[0]!.memories.map(({ content }) => content).join(' ')
  expect(mutations[0]!.type).toBe(type)
  for (const part of has) expect(made).toContain(part)
  for (const part of lacks) expect(made).not.toContain(part)
  if (retires) expect(mutations[0]!.retire_ids).toEqual(retires)
  if (cites) expect(mutations[0]!.evidence_ids.toSorted()).toEqual(cites.toSorted())
})

interface Own { name: string; given: string; made: [MutationType, string[], string[]][] }

test.each<Own>([
  { name: 'a statement is remembered', given: 'u1: I prefer e-mail over phone calls.', made: [['memory_write', [], ['The user prefers e-mail over phone calls.']]] },
  { name: 'a request to remember', given: "u1: Please remember: I'm allergic to nuts.", made: [['memory_write', [], ['The user is allergic to nuts.']]] },
  { name: 'a question is not', given: 'u1: What am I allergic to?', made: [] },
  { name: 'nor is a request', given: 'u1: Book a table for two.', made: [] },
  { name: 'nor is assent', given: 'u1: Yes, thanks.', made: [] },
  { name: 'nor what is known', given: 'u1: I am allergic to nuts.\n m1: The user is allergic to nuts.', made: [] },
  {
    name: 'of both, the statement', given: 'u1: I moved to Lisbon. What is the weather?', made: [['memory_write', [], ['The user moved to Lisbon.']]],
  },
  {
    name: 'a statement that contradicts a memory replaces it',
    given: 'u1: I prefer business class flights.\n m1: The user prefers economy flights.\n m2: The user likes tea.',
    made: [['memory_update', ['m1'], ['The user prefers business class flights.']]],
  },
  {
    name: 'what still holds of a corrected memory is kept',
    given: 'u1: My router model is RX200.\n m1: The user has fibre. The user\'s router model is RX100.',
    made: [['memory_update', ['m1'], ["The user has fibre. The user's router model is RX200."]]],
  },
  {
    name: "somebody else's thing replaces nothing",
    given: `u1: My brother's shoe size is 45.
            m1: The user's shoe size is 38.
            m2: The shoe size of the user's cousin is 41.`,
    made: [['memory_write', [], ["The user's brother's shoe size is 45."]]],
  },
  {
    name: 'an opening that only says that something follows is left out',
    given: 'u1: Please update your notes: my shoe size is 38.\n m1: The user\'s shoe size is 41.',
    made: [['memory_update', ['m1'], ["The user's shoe size is 38."]]],
  },
  { name: 'nor is there a lasting fact in a failed call', given: 'u1: Look up K1.\n o1: Error: find_key: there is no K1\n a1: Error: find_key: there is no K1.', made: [] },
  {
    name: 'words for now are no part of what is said in Chinese',
    given: 'u1: 我的鞋码现在是41码。\n m1: 用户的鞋码是38码。', made: [['memory_update', ['m1'], ['用户的鞋码是41码。']]],
  },
  { name: 'one may like two things', given: 'u1: I like coffee.\n m1: The user likes tea.', made: [['memory_write', [], ['The user likes coffee.']]] },
  {
    name: 'an observed fact that served the answer is remembered',
    given: `u1: Where is order ORD7?
            o1: {"order": "ORD7", "status": "shipped", "category": "Home"}
            a1: Order ORD7 status is shipped.`,
    made: [['memory_write', [], ['Order ORD7 status is shipped.']]],
  },
  {
    name: 'an observed fact corrects a memory',
    given: `u1: Where is order ORD7?
            m1: Order ORD7 is packed.
            o1: {"order": "ORD7", "status": "shipped"}
            a1: Order ORD7 status is shipped.`,
    made: [['memory_update', ['m1'], ['Order ORD7 status is shipped.']]],
  },
  {
    name: 'what the user wants forgotten is deleted',
    given: 'u1: Please forget my address.\n m1: The user\'s address is 5 Rue Verte.\n m2: The user likes tea.', made: [['memory_delete', ['m1'], []]],
  },
  {
    name: 'memories are merged when asked for',
    given: 'u1: Please consolidate your notes.\n m1: The user likes tea.\n m2: The user is allergic to nuts.',
    made: [['memory_consolidate', ['m1', 'm2'], ['The user likes tea. The user is allergic to nuts.']]],
  },
])('of its own: $name', async ({ given, made }) => {
  const { mutations } = await ask('mutation', context(given))
  expect(mutations.map(({ type, retire_ids, memories }) => [type, retire_ids, memories.map(({ content }) => content)])).toEqual(made)
})
