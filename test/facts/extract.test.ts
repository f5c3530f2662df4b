import { describe, expect, test } from 'vitest'
import { contentWords } from '../../src/facts/content-words.js'
import { splitClauses } from '../../src/facts/clauses.js'
import { extractFacts } from '../../src/facts/extract.js'
import { factKeys } from '../../src/facts/fact-keys.js'
import { normaliseText } from '../../src/facts/normalise.js'
import { paperFacts } from '../../src/facts/paper-patterns.js'
import { isNegated } from '../../src/facts/polarity.js'
import { sameFacts } from '../../src/facts/same-facts.js'
import { stem } from '../../src/facts/stem.js'

const values = (text: string, kind: string): string[] =>
  extractFacts(text)
    .filter((fact) => fact.kind === kind)
    .map(({ value }) => value)

describe('values are normalised', () => {
  test.each<[kind: string, value: string, ...texts: string[]]>([
    ['money', '1200 usd', '$1,200.00', '1200 USD', 'US$1200', '1,200 dollars', '$ 1,200'],
    ['money', '1200 eur', '1.200,00 €', '€1.200', 'EUR 1200', '1200 euros'],
    ['money', '63.99 usd', '$63.99', '63.99 USD'],
    ['money', '25 cny', '25元', '¥25', '25 RMB'],
    ['number', '41', '鞋码是41码', '第41页', 'size 41'],
    ['percent', '12.5', '12.5%', '12,5 %', '12.5 percent', '12,5 Prozent'],
    [
      'date',
      '2026-05-03',
      '2026-05-03',
      '3 May 2026',
      'May 3rd, 2026',
      '3. Mai 2026',
      '03.05.2026',
      '05/03/2026',
      '2026年5月3日',
      '2026/5/3',
    ],
    ['date', '--05-03', '3 May', 'May 3', '3rd of May', '3. Mai', '5月3日'],
    ['date', '2024-05-20', '20/05/2024'],
    ['time', '18:00', '6 pm', '18:00', '06:00 PM', '18 Uhr', '18:00:00'],
    ['duration', '2592000s', '30 days', '30-day', 'thirty days', '30 Tage', '30 天', '30天'],
    ['duration', '1209600s', '2 weeks', '14 days', 'zwei Wochen', '两周'],
    ['duration', '24mo', '2 years', '24 months', '2年', '24个月'],
    ['number', '1234567', '1,234,567', '1 234 567'],
    ['number', '45', '45', 'forty-five'],
    ['number', '-7', '-7'],
    ['email', 'mia.li3818@example.com', 'mia.li3818@example.com', 'Mia.Li3818@Example.com'],
    ['identifier', 'ord00169', 'ORD00169', 'ord00169', '#ORD00169'.slice(1)],
    ['identifier', '4wq150', '4WQ150'],
    ['identifier', 'mia_li_3668', 'mia_li_3668'],
    ['identifier', 'm_f026', 'm_f026'.replace('m_f026', 'm_f026')],
  ])('%s %s', (kind, value, ...texts) => {
    for (const text of texts) expect(values(`It is ${text} here`, kind), text).toEqual([value])
  })
  test('a month is not thirty days, a kilogram no identifier, an ordinal no duration', () => {
    expect(values('one month', 'duration')).not.toEqual(values('30 days', 'duration'))
    expect(values('5kg and 3rd', 'identifier')).toEqual([])
  })
  test('names, colours, statuses, quotes and booleans are kinds of their own', () => {
    expect(values('The airline is Qantas', 'name')).toEqual(['qantas'])
    expect(values('The user prefers red running shoes', 'colour')).toEqual(['red'])
    expect(values('The order is Shipped', 'status')).toEqual(['ship'])
    expect(values('Press "Attach to Private Task" now', 'quote')).toEqual(['attach to private task'])
    expect(values('It is true', 'boolean')).toEqual([stem('true')])
  })
  test('the words of a conclusion are facts', () => {
    expect(extractFacts('The user qualifies for the lounge').map(({ value }) => value)).toEqual(
      ['qualif', 'lounge'].map((word) => stem(word)),
    )
  })
})

