/** Unrecorded use around a judged graph: its own steps, and those of the same turns that nothing has led to. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { PlanEdge } from '../plan/types.js'
import { digitWords } from './digit-words.js'
import { planGraph, type PlanGraph } from './plan-graph.js'
import { unrecordedUse } from './unrecorded-use.js'

/**
 * Look for steps that say what only the fallen say, in the turns of the fallen (arm facts; method, section 5: when in doubt, unsupported).
 *
 * @param graph A0 as it was judged, with the inferred edges that are known already
 * @param fallen nodes of it that do not stand
 * @param affected A0
 * @returns edges that are new; their targets may be outside A0
 */
export async function findUnrecorded(trx: Trx, tenantId: number, graph: PlanGraph, fallen: ReadonlySet<number>, affected: readonly number[]): Promise<PlanEdge[]> {
  const beside = await besideThem(trx, tenantId, graph, fallen, affected)
  const whole = beside.length === 0 ? graph : union(graph, await planGraph(trx, tenantId, beside))
  const known = new Set(graph.edges.filter(({ isUnrecorded }) => isUnrecorded).map(keyOf))
  return unrecordedUse(whole, fallen).filter((edge) => !known.has(keyOf(edge)))
}

/** Steps outside A0 that share a word with digits with something fallen of their turn, or with what that turn has read. */
async function besideThem(trx: Trx, tenantId: number, { nodes }: PlanGraph, fallen: ReadonlySet<number>, affected: readonly number[]): Promise<number[]> {
  const steps = nodes.filter(({ id, kind }) => fallen.has(id) && kind !== 'memory')
  if (steps.length === 0) return []
  const textOf = new Map(nodes.map(({ id, content }) => [id, content]))
  const said = new Map<string, Set<string>>()
  for (const { session, turn, kind, content, used } of steps) {
    const key = `${session}/${turn}`
    const words = said.get(key) ?? new Set<string>()
    const texts = kind === 'memory_read' ? used.flatMap((id) => (fallen.has(id) ? textOf.get(id) ?? [] : [])) : [content]
    for (const text of texts) for (const word of digitWords(text)) words.add(word)
    said.set(key, words)
  }
  const { rows } = await sql<{ id: number; session_id: number; turn: number; content: string }>`
    select * from emend.turn_steps(${tenantId}, ${steps.map(({ id }) => id)}::bigint[], ${affected}::bigint[])`.execute(trx)
  return rows.filter(({ session_id, turn, content }) => [...digitWords(content)].some((word) => said.get(`${session_id}/${turn}`)?.has(word))).map(({ id }) => id)
}

/** Both graphs, each node and edge once; of a node that both have, the first one's. */
function union(first: PlanGraph, second: PlanGraph): PlanGraph {
  const nodes = new Map([...second.nodes, ...first.nodes].map((node) => [node.id, node]))
  const edges = new Map([...second.edges, ...first.edges].map((edge) => [keyOf(edge), edge]))
  return { nodes: [...nodes.values()].sort((a, b) => a.id - b.id), edges: [...edges.values()] }
}

const keyOf = ({ source, target, label }: PlanEdge): string => `${source}>${target} ${label}`
