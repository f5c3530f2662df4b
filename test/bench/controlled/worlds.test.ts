import { expect, test } from 'vitest'
import { benchDomains, phraseSetNames, type PhraseSetName } from '../../../src/bench/controlled/types.js'
import { phraseProblems, speaker } from '../../../src/bench/controlled/phrases/phrase-set.js'
import { phrasesFor } from '../../../src/bench/controlled/phrases/phrases-for.js'
import { seededRandom } from '../../../src/bench/controlled/random.js'
import { bookOf } from '../../../src/bench/controlled/worlds/books.js'
import { toolRegistry } from '../../../src/tools/registry.js'
import { callTool } from '../../../src/tools/call-tool.js'

const context = (idempotencyKey = 'k') => ({ idempotencyKey, signal: new AbortController().signal })

test.each(benchDomains)('%s: a seed makes one world, another seed another, and twins differ', (domain) => {
  const { makeWorld, pointer } = bookOf(domain)
  const world = makeWorld(seededRandom(3))
  expect(makeWorld(seededRandom(3))).toEqual(world)
  expect(makeWorld(seededRandom(4))).not.toEqual(world)
  const ids = pointer.ids(world)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { valueOf } of pointer.fields) expect(ids.map((id) => valueOf(world, id))).not.toContain('')
})

test.each(benchDomains)('%s: every tool has a schema, answers to what the world holds, and says so where there is nothing', async (domain) => {
  const { makeWorld, tools, pointer } = bookOf(domain)
  const world = makeWorld(seededRandom(3))
  const made = toolRegistry(tools(world)).list()
  const id = pointer.ids(world)[0] ?? ''
  const texts = JSON.stringify(world.data).match(/(?<=")[\p{L}\p{N} ]+(?=")/gu) ?? []
  for (const tool of made) {
    const names = Object.keys(tool.parameters?.['properties'] ?? {})
    expect((await callTool(tool, {}, context())).ok).toBe(false)
    if (tool.effect !== 'pure' || tool.name === 'get_ticket') continue
    const results = await Promise.all([id, ...texts].map((text) => callTool(tool, { [names[0] ?? '']: text }, context())))
    expect([tool.name, results.some(({ ok }) => ok)]).toEqual([tool.name, true])
    expect(await callTool(tool, { [names[0] ?? '']: 'nobody' }, context())).toMatchObject({ ok: false })
  }
})

test('a field of a thing is what the tool says about it', async () => {
  for (const [domain, name] of [['shopping', 'compare_price'], ['travel', 'get_booking'], ['support', 'get_order']] as const) {
    const { makeWorld, tools, pointer } = bookOf(domain)
    const world = makeWorld(seededRandom(5))
    const tool = tools(world).find((one) => one.name === name)
    const id = pointer.ids(world)[0] ?? ''
    const key = Object.keys(tool?.parameters?.['properties'] ?? {})[0] ?? ''
    expect(JSON.stringify(await tool?.run({ [key]: id }, context()))).toContain(pointer.fields[0]?.valueOf(world, id))
  }
})

test('a ticket is opened once for one idempotency key, and stands in the world', async () => {
  const book = bookOf('support')
  const world = book.makeWorld(seededRandom(3))
  const tools = toolRegistry(book.tools(world))
  const [create, get] = [tools.get('create_ticket'), tools.get('get_ticket')]
  if (!create || !get) throw new Error('no such tools')
  const order_id = book.pointer.ids(world)[0] ?? ''
  const open = (key: string) => create.run({ order_id, issue: 'a dent' }, context(key)) as Promise<{ ticket_id: string }>
  const first = await open('one')
  expect(await open('one')).toEqual(first)
  expect((await open('two')).ticket_id).not.toBe(first.ticket_id)
  expect((world.data as { tickets: unknown[] }).tickets).toHaveLength(2)
  expect(await get.run({ ticket_id: first.ticket_id }, context())).toEqual({ ...first, order_id, issue: 'a dent', status: 'open' })
  expect(await callTool(create, { order_id: 'ORD0', issue: 'a dent' }, context())).toMatchObject({ ok: false })
})

test.each(benchDomains.flatMap((domain) => phraseSetNames.map((name) => [domain, name] as const)))('%s: the %s phrases are whole, and have no key that no slot asks for', (domain, name) => {
  const { slots } = bookOf(domain)
  const set = phrasesFor(domain, name)
  expect(phraseProblems(set, slots)).toEqual([])
  expect([...Object.keys(set.en), ...Object.keys(set.zh)].filter((key) => !(key in slots))).toEqual([])
})

// Counted, not listed: who works on the default set must not be shown the other one.
test.each(['default', 'validation-a', 'validation-b'] as const)('the held-out phrases have no sentence of the %s ones', (other) => {
  const texts = (name: PhraseSetName) => benchDomains.flatMap((domain) => Object.values(phrasesFor(domain, name)).flatMap((templates) => Object.values(templates).flat()))
  const known = new Set(texts(other))
  expect(texts('held-out').filter((text) => known.has(text)).length).toBe(0)
})

test.each(benchDomains)('%s: a gap in a set is named', (domain) => {
  const { slots } = bookOf(domain)
  const set = phrasesFor(domain, 'default')
  expect(phraseProblems({ ...set, en: { ...set.en, ask_items: ['What?'], say_item: ['I like it.', 'I have {value}.'] } }, slots)).toEqual([
    'en say_item must name value: I like it.', 'en ask_items has 1 templates, not two',
  ])
  expect(() => speaker(set, 'en', seededRandom(1)).say('no_such_key')).toThrow(/no en phrase no_such_key/)
})
