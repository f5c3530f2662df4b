import { describe, expect, it } from 'vitest'
import { undoRepair, withdrawFault } from '../../src/execute/undo-repair.js'
import { testDatabase } from '../database.js'
import { memory, read, says, step } from './items.js'
import { lab } from './lab.js'

const db = await testDatabase()

/** m1 is read, claimed, remembered as m3 and answered; m2 says something else; m4 is somebody's own business. */
const parcel = [
  memory('m1', 'The parcel weighs 9 kg.'),
  memory('m2', 'The parcel weighs 4 kg.'),
  memory('m4', 'Ann prefers mornings.'),
  says('u1', 'How much does the parcel weigh?'),
  read('s1', 'parcel weighs', 'm1', 1),
  step('s2', 'claim', 'The parcel weighs 9 kg.', 'm1 s1'),
  step('w1', 'memory_write', 'Remember it.', 's2', { generated_memory_ids: ['m3'] }),
  memory('m3', 'A parcel of 9 kg was sent.', { derived_from: ['m1'] }),
  step('s3', 'final_answer', 'It weighs 9 kg.', 's2'),
]

const answer = `select content, validity, is_repaired from emend.current_answer`

describe('undo', () => {
  it('brings back statuses and the old answer, keeps what was written since, and can itself be undone', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const before = await at.memories()
    const { repairId } = await at.repair('m1')
    const repaired = await at.memories()
    const repairedAnswer = await at.query(answer)
    expect(repaired).toMatchObject({ m1: 'deleted', m3: 'quarantined' })
    await at.record([
      says('u8', 'I moved to Bonn.', 'S8.1'),
      step('w8', 'memory_update', 'Note the evening.', 'u8 m4', { consumed_memory_ids: ['m4'], generated_memory_ids: ['m8'] }, 'S8.1'),
      memory('m8', 'Ann lives in Bonn and prefers mornings.', { supersedes: ['m4'] }),
    ])

    expect(await undoRepair(db.db, at.tenantId, repairId, 'ruth')).toBe('undone')
    expect(await at.memories()).toMatchObject({ ...before, m4: 'superseded', m8: 'active' })
    expect(await at.query(answer)).toEqual([{ content: 'It weighs 9 kg.', validity: 'valid', is_repaired: false }])
    expect(await at.query(`select 1 from emend.tombstone where lifted_at is null`)).toEqual([])
    expect(await at.query(`select state from emend.fault`)).toEqual([{ state: 'withdrawn' }])
    expect(await at.query(`select actor from emend.journal where to_status = 'undone' and node_id is null`)).toEqual([{ actor: 'ruth' }])

    expect(await undoRepair(db.db, at.tenantId, repairId, 'ruth')).toBe('done')
    expect(await at.memories()).toEqual({ ...repaired, m4: 'superseded', m8: 'active' })
    expect(await at.query(answer)).toEqual(repairedAnswer)
    expect(await at.query(`select 1 as one from emend.tombstone where lifted_at is null`)).toEqual([{ one: 1 }])
    expect(await at.violations(repairId)).toEqual([])

    expect(await undoRepair(db.db, at.tenantId, repairId, 'ruth')).toBe('undone')
    expect(await at.memories()).toMatchObject({ ...before, m4: 'superseded', m8: 'active' })
  })

  it('done again, it takes what was recorded on its nodes meanwhile, and nothing else', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const { repairId } = await at.repair('m1')
    await undoRepair(db.db, at.tenantId, repairId, 'ruth')
    await at.record([
      says('u9', 'How heavy was it again? I like tea.', 'S9.1'),
      read('s9', 'parcel weighs', 'm1 m2', 2, 'S9.1'),
      step('a9', 'final_answer', 'It weighed 9 kg.', 'm1 s9', {}, 'S9.1'),
      step('w9', 'memory_write', 'Note it.', 'a9', { generated_memory_ids: ['m9'] }, 'S9.1'),
      memory('m9', 'The parcel was 9 kg heavy.'),
      step('w10', 'memory_write', 'Note the tea.', 'u9', { generated_memory_ids: ['m10'] }, 'S9.1'),
      memory('m10', 'Ann likes tea.'),
    ])
    expect(await undoRepair(db.db, at.tenantId, repairId, 'ruth')).toBe('done')
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m3: 'quarantined', m9: 'active withheld', m10: 'active' })
    expect(await at.violations(repairId)).toEqual([])
    expect(await at.open()).toEqual([])
    expect(await at.memories()).toMatchObject({ m9: 'quarantined', m10: 'active' })
    expect(await at.query(`select answer from emend.current_answer where is_stale`)).toEqual([{ answer: 'a9' }])
    expect(await at.violations(repairId)).toEqual([])
  })

  it('stops with the later repair that touched the same rows, changing nothing', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const first = await at.repair('m1')
    const second = await at.repair('m2')
    const before = await at.picture()
    await expect(undoRepair(db.db, at.tenantId, first.repairId, 'ruth')).rejects.toMatchObject({
      code: 'repair_conflict', where: { repair: first.repairId, later: second.repairId },
    })
    expect(await at.picture()).toBe(before)
    await undoRepair(db.db, at.tenantId, second.repairId, 'ruth')
    expect(await undoRepair(db.db, at.tenantId, first.repairId, 'ruth')).toBe('undone')
    expect(await at.memories()).toMatchObject({ m1: 'active', m2: 'active', m3: 'active' })
    // in the other order, doing them again ends where it was
    await undoRepair(db.db, at.tenantId, first.repairId, 'ruth')
    await undoRepair(db.db, at.tenantId, second.repairId, 'ruth')
    expect(await at.picture()).toBe(before)
  })

  it('gives back a memory that the replay itself retired', async () => {
    const at = await lab(db)
    await at.record([
      memory('m5', 'The router is a BX-300.'),
      memory('m1', 'The router is an AX-200.'),
      says('u2', 'My router is a CX-400 now.'),
      step('x1', 'memory_update', 'Correct the router.', 'u2 m1 m5', { consumed_memory_ids: ['m1', 'm5'] }),
    ])
    await at.query(`select emend.set_memory_status(${at.tenantId}, array[${await at.idOf('m1')}, ${await at.idOf('m5')}]::bigint[], 'active')`)
    const before = await at.memories()
    const { repairId } = await at.repair('m1')
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m5: 'superseded' })
    await undoRepair(db.db, at.tenantId, repairId, 'ruth')
    expect(await at.memories()).toMatchObject(before)
  })

  it('is not concerned by a later repair elsewhere', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const first = await at.repair('m1')
    await at.repair('m4')
    expect(await undoRepair(db.db, at.tenantId, first.repairId, 'ruth')).toBe('undone')
    expect(await at.memories()).toMatchObject({ m1: 'active', m4: 'deleted' })
  })

  it('knows no repair of another number', async () => {
    const at = await lab(db)
    await expect(undoRepair(db.db, at.tenantId, 999_999, 'ruth')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('withdrawing a fault', () => {
  it('before its repair is planned just releases the memory', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const faultId = await at.fault('m1')
    expect(await at.memories()).toMatchObject({ m1: 'active withheld' })
    expect(await withdrawFault(db.db, at.tenantId, faultId, 'ruth')).toBeNull()
    expect(await at.memories()).toMatchObject({ m1: 'active' })
    expect(await at.open()).toEqual([])
  })

  it('after it undoes the repair', async () => {
    const at = await lab(db)
    await at.record(parcel)
    const before = await at.memories()
    const { repairId } = await at.repair('m1')
    const [fault] = await at.query<{ fault_id: number }>('select fault_id from emend.fault')
    expect(await withdrawFault(db.db, at.tenantId, fault?.fault_id ?? 0, 'ruth')).toBe(repairId)
    expect(await at.memories()).toMatchObject(before)
  })

  it('of several undoes all and opens the others again, contained', async () => {
    const at = await lab(db)
    await at.record(parcel)
    await at.repair(['m1', 'm3'])
    const [fault] = await at.query<{ fault_id: number }>(`select fault_id from emend.fault where memory_id = 'm3'`)
    await withdrawFault(db.db, at.tenantId, fault?.fault_id ?? 0, 'ruth')
    expect(await at.memories()).toMatchObject({ m1: 'active withheld', m3: 'active' })
    const [again = 0] = await at.open()
    expect(await at.run(again)).toMatchObject({ state: 'done' })
    expect(await at.memories()).toMatchObject({ m1: 'deleted', m3: 'quarantined' })
  })
})
