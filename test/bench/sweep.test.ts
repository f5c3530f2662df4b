import { expect, test } from 'vitest'
import { benchSweep } from '../../src/bench/sweep.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()

test('the sweep measures affected sets of the sizes asked for, and leaves no tenant behind', async () => {
  const { url } = await database
  const emend = await openEmend({ databaseUrl: url, tenant: 'bench' })
  try {
    const written: number[] = []
    const measured = await benchSweep(emend, { nodes: 21_000, affected: [400, 20], runs: 1, onProgress: (nodes) => written.push(nodes) })
    // A thousand sessions of 21 nodes; a fault reaches the memory that it names and all of its sessions but the question: 20 nodes each.
    expect(measured).toMatchObject({ nodes: 21_000, runs: 1, sizes: [{ affected: 21 }, { affected: 401 }] })
    expect(written).toEqual([21_000])
    for (const { traceMs, planIdsMs, planRowsMs } of measured.sizes) {
      expect(traceMs).toBeGreaterThan(0)
      expect(Math.min(planIdsMs, planRowsMs)).toBeGreaterThan(traceMs)
    }
    expect((await emend.tenants.list()).map((tenant) => tenant.name)).toEqual(['bench'])
  } finally {
    await emend.close()
  }
})
