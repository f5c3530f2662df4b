import { expect, test } from 'vitest'
import { benchRepair } from '../../src/bench/repair.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = testDatabase()

test('the bench of repairs times small and large ones, and leaves no tenant behind', async () => {
  const { url } = await database
  const measured = await benchRepair({ databaseUrl: url, sessions: 2, repairs: 3, affected: [40], runs: 1 })
  expect(measured).toMatchObject({ sessions: 2, repairs: 3, runs: 1 })
  expect(measured.smallPerSecond).toBeGreaterThan(0)
  expect(measured.tenStepsMs).toBeGreaterThan(0)
  expect(measured.turns).toMatchObject({ alone: 200 })
  expect(measured.turns?.beside).toBeGreaterThan(0)
  // Of each of two sessions a read, six claims, six writes with their memories and the answer, and the poisoned memory itself.
  expect(measured.large.map(({ affected }) => affected)).toEqual([41])
  const emend = await openEmend({ databaseUrl: url, tenant: 'other' })
  expect((await emend.tenants.list()).map((tenant) => tenant.name)).toEqual(['other'])
  await emend.close()
})
