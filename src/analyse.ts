/** What a repair would do, found by reading: trace, support, reads executed again, plan. Writes nothing. */
import { sql } from 'kysely'
import type { Trx } from './db/transaction.js'
import { loadGivenNodes } from './execute/given-plan.js'
import { failedAnswers } from './plan/failed-answers.js'
import { planOfGiven, type GivenPlan } from './plan/given-plan.js'
import { memoryDispositions } from './plan/memory-dispositions.js'
import { planRepair } from './plan/plan-repair.js'
import type { FaultSeed, Plan, PlanEdge, PlanInput, PlanNode, Policy, ReadResult, Verdict } from './plan/types.js'
import { reexecuteReads } from './retrieve/reexecute-reads.js'
import { findUnrecorded } from './support/find-unrecorded.js'
import { judge } from './support/judge.js'
import { judgeReads } from './support/judge-reads.js'
import { planGraph, type PlanGraph } from './support/plan-graph.js'
import { affectedSet } from './trace/affected-set.js'
import { leftInvalid } from './trace/left-invalid.js'
import { phantomReads } from './trace/phantom-reads.js'
import { seedRoots, type Root } from './trace/seed-roots.js'
import { traceFaults, type Traced } from './trace/trace-faults.js'

/** What may be set besides faults and policy. */
export interface AnalyseOptions {
  /** Most nodes of the affected set, EMEND_MAX_AFFECTED; default 1,000,000. */
  cap?: number
  /** Names of tools whose effect cannot be taken back. */
  irreversibleTools?: readonly string[]
  /** What the faults reach, where the caller has it already and nothing can have changed since. */
  traced?: Traced
}

/** A plan, and all that it was made from. */
export interface Analysis {
  plan: Plan
  input: PlanInput
  /** A0, internal ids in clock order. */
  affected: number[]
}

/**
 * Trace, judge and plan (method, sections 4 to 6). In arm facts reads outside the affected set that would return something
 * else now join it, and so do steps that say what only the fallen say, and what earlier repairs left invalid and this one needs; everything is
 * judged again, until nothing is added.
 *
 * @param faultIds in any state
 * @returns the plan with its input; the same rows give the byte-same plan (G6)
 * @throws EmendError `affected_too_large`
 */
export async function analyse(
  trx: Trx, tenantId: number, faultIds: number[], policy: Policy, options: AnalyseOptions = {},
): Promise<Analysis> {
  const cap = options.cap ?? 1_000_000
  const traced = options.traced ?? await traceFaults(trx, tenantId, faultIds, policy.name, cap)
  const { seeds } = traced
  const roots = [...seedRoots(seeds), ...traced.roots.map((id) => ({ id, from: id }))]
  const unrecorded: PlanEdge[] = []
  for (let affected = traced.affected; ; affected = await affectedSet(trx, tenantId, roots, policy.name, cap)) {
    const judged = await judgeAll(trx, tenantId, seeds, affected, unrecorded, policy, options)
    const phantoms = await findPhantoms(trx, tenantId, policy, judged, roots, affected)
    const uses = await findUses(trx, tenantId, policy, judged, affected)
    if (phantoms.length + uses.length > 0) {
      const reached = new Set(affected)
      roots.push(...phantoms, ...uses.filter(({ target }) => !reached.has(target)).map(({ target }) => ({ id: target, from: target })))
      unrecorded.push(...uses)
      continue
    }
    const planned = await plan(trx, tenantId, traced, judged)
    const left = await findLeft(trx, tenantId, planned.plan, affected)
    if (left.length === 0) return { affected, ...planned }
    roots.push(...left)
  }
}

