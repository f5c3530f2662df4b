import { describe, expect, test } from 'vitest'
import { ask, context } from '../ask-reference.js'
import { first, type Rows } from './reading-rows.js'
import { second } from './reading-rows-second.js'
import { third } from './reading-rows-third.js'

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

describe.each([['while the rules were made', first], ['when they stood', second], ['in passing', third]] as [string, Rows][])('said %s', (_, rows) => {
  test.each(rows.change)('change: %s', async (said, before, noun, value, old) => {
    const { mutations } = await ask('mutation', context(`u1: ${said}\nm1: ${before}`))
    expect(mutations.map(({ type, retire_ids }) => [type, retire_ids])).toEqual([['memory_update', ['m1']]])
    const made = mutations[0]!.memories.map(({ content }) => content).join(' ')
    expect(made).toContain(value)
    expect(made).not.toContain(old)
    const question = isHan(said) ? `我的${noun}是什么？` : `What is my ${noun}?`
    const answer = await ask('answer', context(`u1: ${said}\nu2: ${question}\nm1: ${before}`))
    expect(answer.content).toContain(value)
    expect(answer.content).not.toContain(old)
    expect((await ask('answer', context(`u1: ${question}\nm1: ${made}`))).content).toContain(value)
  })

  test.each(rows.keep)('remember: %s', async (said, kept) => {
    const { mutations } = await ask('mutation', context(`u1: ${said}\nm1: The user owns a blue scarf.`))
    expect(mutations.map(({ type, memories }) => [type, memories.map(({ content }) => content.replace(/[.。]$/u, ''))])).toEqual([['memory_write', [kept]]])
  })

  test.each(rows.drop)('forget: %s', async (said, goes, stays) => {
    const { mutations } = await ask('mutation', context(`u1: ${said}\nm1: ${goes}\nm2: ${stays}`))
    expect(mutations.map(({ type, retire_ids }) => [type, retire_ids])).toEqual([['memory_delete', ['m1']]])
  })

  test.each(rows.join)('merge: %s', async (said, one, two, other) => {
    const { mutations } = await ask('mutation', context(`u1: ${said}\nm1: ${one}\nm2: ${two}\nm3: ${other}`))
    expect(mutations.map(({ type, retire_ids }) => [type, retire_ids])).toEqual([['memory_consolidate', ['m1', 'm2']]])
  })

  test.each(rows.ask)('ask: %s', async (said, memories, has, lacks) => {
    const given = context([`u1: ${said}`, ...memories.map((one, at) => `m${at + 1}: ${one}`)].join('\n'))
    expect((await ask('mutation', given)).mutations).toEqual([])
    const { content } = await ask('answer', given)
    for (const part of has) expect(content).toContain(part)
    for (const part of lacks) expect(content).not.toContain(part)
  })

  test.each(rows.look)('look up: %s', async (said, name, parameter, value) => {
    const others = ['get_opening_hours', name === 'find_weight' ? 'get_price' : 'find_weight']
    const tools = [name, ...others].map((one) => ({ name: one, parameters: { type: 'object', properties: { [parameter]: { type: 'string' } }, required: [parameter] } }))
    const { tool_calls } = await ask('plan', context(`u1: ${said}\nm1: The user grows peonies.`, { tools }))
    expect(tool_calls.map((call) => [call.name, JSON.parse(call.args)])).toEqual([[name, { [parameter]: value }]])
  })
})
