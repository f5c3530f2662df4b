import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordItem } from '../../src/record/items.js'
import { undoRepair } from '../../src/execute/undo-repair.js'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab } from './lab.js'

const db = await testDatabase()
const runs = 15

/** A random trace: what each step cites is chosen among what is older. */
const trace = fc.record({
  steps: fc.array(fc.record({ kind: fc.constantFrom('memory', 'claim', 'read', 'write', 'update', 'answer'), picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), turn: fc.integer({ min: 1, max: 2 }) }), { minLength: 4, maxLength: 14 }),
  faults: fc.tuple(fc.nat(), fc.nat()),
})

/** The trace as items; memories have contents with a number of their own, so that replays have something to say. */
function itemsOf(steps: { kind: string; picks: number[]; turn: number }[]): { items: RecordItem[]; memories: string[] } {
  const items: RecordItem[] = [memory('m0', 'Box 0 weighs 10 kg.'), says('u1', 'How heavy are the boxes?', 'S1.1'), says('u2', 'And how heavy are the boxes now?', 'S2.1')]
  const memories = ['m0']
  const citable = ['m0']
  const consumed = new Set<string>()
  steps.forEach(({ kind, picks, turn }, index) => {
    const at = `S${turn}.1`
    const cited = [...new Set(picks.map((pick) => citable[pick % citable.length] ?? 'm0'))].join(' ')
    const id = `n${index}`
    const fresh = `Box ${index + 1} weighs ${index + 11} kg.`
    if (kind === 'memory') items.push(memory(`m${index + 1}`, fresh))
    else if (kind === 'claim') items.push(step(id, 'claim', `Boxes: ${index} are noted.`, cited, {}, at))
    else if (kind === 'answer') items.push(step(id, 'final_answer', `The boxes are heavy, says ${index}.`, cited, {}, at))
    else if (kind === 'read') items.push(read(id, 'box weighs', memories.filter((name) => !consumed.has(name)).slice(-2).join(' '), 2, at))
    else {
      const old = memories.findLast((name) => !consumed.has(name))
      const consumes = kind === 'update' && old ? [old] : []
      consumes.forEach((name) => consumed.add(name))
      items.push(step(id, kind === 'update' && old ? 'memory_update' : 'memory_write', 'Keep it.', cited, { generated_memory_ids: [`m${index + 1}`], consumed_memory_ids: consumes }, at))
      items.push(memory(`m${index + 1}`, fresh))
    }
    if (kind === 'memory' || kind === 'write' || kind === 'update') memories.push(`m${index + 1}`)
    citable.push(kind === 'memory' ? `m${index + 1}` : id)
  })
  return { items, memories }
}

describe('over random traces', () => {
  it('a repair leaves no violation, doing it again changes nothing, and undo restores', async () => {
    await fc.assert(fc.asyncProperty(trace, async ({ steps, faults }) => {
      const { items, memories } = itemsOf(steps)
      const at = await lab(db)
      await at.record(items)
      const before = await at.picture()
      const { repairId, at: now } = await at.repair(memories[faults[0] % memories.length] ?? 'm0')
      expect(now.state).toBe('done')
      expect(await at.violations(repairId)).toEqual([])
      const after = await at.picture()
      await at.run(repairId)
      expect(await at.picture()).toBe(after)
      await undoRepair(db.db, at.tenantId, repairId, 'test')
      const undone = JSON.parse(await at.picture()) as [Record<string, string>, { id: string }[]]
      const original = JSON.parse(before) as [Record<string, string>, unknown[]]
      for (const [id, status] of Object.entries(original[0])) expect(`${id} ${undone[0][id]}`).toBe(`${id} ${status}`)
      expect(undone[1].filter(({ id }) => items.some((item) => item.id === id))).toEqual([])
      await undoRepair(db.db, at.tenantId, repairId, 'test')
      expect((JSON.parse(await at.picture()) as unknown[]).slice(0, 2)).toEqual((JSON.parse(after) as unknown[]).slice(0, 2))
    }), { numRuns: runs, seed: 42 })
  })
})
