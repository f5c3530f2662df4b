import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import type { PolicyName } from '../../src/vocabulary.js'
import { planFor } from '../../src/repair.js'
import { planViolations } from '../../src/plan/validate-plan.js'
import { testDatabase } from '../database.js'
import { randomGraph } from '../trace/random-graph.js'
import { store } from '../trace/store-graphs.js'
import { planFaults } from './plan-faults.js'

const database = testDatabase()
const graphsPerStore = 40
const stores = 26

const count = { graphs: 0, tenants: 0, 'plan rows': 0, replayed: 0, quarantined: 0, reopened: 0, 'left by earlier repairs': 0, 'in arm paper': 0 }
afterAll(() => console.log(Object.entries(count).map(([what, n]) => `${n} ${what}`).join(', ')))

test('plans of random stores are disjoint and closed, and the same again', async () => {
  const { db, tenant } = await database
  const oneStore = fc.array(randomGraph, { minLength: graphsPerStore, maxLength: graphsPerStore })
  await fc.assert(fc.asyncProperty(oneStore, async (graphs) => {
    const { tenantId } = await tenant()
    count.tenants++
    await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
      const { faultIds } = await store(trx, tenantId, graphs)
      for (const [g, graph] of graphs.entries()) {
        const name: PolicyName = g % 4 === 3 ? 'paper' : 'facts'
        const policy = { name, supportCheck: true, planner: true, selectiveReplay: true }
        const { plan, input } = await planFor(trx, tenantId, faultIds[g]!, policy)
        expect([...planFaults(plan, input), ...planViolations(plan, input)], JSON.stringify(graph)).toEqual([])
        if (g % 10 === 0) expect((await planFor(trx, tenantId, faultIds[g]!, policy)).plan).toEqual(plan)
        const rows = (disposition: string): number => plan.rows.filter((row) => row.disposition === disposition).length
        count.graphs++
        count['in arm paper'] += name === 'paper' ? 1 : 0
        count['plan rows'] += plan.rows.length
        count.replayed += rows('replay')
        count.quarantined += rows('quarantine')
        count.reopened += rows('reopen')
        count['left by earlier repairs'] += input.nodes.filter((node) => node.isAffected && node.isInvalidBefore).length
      }
    })
  }), { numRuns: stores, endOnFailure: true })
}, 240_000)
