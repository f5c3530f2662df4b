import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { inTenant, type Trx } from '../../src/db/transaction.js'
import type { Policy } from '../../src/plan/types.js'
import { judge } from '../../src/support/judge.js'
import { planGraph } from '../../src/support/plan-graph.js'
import { affectedSet } from '../../src/trace/affected-set.js'
import { faultSeeds } from '../../src/trace/fault-seeds.js'
import { seedRoots } from '../../src/trace/seed-roots.js'
import { testDatabase } from '../database.js'
import { affectedBy, record, seedOf, supportedIn, type Model } from '../model.js'
import { randomGraph, type RandomGraph } from './random-graph.js'
import { store } from './store-graphs.js'

const database = testDatabase()
const graphsPerStore = 30
const rounds = 18

/** Two tenants at a time: different graphs under the same external ids. */
const count = { graphs: 0, cycles: 0, 'late edges': 0, tenants: 0, rescued: 0, unsupported: 0, 'failed retirements': 0, 'several faults': 0, 'inferred evidence': 0 }
afterAll(() => console.log(Object.entries(count).map(([what, n]) => `${n} ${what}`).join(', ')))

const policyOf = (name: 'facts' | 'paper'): Policy => ({ name, supportCheck: true, planner: true, selectiveReplay: true })

/** Edges at once; seeds and affected sets graph by graph; support of all graphs of a tenant at once, which have nothing to do with each other. */
async function compare(trx: Trx, tenantId: number, graphs: RandomGraph[], models: Model[], stored: Awaited<ReturnType<typeof store>>) {
  const nameOf = new Map([...stored.ids].map(([id, node]) => [node, id]))
  const check = (g: number, what: string, actual: unknown, wanted: unknown) =>
    expect(actual, `${what} of this graph differs: ${JSON.stringify(graphs[g])}`).toEqual(wanted)
  const ofGraph = (g: number, ids: Iterable<string>) =>
    [...ids].sort((a, b) => models[g]!.t.get(a)! - models[g]!.t.get(b)!).map((id) => `g${g}-${id}`)
  const edges = await trx.selectFrom('edge').selectAll().where('tenant_id', '=', tenantId).execute()
  const line = (from: string, label: string, to: string, basis: string, isLate: boolean) => `${from} -${label}-> ${to} ${basis}${isLate ? ' late' : ''}`
  const written = edges.map((e) => line(nameOf.get(e.source_id)!, e.label, nameOf.get(e.target_id)!, e.basis, e.is_late)).sort()
  const implied = models.flatMap((model, g) => model.edges.map((e) => line(`g${g}-${e.from}`, e.label, `g${g}-${e.to}`, e.basis, e.isLate))).sort()
  expect(written).toEqual(implied)
  const all = await faultSeeds(trx, tenantId, stored.faultIds.flat())
  const seedsOf = graphs.map((_, g) => all.filter((seed) => stored.faultIds[g]!.includes(seed.faultId)))
  for (const [g, graph] of graphs.entries()) {
    check(g, 'seed', seedsOf[g]!.map(({ memoryId, seedId, kind }) => [nameOf.get(memoryId), nameOf.get(seedId), kind]),
      graph.faults.map((fault) => { const { seed, kind } = seedOf(models[g]!, fault); return [`g${g}-${fault}`, `g${g}-${seed}`, kind] }))
  }
  for (const arm of ['facts', 'paper'] as const) {
    const affectedOf: number[][] = []
    for (const g of graphs.keys()) affectedOf.push(await affectedSet(trx, tenantId, seedRoots(seedsOf[g]!), arm, 1_000_000))
    const verdicts = judge(policyOf(arm), all, await planGraph(trx, tenantId, affectedOf.flat(), arm))
    for (const [g, graph] of graphs.entries()) {
      const wanted = affectedBy(models[g]!, graph.faults, arm)
      check(g, `affected set, ${arm},`, affectedOf[g]!.map((id) => nameOf.get(id)), ofGraph(g, wanted))
      const mine = verdicts.filter(({ id }) => nameOf.get(id)!.startsWith(`g${g}-`))
      const supported = supportedIn(models[g]!, graph.faults, wanted, arm)
      check(g, `support, ${arm},`, mine.filter((v) => v.isSupported).map(({ id }) => nameOf.get(id)), ofGraph(g, supported))
      check(g, 'number of verdicts', mine.length, [...wanted].filter((id) => models[g]!.items.get(id)!.type !== 'memory_read').length)
      if (arm === 'paper') continue
      count.rescued += supported.size
      count.unsupported += mine.length - supported.size
    }
  }
  for (const [g, graph] of graphs.entries()) {
    count.graphs++
    count.cycles += hasCycle(models[g]!) ? 1 : 0
    count['late edges'] += models[g]!.edges.filter((edge) => edge.isLate).length
    count['failed retirements'] += seedsOf[g]!.filter(({ kind }) => kind === 'failed_retirement').length
    count['several faults'] += graph.faults.length > 1 ? 1 : 0
    count['inferred evidence'] += models[g]!.edges.some((edge) => edge.basis === 'inferred') ? 1 : 0
  }
}

function hasCycle({ edges }: Model): boolean {
  return edges.some(({ from, to, isLate }) => {
    const reached = new Set([to])
    if (isLate) for (const id of reached) for (const edge of edges) if (edge.from === id) reached.add(edge.to)
    return reached.has(from)
  })
}

function modelOf(graph: RandomGraph): Model {
  const model = record(graph.items, graph)
  for (const { id, status } of graph.removed) model.status.set(id, status)
  return model
}

test('edges, seeds, affected sets and support of random graphs equal the model', async () => {
  const { db, tenant } = await database
  const oneStore = fc.array(randomGraph, { minLength: graphsPerStore, maxLength: graphsPerStore })
  await fc.assert(fc.asyncProperty(fc.tuple(oneStore, oneStore), async (graphsOf) => {
    const stores = []
    for (const graphs of graphsOf) {
      count.tenants++
      const { tenantId } = await tenant()
      stores.push({ tenantId, graphs, stored: await inTenant(db, { tenantId, role: 'worker' }, (trx) => store(trx, tenantId, graphs)) })
    }
    for (const { tenantId, graphs, stored } of stores) {
      await inTenant(db, { tenantId, role: 'worker' }, (trx) => compare(trx, tenantId, graphs, graphs.map(modelOf), stored))
    }
  }), { numRuns: rounds, endOnFailure: true })
}, 240_000)
