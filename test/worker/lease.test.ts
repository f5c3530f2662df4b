import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { claimRepair, heartbeat, release, whileHeld } from '../../src/worker/lease.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const { db } = database

async function repair(): Promise<{ tenantId: number; repairId: number }> {
  const { tenantId } = await database.tenant()
  const repairId = await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const row = await trx.insertInto('repair').values({ tenant_id: tenantId }).returning('repair_id').executeTakeFirstOrThrow()
    return row.repair_id
  })
  return { tenantId, repairId }
}

const assertLease = (tenantId: number, repairId: number, epoch: number) => inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
  await sql`select emend.assert_lease(${tenantId}, ${repairId}, ${epoch})`.execute(trx)
})

describe('the lease of a repair', () => {
  test('is given to one of many who ask at once', async () => {
    const { tenantId, repairId } = await repair()
    const leases = await Promise.all(Array.from({ length: 8 }, (_, n) => claimRepair(db, tenantId, repairId, `w${n}`, 5_000)))
    expect(leases.filter((lease) => lease !== null)).toMatchObject([{ epoch: 1 }])
  })

  test('passes to the next when it has run out, and then refuses the first', async () => {
    const { tenantId, repairId } = await repair()
    expect(await claimRepair(db, tenantId, repairId, 'first', 1)).toMatchObject({ epoch: 1 })
    await expect.poll(() => claimRepair(db, tenantId, repairId, 'second', 60_000)).toMatchObject({ epoch: 2 })
    expect(await heartbeat(db, tenantId, repairId, 1, 60_000)).toBe(false)
    await expect(assertLease(tenantId, repairId, 1)).rejects.toMatchObject({ code: 'lost_lease', where: { repair: repairId } })
    await assertLease(tenantId, repairId, 2)
  })

  test('counts attempts until a boundary is passed', async () => {
    const { tenantId, repairId } = await repair()
    const attempts = () => inTenant(db, { tenantId, role: 'auditor' }, async (trx) =>
      (await trx.selectFrom('repair').select('attempt_count').where('repair_id', '=', repairId).executeTakeFirstOrThrow()).attempt_count)
    for (const n of [1, 2]) {
      await claimRepair(db, tenantId, repairId, 'w', 60_000)
      expect(await attempts()).toBe(n)
      await release(db, tenantId, repairId, n, { progressed: false })
    }
    await claimRepair(db, tenantId, repairId, 'w', 60_000)
    await release(db, tenantId, repairId, 3, { progressed: true })
    expect(await attempts()).toBe(0)
  })

  test('is not given while a failure cools down, nor for a repair that waits for a person or has ended', async () => {
    const { tenantId, repairId } = await repair()
    await claimRepair(db, tenantId, repairId, 'w', 60_000)
    await release(db, tenantId, repairId, 1, { progressed: false, backoffMs: 60_000 })
    expect(await claimRepair(db, tenantId, repairId, 'w', 60_000)).toBeNull()
    for (const change of [{ leased_until: null, waiting_for: 'tool' }, { waiting_for: null, state: 'done' as const }]) {
      await inTenant(db, { tenantId, role: 'worker' }, (trx) => trx.updateTable('repair').set(change).where('tenant_id', '=', tenantId).execute())
      expect(await claimRepair(db, tenantId, repairId, 'w', 60_000)).toBeNull()
    }
  })

  test('is renewed by the heart while the work goes on, so that nobody else can claim', async () => {
    const { tenantId, repairId } = await repair()
    await claimRepair(db, tenantId, repairId, 'w', 3_000)
    const until = () => inTenant(db, { tenantId, role: 'worker' }, async (trx) =>
      (await trx.selectFrom('repair').select('leased_until').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()).leased_until)
    const claimed = await until()
    await whileHeld({ db, tenantId, repairId, epoch: 1, leaseMs: 3_000 }, async () => {
      await vi.waitFor(async () => { expect(await until()).not.toEqual(claimed) }, { timeout: 20_000, interval: 50 })
      expect(await claimRepair(db, tenantId, repairId, 'thief', 3_000)).toBeNull()
    })
  })
})
