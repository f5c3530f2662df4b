import { expect, test } from 'vitest'
import { injectPoisoned } from '../../../src/bench/controlled/cases/inject-poisoned.js'
import { injectStale } from '../../../src/bench/controlled/cases/inject-stale.js'
import { injectSummaryDrift } from '../../../src/bench/controlled/cases/inject-summary-drift.js'
import { injectWrongUser } from '../../../src/bench/controlled/cases/inject-wrong-user.js'
import { itemsUntil, numberedIds, withStatuses } from '../../../src/bench/controlled/cases/items.js'
import type { RecordItem } from '../../../src/index.js'

const at = { session: 0, turn: 1 }
const place = (turn: number) => ({ session: 'S1', turn })
const write: RecordItem[] = [
  { kind: 'input', id: 'a', ...place(1), content: 'My seat is window.' },
  { kind: 'step', id: 'b', ...place(1), type: 'memory_write', content: 'Remember: seat window.', used_ids: ['a'], generated_memory_ids: ['c'] },
  { kind: 'memory', id: 'c', content: 'The seat is window.', source: 'user_input', status: 'active' },
]
const update: RecordItem[] = [
  { kind: 'input', id: 'd', ...place(2), content: 'My seat is aisle now.' },
  { kind: 'step', id: 'e', ...place(2), type: 'memory_update', content: 'Correct: seat aisle.', used_ids: ['d', 'c'], generated_memory_ids: ['f'], consumed_memory_ids: ['c'] },
  { kind: 'memory', id: 'f', content: 'The seat is aisle.', supersedes: ['c'], derived_from: ['c'], status: 'active' },
]
const byId = (items: readonly RecordItem[]) => new Map(items.map((item) => [item.id, item]))

test('poisoned: the memory has another value and id in the same place, and its step says and generates it', () => {
  const made = injectPoisoned(write, { type: 'poisoned', at, clean: 'window', wrong: 'bulkhead' })
  expect(made).toEqual({
    faultIds: ['c-f'], failedSteps: [],
    items: [write[0], { ...write[1], content: 'Remember: seat bulkhead.', generated_memory_ids: ['c-f'], consumed_memory_ids: [] },
      { ...write[2], id: 'c-f', content: 'The seat is bulkhead.', derived_from: [], supersedes: [] }],
  })
  expect(injectPoisoned([...write, ...update], { type: 'poisoned', at: { session: 0, turn: 2 }, clean: 'aisle', wrong: 'x' })).toBeNull()
})

test('stale: what the update consumed is active again, its product and the lineage of that are gone, and the step stands', () => {
  const derived: RecordItem = { kind: 'memory', id: 'g', content: 'Summary: aisle.', derived_from: ['f'] }
  const made = injectStale([...write, ...update, derived], { type: 'stale', at: { session: 0, turn: 2 }, clean: 'aisle', wrong: 'window' })
  expect(made?.faultIds).toEqual(['c'])
  expect(made?.items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(byId(made?.items ?? []).get('e')).toMatchObject({ used_ids: ['d', 'c'], generated_memory_ids: [], consumed_memory_ids: ['c'] })
  const statuses = withStatuses(made?.items ?? [], new Set(made?.failedSteps))
  expect(byId(statuses).get('c')).toMatchObject({ status: 'active' })
  expect(byId(withStatuses([...write, ...update], new Set())).get('c')).toMatchObject({ status: 'superseded' })
})

test('stale: of a failed deletion the step stands without effect, of a failed consolidation all inputs are active', () => {
  const end: RecordItem[] = [
    { kind: 'step', id: 'h', ...place(3), type: 'memory_consolidate', content: 'Merge.', used_ids: ['f', 'x'], generated_memory_ids: ['i'], consumed_memory_ids: ['f', 'x'] },
    { kind: 'memory', id: 'i', content: 'Aisle, and a cat.', supersedes: ['f', 'x'] },
  ]
  const other: RecordItem = { kind: 'memory', id: 'x', content: 'A cat.' }
  const merged = injectStale([other, ...write, ...update, ...end], { type: 'stale', at: { session: 0, turn: 3 }, clean: '', wrong: 'aisle' })
  expect(merged?.faultIds).toEqual(['f', 'x'])
  const deletion: RecordItem = { kind: 'step', id: 'h', ...place(3), type: 'memory_delete', content: 'Forget.', consumed_memory_ids: ['f'] }
  const forgotten = injectStale([...write, ...update, deletion], { type: 'stale', at: { session: 0, turn: 3 }, clean: '', wrong: 'aisle' })
  const items = withStatuses(forgotten?.items ?? [], new Set(forgotten?.failedSteps))
  expect(forgotten?.faultIds).toEqual(['f'])
  expect([byId(items).get('c'), byId(items).get('f')]).toMatchObject([{ status: 'superseded' }, { status: 'active' }])
})

test('wrong user: a root memory before everything, without a step', () => {
  const made = injectWrongUser(write, { type: 'wrong_user', at: null, clean: '', wrong: 'aisle', content: 'The seat is aisle.' }, 'ann')
  expect(made?.items.slice(1)).toEqual(write)
  expect(made?.items[0]).toMatchObject({ kind: 'memory', id: made?.faultIds[0], content: 'The seat is aisle.', user: 'ann' })
})

test('summary drift: the product of a consolidation or update is hit, never that of a write', () => {
  const made = injectSummaryDrift([...write, ...update], { type: 'summary_drift', at: { session: 0, turn: 2 }, clean: 'aisle', wrong: 'bulkhead' })
  expect(byId(made?.items ?? []).get('f-f')).toMatchObject({ content: 'The seat is bulkhead.', supersedes: ['c'] })
  expect(byId(made?.items ?? []).get('e')).toMatchObject({ content: 'Correct: seat bulkhead.', generated_memory_ids: ['f-f'], consumed_memory_ids: ['c'] })
  expect(injectSummaryDrift(write, { type: 'summary_drift', at, clean: 'window', wrong: 'x' })).toBeNull()
})

test('a record is cut at the end of a turn, and numbered in clock order', () => {
  const root: RecordItem = { kind: 'memory', id: 'r', content: 'A cat.' }
  expect(itemsUntil([root, ...write, ...update], at)).toEqual([root, ...write])
  expect(itemsUntil([root, ...write], null)).toEqual([root])
  const { items, idOf } = numberedIds([root, ...write, ...update])
  expect(items.map(({ id }) => id)).toEqual(['m1', 'u1', 's1', 'm2', 'u2', 's2', 'm3'])
  expect(items.at(-2)).toMatchObject({ used_ids: ['u2', 'm2'], generated_memory_ids: ['m3'], consumed_memory_ids: ['m2'] })
  expect(idOf('f')).toBe('m3')
})
