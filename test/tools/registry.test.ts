import { expect, test } from 'vitest'
import type { Tool } from '../../src/tools/contract.js'
import { toolRegistry } from '../../src/tools/registry.js'

const tool = (name: string, effect: Tool['effect'] = 'pure'): Tool => ({ name, effect, run: async () => null })

test('tools are found by name and listed in order', () => {
  const registry = toolRegistry([tool('b'), tool('a')])
  expect(registry.list().map(({ name }) => name)).toEqual(['b', 'a'])
  expect(registry.get('a')?.name).toBe('a')
  expect(registry.get('toString')).toBeUndefined()
})

test('two tools of one name are refused', () => {
  expect(() => toolRegistry([tool('a'), tool('a')])).toThrow(expect.objectContaining({ code: 'duplicate_id' }))
})

test.each(['resettable', 'compensating'] as const)('a %s tool without the means to it is refused', (effect) => {
  expect(() => toolRegistry([tool('a', effect)])).toThrow(expect.objectContaining({ code: 'bad_config' }))
})
