import { describe, expect, test } from 'vitest'
import { heaviestClosure } from '../../src/bench/kit/heaviest-closure.js'
import { FlowNetwork } from '../../src/bench/kit/max-flow.js'
import { mcNemar, pairedBootstrap } from '../../src/bench/controlled/statistics.js'

const times = (count: number, one: boolean, other: boolean) => Array.from({ length: count }, () => [one, other] as const)
const pairs = (both: number, first: number, second: number, none: number) =>
  [...times(both, true, true), ...times(first, true, false), ...times(second, false, true), ...times(none, false, false)]

describe('McNemar', () => {
  test('five cases against one: twice (1 + 6) of 64', () => {
    expect(mcNemar(pairs(10, 5, 1, 3))).toEqual({ onlyFirst: 5, onlySecond: 1, p: 14 / 64 })
  })
  test('eight cases against none: twice 1 of 256', () => {
    expect(mcNemar(pairs(0, 8, 0, 0)).p).toBeCloseTo(2 / 256, 12)
  })
  test('methods that never differ, and methods that differ evenly, cannot be told apart', () => {
    expect(mcNemar(pairs(4, 0, 0, 4)).p).toBe(1)
    expect(mcNemar(pairs(0, 3, 3, 0)).p).toBe(1)
  })
})

describe('the paired bootstrap', () => {
  test('gives the difference itself where all pairs are alike', () => {
    expect(pairedBootstrap([[1, 0], [1, 0], [1, 0]], 7)).toEqual({ difference: 1, low: 1, high: 1 })
  })
  test('is the same for the same seed, and holds about two standard errors on each side', () => {
    const values = Array.from({ length: 100 }, (_, index) => [index % 2, 0] as const) // mean 0.5, standard error 0.05
    const interval = pairedBootstrap(values, 1)
    expect(interval).toEqual(pairedBootstrap(values, 1))
    expect(interval.difference).toBe(0.5)
    expect(interval.low).toBeGreaterThan(0.37)
    expect(interval.low).toBeLessThan(0.43)
    expect(interval.high).toBeGreaterThan(0.57)
    expect(interval.high).toBeLessThan(0.63)
  })
})

describe('maximum flow', () => {
  test('two ways that share a narrow arc carry what the arc carries', () => {
    const network = new FlowNetwork(5)
    network.connect(0, 1, 10)
    network.connect(0, 2, 10)
    network.connect(1, 3, 4)
    network.connect(2, 3, 9)
    network.connect(3, 4, 7)
    expect(network.maximise(0, 4)).toBe(7)
    expect(network.reachable(0)).toEqual(new Set([0, 1, 2, 3]))
  })
  test('a way that was taken wrongly is taken back', () => {
    const network = new FlowNetwork(4) // the diamond with a cross arc: 0 -> 1 -> 2 -> 3 would block two units
    network.connect(0, 1, 1)
    network.connect(1, 2, 1)
    network.connect(0, 2, 1)
    network.connect(1, 3, 1)
    network.connect(2, 3, 1)
    expect(network.maximise(0, 3)).toBe(2)
  })
})

describe('the heaviest closure', () => {
  test('takes what is worth its requirements and leaves the rest', () => {
    const weights = new Map([['a', 5], ['b', 2], ['x', -3], ['y', -4]])
    // a needs x: 5 - 3 = 2; b needs y: 2 - 4 = -2
    expect(heaviestClosure(weights, [['a', 'x'], ['b', 'y']])).toEqual(new Set(['a', 'x']))
  })
  test('two that share a requirement may be worth it together though neither is alone', () => {
    const weights = new Map([['a', 2], ['b', 2], ['x', -3]])
    expect(heaviestClosure(weights, [['a', 'x'], ['b', 'x']])).toEqual(new Set(['a', 'b', 'x']))
    expect(heaviestClosure(new Map([['a', 2], ['x', -3]]), [['a', 'x']])).toEqual(new Set())
  })
  test('requirements of requirements count, and what costs nothing comes along only where it is required', () => {
    expect(heaviestClosure(new Map([['a', 4], ['x', 0], ['y', -3], ['z', 0]]), [['a', 'x'], ['x', 'y']])).toEqual(new Set(['a', 'x', 'y']))
  })
})
