/** Counterexamples of the property beside this file, small, each under the name of what was wrong. */
import { describe, expect, it } from 'vitest'
import type { RecordItem } from '../../src/record/items.js'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from '../execute/items.js'
import { lab, type Lab } from '../execute/lab.js'
import { scales, script } from './agent.js'
import { standing } from './ends.js'

const db = await testDatabase()
const asked = [says('u1', 'Which box weighs what?', 'S1.1'), says('u2', 'Which box weighs what?', 'S1.2')]
const box = (n: number): string => `Box ${n} weighs ${100 + n} kg.`

async function repaired(items: RecordItem[], ...groups: string[][]): Promise<Lab> {
  const at = await lab(db, { script, tools: [scales()] })
  await at.record([...asked, ...items])
  for (const group of groups) {
    for (const id of group) await at.fault(id, 'answer')
    for (const repairId of await at.open()) expect(await at.run(repairId)).toMatchObject({ state: 'done' })
  }
  return at
}

/** What came of the replays of the tenant's nth repair, from 1. */
async function replays(at: Lab, nth: number): Promise<Record<string, string>> {
  const repairs = await at.query<{ repair_id: number }>('select repair_id from emend.repair order by repair_id')
  return at.replays(Number(repairs[nth - 1]?.repair_id))
}

const said = async (at: Lab): Promise<string[]> => Object.values(await at.active()).sort()

describe('a second repair (G11)', () => {
  it('replays the producer that the first one only made invalid', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)),
      memory('m5', box(5)),
      step('w1', 'memory_write', 'Keep it.', 'm1 m2 m5', { generated_memory_ids: ['m3'] }), memory('m3', `${box(1)} ${box(2)} ${box(5)}`),
      memory('m4', box(4)), step('answer', 'final_answer', box(4), 'm4', {}, 'S1.2'),
    ]
    const at = await repaired(items, ['m1'], ['m3'])
    expect(await replays(at, 2)).toMatchObject({ w1: 'done' })
    expect(await said(at)).toEqual(await said(await repaired(items, ['m1', 'm3'])))
    expect(await said(at)).toEqual([box(2), `${box(2)} ${box(5)}`, box(4), box(5)])
  })

  it('asks the producer again for which the first one found nothing to write', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)),
      memory('m5', box(5)),
      step('w1', 'memory_write', 'Keep it.', 'm1 m2 m5', { generated_memory_ids: ['m3'] }), memory('m3', `${box(1)} ${box(2)} ${box(5)}`),
      memory('m4', box(4)), step('answer', 'final_answer', box(4), 'm4', {}, 'S1.2'),
    ]
    const at = await repaired(items, ['m3'], ['m1'])
    expect(await replays(at, 1)).toEqual({ w1: 'noop' }) // it would write the buried text again
    expect(await replays(at, 2)).toMatchObject({ w1: 'done' })
    expect(await said(at)).toEqual(await said(await repaired(items, ['m1', 'm3'])))
  })

  it('replays what the first one has replayed from where that one had started, and not what came of it', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)), memory('m3', box(3)),
      step('c1', 'claim', [1, 2, 3].map(box).join(' '), 'm1 m2 m3', {}, 'S1.2'), step('answer', 'final_answer', [1, 2, 3].map(box).join(' '), 'c1', {}, 'S1.2'),
    ]
    const at = await repaired(items, ['m1'], ['m2'])
    expect(await replays(at, 1)).toEqual({ c1: 'done', answer: 'done' })
    expect(await replays(at, 2)).toEqual({ c1: 'done', answer: 'done' })
    expect((await at.query<{ content: string }>(`select content from emend.current_answer where turn = 2`)).map(({ content }) => content)).toEqual([box(3)])
  })

  it('makes the replacement of a fault anew when what it was made from falls', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)), says('u3', box(9), 'S1.1'),
      step('w1', 'memory_update', 'Keep it.', 'm2', { consumed_memory_ids: ['m1'], generated_memory_ids: ['m3'] }), memory('m3', box(7)),
      memory('m4', box(4)), step('answer', 'final_answer', box(4), 'm4', {}, 'S1.2'),
    ]
    const at = await repaired(items, ['m3'], ['m1'])
    expect(await replays(at, 2)).toMatchObject({ w1: 'done' }) // R4; that m2 says the same does not fill the place
    expect(await said(at)).toEqual(await said(await repaired(items, ['m1', 'm3'])))
  })

  it('brings back what a memory replaced that the first one took out, when its successor falls too', async () => {
    const update = (id: string, from: string, to: string, n: number): RecordItem[] => [
      step(id, 'memory_update', 'Keep it.', 'm9', { consumed_memory_ids: [from], generated_memory_ids: [to] }), memory(to, box(n)),
    ]
    const items = [
      memory('m9', box(9)), memory('m0', box(1)), ...update('w1', 'm0', 'm1', 1), ...update('w2', 'm1', 'm2', 1),
      memory('m4', box(4)), step('answer', 'final_answer', box(4), 'm4', {}, 'S1.2'),
    ]
    const ends = async (at: Lab): Promise<string[]> => [...new Set((await said(at)).flatMap((text) => text.split(/(?<=kg\.) /)))].sort()
    const together = await ends(await repaired(items, ['m1', 'm2']))
    expect(together).toContain(box(1))
    expect(await ends(await repaired(items, ['m1'], ['m2']))).toEqual(together)
    expect(await ends(await repaired(items, ['m2'], ['m1']))).toEqual(together)
  })
})

