import { expect, test } from 'vitest'
import { navigationCases } from '../../../src/bench/transfer/navigation/navigation-cases.js'
import { levels, writeNavigation } from '../../../src/bench/transfer/navigation/script.js'
import { places } from '../../../src/bench/transfer/navigation/table.js'
import { details, navigationWorld, twinOf } from '../../../src/bench/transfer/navigation/world.js'
import { judgeSteps } from '../../../src/bench/transfer/judge-steps.js'
import { seededRandom } from '../../../src/bench/controlled/random.js'
import { openEmend, type OpenOptions } from '../../../src/index.js'
import { testDatabase } from '../../database.js'

const database = await testDatabase()
const open = (options: OpenOptions) => openEmend({ databaseUrl: database.url, ...options })
const make = (limit: number, concurrency: number) => navigationCases.make(open, { seed: 42, limit, concurrency, onProgress: () => {} })

test('there are 5 cases with one fault and 45 with two to four, every level among them, and ids that say nothing', () => {
  const all = places()
  expect(all.length).toBe(50)
  expect(all.filter((place) => place.levels.length === 1).length).toBe(5)
  expect(all.every((place) => place.levels.length >= 1 && place.levels.length <= 4 && new Set(place.levels).size === place.levels.length)).toBe(true)
  for (const level of levels) expect(all.filter((place) => place.levels.includes(level)).length).toBeGreaterThan(15)
  expect(new Set(all.map(({ id }) => id.replace(/\d+$/, '')))).toEqual(new Set(['navigation-']))
})

test('a world has one label of each pair, so that the other one is always wrong; the same seed gives the same world', () => {
  const world = navigationWorld(seededRandom(5))
  expect(navigationWorld(seededRandom(5))).toEqual(world)
  expect(navigationWorld(seededRandom(6))).not.toEqual(world)
  const { pages, guides } = world.data
  expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length)
  const told = JSON.stringify(world.data)
  for (const page of pages) {
    for (const detail of details) for (const label of [page[detail]].flat()) expect(told).not.toContain(`"${twinOf(detail, label)}"`)
  }
  expect(guides.map(({ steps }) => steps[1])).toEqual(pages.map(({ page }) => `choose ${page}`))
  expect(() => twinOf('menu', 'Nowhere')).toThrow(/no twin/)
})

test('a script has a target for each level, in a turn that is there, and asks from the notes alone', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed)
    const script = writeNavigation(navigationWorld(random), random, levels)
    expect(script.targets.map(({ at }) => script.sessions[at?.session ?? -1]?.[(at?.turn ?? 0) - 1]?.effect)).toEqual(['observe', 'observe', 'write', 'consolidate'])
    expect(script.sessions.at(-1)?.[0]?.content).toMatch(/notes/)
    expect(script.sessions.flat().filter(({ content }) => /[{}]|undefined| {2}/.test(content))).toEqual([])
    expect(script.forbidden[0]?.anyOf).not.toEqual(script.required[0]?.anyOf)
  }
})

test('cases are the same however many are made at once; the failed answer is wrong, the clean one right, and every fault says the wrong label', async () => {
  const { cases } = await make(2, 2)
  expect((await make(1, 1)).cases).toEqual(cases.slice(0, 1))
  expect(cases.map(({ faultCount }) => faultCount)).toEqual(places().slice(0, 2).map((place) => place.levels.length))
  for (const one of cases) {
    const item = (id: string) => one.items.find((other) => other.id === id)
    const wrong = one.labels.forbidden[0]?.anyOf[0] ?? ''
    expect(one.faults.length).toBe(one.faultCount)
    for (const { memoryId } of one.faults) expect(item(memoryId)?.content).toContain(wrong)
    for (const id of one.labels.benign) expect([item(id)?.kind, item(id)?.content.includes(wrong)]).toEqual(['memory', false])
    for (const id of one.labels.affectedClaims) expect(item(id)?.content).toContain(wrong)
    expect(judgeSteps(item(one.failedAnswer)?.content ?? '', one.labels).isRight).toBe(false)
    expect(navigationCases.judge(one, one.labels.cleanAnswer)).toEqual({ isRight: true, missing: [], forbidden: [] })
    expect(navigationCases.toolsOf(one.world).every(({ effect }) => effect === 'pure')).toBe(true)
  }
}, 180_000)