describe('facts are bound', () => {
  test('to the identifiers and words of their clause', () => {
    const fact = extractFacts('Order ORD1 has a refund window of 30 days; order ORD2 has 45 days.').find(({ text }) => text === '45 days')
    expect(fact).toMatchObject({ kind: 'duration', entity: 'ord2', isNegated: false })
  })
  test('to what the clause before was about, where their own names nothing', () => {
    expect(extractFacts('Order ORD1 is shipped; the window is 30 days.').find(({ kind }) => kind === 'duration')?.entity).toBe('ord1')
  })
  test('in JSON to the object around them, with the key as attribute and unit', () => {
    const facts = extractFacts('{"order":"ORD00169","status":"shipped","refund_window_days":30}')
    expect(facts.find(({ kind }) => kind === 'duration')).toMatchObject({ text: '30 days', entity: 'ord00169', attribute: 'refund window' })
    expect(facts.find(({ kind }) => kind === 'status')).toMatchObject({ value: 'ship', entity: 'ord00169' })
  })
  test('in JSON never to another element of the list', () => {
    const facts = extractFacts('[{"id":"HAT069","price":121},{"id":"HAT083","price":100}]')
    expect(facts.filter(({ kind }) => kind === 'number').map(({ entity, value }) => [entity, value])).toEqual([
      ['hat069', '121'],
      ['hat083', '100'],
    ])
  })
  test('JSON after prose, as a call and its result', () => {
    expect(extractFacts('get_order(ORD1)\n{"refund_window_days": 30}').find(({ kind }) => kind === 'duration')?.entity).toBe('ord1')
  })
  test('several sentences under one key have their own polarity', () => {
    const facts = extractFacts('{"order":"ORD1","note":"The lamp is not damaged at all. The box is wet."}')
    expect(facts.find(({ text }) => text === 'lamp')).toMatchObject({ isNegated: true, entity: 'ord1' })
    expect(facts.find(({ text }) => text === 'box')).toMatchObject({ isNegated: false, entity: 'ord1' })
  })
  test('what is no JSON after all is read as text', () => expect(values('{not json} costs $5', 'money')).toEqual(['5 usd']))
})

describe('polarity', () => {
  test.each([
    ['The user is not allergic', true],
    ["The user isn't allergic", true],
    ['No refund', true],
    ['never without it', false],
    ['without milk', true],
    ['Der Flug ist nicht storniert', true],
    ['keine Allergien', true],
    ['用户不过敏', true],
    ['没有退款', true],
    ['未发货', true],
    ['The user is allergic', false],
    ['not only nuts', false],
    ['no later than 3 May', false],
    ['非常好', false],
    ['I note the knot', false],
  ])('%s', (text, expected) => expect(isNegated(text)).toBe(expected))
  test('has the clause as its scope', () => {
    const facts = extractFacts('The user is not allergic to nuts but likes pretzels.')
    expect(facts.find(({ text }) => text === 'nuts')?.isNegated).toBe(true)
    expect(facts.find(({ text }) => text === 'pretzels')?.isNegated).toBe(false)
  })
  test('turns at a contrast', () => {
    const facts = extractFacts('The airline is ANA rather than Qantas.')
    expect(facts.map(({ text, isNegated }) => [text, isNegated])).toEqual([
      ['airline', false],
      ['ANA', false],
      ['Qantas', true],
    ])
  })
})