describe('where two repairs once ended elsewhere than one (G11)', () => {
  /** Where the last answer was made again, the test above them all compares; here it is done for the classes that it once found. */
  async function endTheSame(items: RecordItem[], first: string, second: string): Promise<{ apart: Lab; together: Lab }> {
    const trace = { items: [...asked, ...items], memories: [], answers: ['answer'], has: { failedRetirements: 0, merges: 0, deletions: 0, plans: 0, reads: 0, owners: 0 } }
    const apart = await repaired(items, [first], [second])
    const together = await repaired(items, [first, second])
    expect(await standing(apart, trace)).toEqual(await standing(together, trace))
    return { apart, together }
  }
  const update = (id: string, from: string, to: string, content: string, more: object = {}, at = 'S1.1'): RecordItem[] => [
    step(id, 'memory_update', 'Keep it.', 'u1', { consumed_memory_ids: [from], generated_memory_ids: [to] }, at), memory(to, content, { derived_from: [from], ...more }),
  ]

  it('a read that missed only what the first one had brought back, and the second one deletes, stands as it was', async () => {
    const { apart } = await endTheSame([
      memory('m1', box(1)), ...update('w1', 'm1', 'm2', box(1)),
      step('w2', 'memory_delete', 'Forget it.', 'u1', { consumed_memory_ids: ['m2'] }),
      read('r1', 'box weighs', '', 3, 'S1.2'), step('answer', 'final_answer', 'I do not know.', 'u2', {}, 'S1.2'),
    ], 'm2', 'm1')
    expect(await apart.invalid()).not.toContain('r1') // m1 had come back, so that r1 missed it; now it is gone
  })

  it('a producer that found nothing to write in the presence of what is stale writes once that is gone', async () => {
    const { apart } = await endTheSame([
      memory('m1', box(1), { status: 'active' }), memory('m2', box(2)),
      step('w1', 'memory_update', 'Keep it.', 'm1', { consumed_memory_ids: ['m2'], generated_memory_ids: ['m3'] }), memory('m3', `${box(1)} ${box(2)}`, { derived_from: ['m1', 'm2'], supersedes: ['m2'] }),
      ...update('w2', 'm1', 'm4', box(1), {}, 'S1.2'), step('answer', 'final_answer', box(1), 'm1', {}, 'S1.2'),
    ], 'm3', 'm1')
    expect(await said(apart)).toEqual([box(2)]) // m3 in its place, without m1
  })

  it('what only the probe of the first one had asked for is asked for by the probe of both', async () => {
    await endTheSame([
      memory('m1', box(1)), ...update('w1', 'm1', 'm2', box(1)), memory('m3', box(3)),
      read('r1', 'box weighs', 'm2 m3', 3, 'S2.1'), step('c1', 'claim', `${box(1)} ${box(3)}`, 'm2 m3', {}, 'S2.1'),
      step('answer', 'final_answer', box(1), 'm2', {}, 'S1.2'),
    ], 'm2', 'm3')
  })

  it('what the first one has written in the place of a memory is no evidence for the second one', async () => {
    const { apart } = await endTheSame([
      memory('m0', box(0)), memory('m1', box(1)),
      step('w1', 'memory_update', 'Keep it.', 'm0', { consumed_memory_ids: ['m1'], generated_memory_ids: ['m6'] }, 'S1.2'),
      memory('m6', `${box(0)} ${box(1)}`, { derived_from: ['m0', 'm1'], supersedes: ['m1'] }),
      step('answer', 'final_answer', `${box(0)} ${box(1)}`, 'm0 m1 m6', {}, 'S1.2'),
    ], 'm1', 'm0')
    expect((await apart.query<{ content: string }>(`select content from emend.current_answer where turn = 2`)).map(({ content }) => content)).toEqual(['I do not know.'])
  })

  it('a memory that only the replay of the first one has really retired is stale all the same', async () => {
    await endTheSame([
      memory('m0', box(0), { status: 'active' }), memory('m1', box(1)),
      step('w2', 'memory_write', 'Keep it.', 'm0', { generated_memory_ids: ['m2'] }), memory('m2', box(0), { derived_from: ['m0'] }),
      step('w3', 'memory_consolidate', 'Keep it.', 'u1', { consumed_memory_ids: ['m1', 'm2'], generated_memory_ids: ['m3'] }),
      memory('m3', `${box(0)} ${box(1)}`, { derived_from: ['m1', 'm2'], supersedes: ['m1', 'm2'], status: 'active' }),
      step('w4', 'memory_consolidate', 'Keep it.', 'u2', { consumed_memory_ids: ['m0', 'm3'], generated_memory_ids: ['m4'] }, 'S1.2'), memory('m4', `${box(0)} ${box(1)}`, { derived_from: ['m0', 'm3'] }),
      read('r5', 'box weighs', 'm0 m3 m4', 3, 'S1.2'), step('answer', 'final_answer', `${box(0)} ${box(1)}`, 'm0 m3 m4 r5', {}, 'S1.2'),
    ], 'm1', 'm0')
  })

  it('what a step was found to follow from by the first one is no premise of it for the second one', async () => {
    await endTheSame([
      memory('m0', box(0)), memory('m1', box(1)), memory('m2', box(0)),
      step('w3', 'memory_consolidate', 'Keep it.', 'u1', { consumed_memory_ids: ['m1', 'm2'], generated_memory_ids: ['m3'] }), memory('m3', `${box(0)} ${box(1)}`, { derived_from: ['m1', 'm2'] }),
      memory('m4', box(0)), says('u3', 'Which box weighs what?', 'S2.1'), read('r5', 'box weighs', 'm0 m4', 2, 'S2.1'), ...update('w6', 'm4', 'm6', box(0), {}, 'S1.2'),
      step('w7', 'memory_consolidate', 'Keep it.', 'm0 m4', { consumed_memory_ids: ['m3', 'm6'], generated_memory_ids: ['m7'] }, 'S2.1'),
      memory('m7', `${box(0)} ${box(1)}`, { derived_from: ['m0', 'm4', 'm3', 'm6'], supersedes: ['m3', 'm6'] }),
      step('w8', 'memory_consolidate', 'Keep it.', 'm4 r5', { consumed_memory_ids: ['m0', 'm7'], generated_memory_ids: ['m8'] }, 'S2.1'), memory('m8', `${box(0)} ${box(1)}`, { derived_from: ['m0', 'm4', 'm7'] }),
      step('answer', 'final_answer', `${box(0)} ${box(1)}`, 'm8', {}, 'S1.2'),
    ], 'm2', 'm1')
  })

  it('a call whose arguments only the second fault says is not made, though the first one has asked for it in the same words', async () => {
    const weigh = (n: number, id: string): RecordItem[] => [
      step(`t${id}`, 'tool_action', `weigh({"box":${n}})`, 'p3', { tool: { name: 'weigh', args: { box: n }, call_id: id } }, 'S1.2'),
      step(`o${id}`, 'tool_observation', box(n), `t${id}`, { tool: { name: 'weigh', call_id: id } }, 'S1.2'),
    ]
    const { apart } = await endTheSame([
      memory('m0', box(0)), memory('m1', box(1)), ...update('w2', 'm1', 'm2', box(1)),
      step('p3', 'plan', 'Weigh 30 and 31.', 'm2 m0', {}, 'S1.2'), ...weigh(30, '1'), ...weigh(31, '2'),
      step('w4', 'memory_update', 'Keep it.', 'o1 o2', { consumed_memory_ids: ['m0'], generated_memory_ids: ['m4'] }, 'S1.2'), memory('m4', `${box(0)} ${box(30)} ${box(31)}`, { derived_from: ['m0'] }),
      step('answer', 'final_answer', `${box(1)} ${box(30)} ${box(31)}`, 'o2 m2 o1', {}, 'S1.2'),
    ], 'm2', 'm4')
    expect(await said(apart)).not.toContain(`${box(0)} ${box(30)}`)
  })

  it('what stands on a memory for the first one does not once that is stale, though it was used before it was to be retired', async () => {
    const { apart } = await endTheSame([
      memory('m0', box(0)), memory('m1', box(1), { status: 'active' }), step('w2', 'memory_delete', 'Forget it.', 'm1', { consumed_memory_ids: ['m0'] }),
      ...update('w3', 'm1', 'm3', box(1), {}, 'S1.2'), step('answer', 'final_answer', box(1), 'm1', {}, 'S1.2'),
    ], 'm0', 'm1')
    expect(await apart.invalid()).toContain('w2')
  })

  it('a write of the second one is shown what the read of its turn returns since the first one', async () => {
    const { apart } = await endTheSame([
      memory('m0', box(0)), ...update('w1', 'm0', 'm1', box(0)), step('w3', 'memory_delete', 'Forget it.', 'u1', { consumed_memory_ids: ['m1'] }),
      says('u3', 'Which box weighs what?', 'S2.1'), read('r4', 'box weighs', '', 2, 'S2.1'), memory('m5', box(5)),
      step('w6', 'memory_update', 'Keep it.', 'u3', { consumed_memory_ids: ['m5'], generated_memory_ids: ['m6'] }, 'S2.1'), memory('m6', box(5), { derived_from: ['m5'], supersedes: ['m5'] }),
      step('answer', 'final_answer', box(5), 'm6', {}, 'S1.2'),
    ], 'm1', 'm6')
    expect(await said(apart)).toContain(`${box(0)} ${box(5)}`) // r4 had missed m0 only because of m1
  })

  it('what the first one has written from other evidence is not written where the second one buries its words', async () => {
    const { apart } = await endTheSame([
      memory('m0', box(0)), step('w1', 'memory_delete', 'Forget it.', 'u1', { consumed_memory_ids: ['m0'] }), memory('m2', box(0)), memory('m3', box(3)),
      says('u3', 'Which box weighs what?', 'S2.1'), step('w4', 'memory_consolidate', 'Keep it.', 'u3', { consumed_memory_ids: ['m2', 'm3'], generated_memory_ids: ['m4'] }, 'S2.1'),
      memory('m4', `${box(0)} ${box(3)}`, { derived_from: ['m2', 'm3'] }), step('answer', 'final_answer', `${box(0)} ${box(3)}`, 'm4', {}, 'S1.2'),
    ], 'm3', 'm0')
    expect(await apart.memories()).toMatchObject({ m2: 'active' }) // and not merged into a memory that says no more
  })

  it('an answer that the second fault names is made again, though it is the first one that had made it stale', async () => {
    const trace = [
      memory('m0', box(0)), step('early', 'final_answer', box(0), 'm0', {}, 'S1.1'), memory('m1', box(1)), step('answer', 'final_answer', box(0), 'early', {}, 'S1.2'),
    ]
    for (const order of [['m0', 'm1'], ['m1', 'm0']]) {
      const at = await lab(db, { script })
      await at.record([...asked, ...trace])
      for (const id of order) {
        await at.fault(id, id === 'm0' ? 'early' : 'answer')
        for (const repairId of await at.open()) await at.run(repairId)
      }
      expect(await at.query(`select content from emend.current_answer where validity = 'valid'`)).toEqual([{ content: 'I do not know.' }, { content: 'I do not know.' }])
    }
  })

  it('a probe that had found the second fault in the store is not what it would be without', async () => {
    await endTheSame([
      memory('m0', box(0)), read('r1', 'box weighs', 'm0', 2), step('c2', 'claim', box(0), 'm0 r1'), ...update('w3', 'm0', 'm3', box(0)),
      step('w4', 'memory_write', 'Keep it.', 'm0', { generated_memory_ids: ['m4'] }), memory('m4', box(0), { derived_from: ['m0'] }),
      step('w5', 'memory_write', 'Keep it.', 'm0 r1', { generated_memory_ids: ['m5'] }), memory('m5', box(0), { derived_from: ['m0'] }),
      says('u3', 'Which box weighs what?', 'S2.1'), step('answer', 'final_answer', box(0), 'm5', {}, 'S2.1'),
      step('w7', 'memory_consolidate', 'Keep it.', 'u3', { consumed_memory_ids: ['m4', 'm5'], generated_memory_ids: ['m7'] }, 'S2.1'), memory('m7', box(0), { derived_from: ['m4', 'm5'], supersedes: ['m4', 'm5'] }),
      step('w8', 'memory_delete', 'Forget it.', 'u2', { consumed_memory_ids: ['m3'] }, 'S1.2'), step('w9', 'memory_delete', 'Forget it.', 'u2', { consumed_memory_ids: ['m7'] }, 'S1.2'),
      step('w10', 'memory_update', 'Keep it.', 'c2', { generated_memory_ids: ['m10'] }, 'S1.2'), memory('m10', box(0)),
    ], 'm5', 'm10')
  })
})