/** A plan that somebody else made, over the rows as they are: nothing is judged, only what it names is looked up. */
export async function analyseGiven(
  trx: Trx, tenantId: number, given: GivenPlan, faultIds: number[], policy: Policy, cap: number,
): Promise<{ plan: Plan; affected: number[]; graphVersion: number }> {
  const { affected } = await traceFaults(trx, tenantId, faultIds, policy.name, cap)
  const plan = planOfGiven(given, await loadGivenNodes(trx, tenantId, given), new Set(affected), policy)
  const named = plan.rows.map((row) => row.id)
  return { plan, affected: [...new Set([...affected, ...named])], graphVersion: Math.max(0, ...named) }
}

interface Judged {
  input: Omit<PlanInput, 'failedAnswer'>
  store: { removed: number[]; reopened: number[] }
}

async function judgeAll(
  trx: Trx, tenantId: number, seeds: FaultSeed[], affected: number[], unrecorded: readonly PlanEdge[], policy: Policy, options: AnalyseOptions,
): Promise<Judged> {
  const { nodes, edges } = await planGraph(trx, tenantId, affected, policy.name)
  const { graph, verdicts } = withoutUndone(seeds, { nodes, edges: [...edges, ...unrecorded] }, (whole) => judge(policy, seeds, whole))
  const input = {
    policy, seeds, ...graph, verdicts, graphVersion: graph.nodes.at(-1)?.id ?? 0,
    cleanActiveTexts: policy.name === 'paper' ? await cleanTexts(trx, tenantId, affected) : [],
    irreversibleTools: options.irreversibleTools ?? [],
  }
  const decided = memoryDispositions(input)
  const store = { removed: [...decided.delete, ...decided.quarantine], reopened: decided.reopen }
  const results = await readAgain(trx, tenantId, graph.nodes.filter((node) => node.isAffected), store, youngerResults)
  const all = [...verdicts, ...judgeReads(graph, results, new Set(store.removed))].sort((a, b) => a.id - b.id)
  return { input: { ...input, verdicts: all }, store }
}

/**
 * What repairs wrote that were undone, or taken over, is no part of the plan. What others have recorded on it since is judged on it, and it
 * may not be cited.
 */
function withoutUndone(seeds: readonly FaultSeed[], whole: PlanGraph, judgeAs: (graph: PlanGraph) => Verdict[]): { graph: PlanGraph; verdicts: Verdict[] } {
  const named = new Set(seeds.flatMap(({ memoryId, seedId }) => [memoryId, seedId]))
  const undone = new Set(whole.nodes.filter(({ id, isUndone }) => isUndone && !named.has(id)).map(({ id }) => id))
  if (undone.size === 0) return { graph: whole, verdicts: judgeAs(whole) }
  const edges = whole.edges.filter(({ source, isLate }) => !(isLate && undone.has(source)))
  return {
    verdicts: judgeAs({ ...whole, edges }).filter(({ id }) => !undone.has(id)),
    graph: {
      nodes: whole.nodes.filter(({ id }) => !undone.has(id)),
      edges: edges.filter(({ source, target }) => !undone.has(source) && !undone.has(target)),
    },
  }
}

type Read = Pick<PlanNode, 'id' | 'kind' | 'query' | 'userId' | 'place' | 'used'>

/** @param seenAnyway of a read: memories that it sees whatever their age and status */
function readAgain(
  trx: Trx, tenantId: number, nodes: readonly Read[], store: Judged['store'], seenAnyway: (read: Read) => number[],
): Promise<ReadResult[]> {
  const reads = nodes.flatMap((read) => {
    const { id, kind, query, userId, place } = read
    return kind === 'memory_read' && query ? [{ id, query, userId, place, include: seenAnyway(read) }] : []
  })
  return reads.length === 0 ? Promise.resolve([]) : reexecuteReads(trx, tenantId, reads, store)
}

/** A read that a repair made has seen replacements that are younger than the one it stands for. */
const youngerResults = ({ id, place, used }: Read): number[] => (place === id ? [] : used.filter((memory) => memory > place))

/** What somebody retired rightly after the read is no loss of the read's. */
const ownResults = ({ used }: Read): number[] => used