describe('clauses', () => {
  test.each([
    ['The price is $66.95. It went up.', ['The price is $66.95', 'It went up']],
    ['Renews on 3. Mai 2026. Danke.', ['Renews on 3. Mai 2026', 'Danke']],
    ['The plan is Gold and renews on 3 May.', ['The plan is Gold', 'The plan renews on 3 May']],
    ['A1 costs $5 and B2 costs $6', ['A1 costs $5', 'B2 costs $6']],
    ['black and red shoes', ['black and red shoes']],
    ['- one line\n- another line', ['one line', 'another line']],
    ['用户过敏，喜欢红色。', ['用户过敏', '喜欢红色']],
    ['', []],
  ])('of %j', (text, expected) => expect(splitClauses(text)).toEqual(expected))
})

describe('stems', () => {
  test.each([
    ['allergies', 'allergic', 'allergy'],
    ['renews', 'renewal', 'renewed'],
    ['shipped', 'shipping', 'ships', 'shipment'],
    ['prefers', 'preference', 'preferred'],
    ['delivery', 'delivered', 'delivers'],
    ['departs', 'departure'],
    ['price', 'prices', 'cost', 'costs'],
    ['cancelled', 'canceled', 'cancels'],
    ['days', 'day'],
    ['boxes', 'box'],
    ['booking', 'booked'],
  ])('%s and %s', (...words) => expect(new Set(words.map((word) => stem(word))).size).toBe(1))
  test.each([
    ['refund', 'return'],
    ['attach', 'add'],
    ['window', 'wind'],
    ['gold', 'go'],
  ])('%s is not %s', (a, b) => expect(stem(a)).not.toBe(stem(b)))
})

test('a word about the telling is a name where it is written like one, but whoever is spoken of is not', () => {
  const names = (text: string): string[] => extractFacts(text).filter(({ kind }) => kind === 'name').map(({ text: name }) => name)
  expect(names('It starts from the menu Records.')).toEqual(['Records'])
  expect(names('Records show that the User of the store answers.')).toEqual([])
})

describe('sameFacts', () => {
  test.each([
    ['The plan is Gold.', 'the plan is  **Gold**'],
    ['The refund window is 30 days.', 'The refund window is thirty days'],
    ['Order ORD1 costs $1,200.00.', 'Order ORD1 costs 1200 USD.'],
    ['', ''],
  ])('%j and %j are the same', (a, b) => expect(sameFacts(a, b)).toBe(true))
  test.each([
    ['The plan is Gold.', 'The plan is Silver.'],
    ['用户的鞋码是41码。', '用户的鞋码是38码。'],
    ['The plan is Gold.', 'The plan is Gold and it renews on 3 May.'],
    ['The user is allergic.', 'The user is not allergic.'],
    ['Sure!', 'Yes, thanks.'],
    ['', 'The plan is Gold.'],
    ['It starts from the menu Records. The menu Registers is closed.', 'It starts from the menu Registers. The menu Registers is closed.'],
  ])('%j and %j are not', (a, b) => {
    expect(sameFacts(a, b)).toBe(false)
    expect(sameFacts(b, a)).toBe(false)
  })
})

test('factKeys are stable over order, inflection and format, and hold polarity', () => {
  expect(factKeys('The user lives in Porto.')).toEqual(factKeys('Lives in Porto, the user'))
  expect(factKeys('Invoice total: $1,200.00')).toEqual(factKeys('The invoice total is 1200 USD'))
  expect(factKeys('The user likes nuts')).not.toEqual(factKeys('The user does not like nuts'))
  expect(factKeys('Which plan is it?')).toEqual([])
})

test('contentWords leaves out function words and values', () => {
  expect(contentWords('The refund window of order ORD1 is 30 days')).toEqual(['refund', 'window', 'order'])
})

test('normaliseText removes what differs in form only', () =>
  expect(normaliseText(' The “Plan” is\n *Gold* . ')).toBe('the "plan" is gold'))

test("the paper's four patterns miss the paper's own examples", () => {
  expect(paperFacts('Order ORD00169 shipped on 2026-05-03 for 45')).toEqual(
    expect.arrayContaining(['ord00169', 'shipped', '2026-05-03', '45']),
  )
  expect(paperFacts('prefers red shoes with Qantas')).toEqual([])
})