describe('a replayed read', () => {
  it('sees what this repair wrote in the place of something older, and nothing that was recorded later', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)),
      step('w1', 'memory_write', 'Keep it.', 'm1 m2', { generated_memory_ids: ['m3'] }), memory('m3', `${box(1)} ${box(2)} ${box(3)}`),
      read('r1', 'box weighs', 'm1 m2 m3', 5, 'S1.2'), step('answer', 'final_answer', [1, 2, 3].map(box).join(' '), 'm1 m2 m3 r1', {}, 'S1.2'),
      memory('m9', box(9)),
    ]
    const at = await repaired(items, ['m3'])
    const results = async (id: string): Promise<string[]> => (await at.query<{ id: string }>(`select u.external_id as id from emend.step s
      join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id and n.external_id = '${id.replaceAll("'", "''")}'
      join emend.node u on u.tenant_id = s.tenant_id and u.node_id = any (s.used_ids) order by 1`)).map((row) => row.id)
    expect(await results("r1'")).toEqual(['m1', 'm2', "m3'"])
    await at.repair('m1', 'answer')
    expect(await results("r1''")).not.toContain('m9')
  })

  it('belongs to the context of a replayed step of its turn that does not cite it', async () => {
    const items = [
      memory('m1', box(1)), memory('m2', box(2)), step('c1', 'claim', box(1), 'm1', {}, 'S1.1'),
      read('r1', 'box weighs', 'm1 m2', 5, 'S1.2'), step('answer', 'final_answer', box(1), 'c1', {}, 'S1.2'),
    ]
    const at = await repaired(items, ['m1'])
    expect(await replays(at, 1)).toMatchObject({ r1: 'done', answer: 'done' })
    expect((await at.query<{ content: string }>(`select content from emend.current_answer where turn = 2`)).map(({ content }) => content)).toEqual([box(2)])
  })
})