/**
 * Reads that a fault acted on by absence (arm facts): they would have returned what the repair brings back, or ranked otherwise without it.
 * What such a read found and somebody updated later is still found: its loss is no work of the fault.
 */
async function findPhantoms(
  trx: Trx, tenantId: number, policy: Policy, { store }: Judged, begun: readonly Root[], affected: number[],
): Promise<Root[]> {
  if (policy.name === 'paper') return []
  const from = Math.min(...begun.map((root) => root.from))
  const candidates = await phantomReads(trx, tenantId, { from, memories: store.reopened, leaving: store.removed, affected })
  if (candidates.length === 0) return []
  const { nodes } = await planGraph(trx, tenantId, candidates, policy.name)
  const reads = nodes.filter((node) => candidates.includes(node.id) && !node.isSettled && !node.isUndone)
  const again = new Map((await readAgain(trx, tenantId, reads, store, ownResults)).map((result) => [result.readId, result]))
  const before = (read: PlanNode): string => [...read.used].sort((a, b) => a - b).join()
  return reads.filter((read) => {
    const now = again.get(read.id)
    return now !== undefined && (now.isExact === false || [...now.results].sort((a, b) => a - b).join() !== before(read))
  }).map((read) => ({ id: read.id, from: read.id }))
}

/** What steps have used and not recorded (arm facts), as far as it has fallen. */
function findUses(trx: Trx, tenantId: number, policy: Policy, { input }: Judged, affected: number[]): Promise<PlanEdge[]> {
  if (policy.name === 'paper' || !policy.supportCheck) return Promise.resolve([])
  const fallen = new Set([...input.seeds.map(({ memoryId }) => memoryId), ...input.verdicts.filter(({ isSupported }) => !isSupported).map(({ id }) => id)])
  return findUnrecorded(trx, tenantId, input, fallen, affected)
}

/** What earlier repairs left invalid and this one asks for (G11): it is replayed as one repair of all the faults would have. */
async function findLeft(trx: Trx, tenantId: number, { rows, failedAnswer: answer, alsoFailed = [] }: Plan, affected: number[]): Promise<Root[]> {
  const replayed = rows.filter(({ disposition }) => disposition === 'replay').map(({ id }) => id)
  const answers = replayed.filter((id) => id === answer || alsoFailed.includes(id))
  const left = await leftInvalid(trx, tenantId, { answers, steps: replayed, affected })
  return left.map((id) => ({ id, from: id }))
}

async function plan(
  trx: Trx, tenantId: number, { answers: named, unnamed }: Traced, { input }: Judged,
): Promise<Pick<Analysis, 'plan' | 'input'>> {
  const affected = input.nodes.filter(({ kind, isAffected }) => kind === 'final_answer' && isAffected).map(({ id }) => id)
  const awaited = affected.length === 0 ? [] : (await sql<{ id: number }>`
    select id from emend.awaited_answers(${tenantId}, ${affected}::bigint[]) as id`.execute(trx)).rows.map((row) => row.id)
  const names = await namesOf(trx, tenantId, found(input))
  const full = { ...input, names, ...failedAnswers({ ...input, named, unnamed, awaited }) }
  return { plan: planRepair(full), input: full }
}

/** Memories that a read finds now and that the plan would not look at otherwise: its reasons name them. */
function found({ nodes, verdicts }: Judged['input']): number[] {
  const known = new Set(nodes.map((node) => node.id))
  return verdicts.flatMap(({ proof }) => (proof.kind === 'reexecuted' ? proof.came : [])).filter((id) => !known.has(id))
}

async function namesOf(trx: Trx, tenantId: number, ids: number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('node').select(['node_id', 'external_id']).where('tenant_id', '=', tenantId).where('node_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.node_id, row.external_id]))
}

async function cleanTexts(trx: Trx, tenantId: number, affected: number[]): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select content from emend.clean_texts(${tenantId}, ${affected}::bigint[])`.execute(trx)
  return rows.map((row) => row.content)
}
