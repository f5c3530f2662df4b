import { expect, test } from 'vitest'
import { benchTrace } from '../../src/bench/trace.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()

test('the bench of the walk prints its median, and leaves no tenant behind', async () => {
  const { url } = await database
  const emend = await openEmend({ databaseUrl: url, tenant: 'bench' })
  try {
    const measured = await benchTrace(emend, { edges: 3_000, affected: 20, runs: 3 })
    expect(measured).toMatchObject({ edges: 3_000, affected: 20, runs: 3 })
    expect(measured.medianMs).toBeGreaterThan(0)
    expect((await emend.tenants.list()).map((tenant) => tenant.name)).toEqual(['bench'])
  } finally {
    await emend.close()
  }
})
