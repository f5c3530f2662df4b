/** What support and planning look at: A0 and what it stands on. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { PlanEdge, PlanNode } from '../plan/types.js'
import type { Fact, MemorySource, MemoryStatus, NodeKind, PolicyName } from '../vocabulary.js'

/** Nodes in clock order; edges between them by target, source and label. */
export interface PlanGraph {
  nodes: PlanNode[]
  edges: PlanEdge[]
}

interface NodeRow {
  node_id: number
  external_id: string
  kind: NodeKind
  content: string
  session_id: number | null
  turn: number | null
  user_id: string | null
  facts: Fact[] | null
  is_affected: boolean
  used_ids: number[] | null
  generated_ids: number[] | null
  consumed_ids: number[] | null
  justifications: number[][] | null
  used_basis: PlanNode['usedBasis'] | null
  tool_name: string | null
  call_id: string | null
  query_text: string | null
  query_k: number | null
  query_scope: unknown
  is_invalid_before: boolean
  status: MemoryStatus | null
  source: MemorySource | null
  derived_from: number[] | null
  supersedes: number[] | null
  producing_step_id: number | null
  is_withheld: boolean
  is_erased: boolean
}

/**
 * Load the affected nodes, their premises, producers, plans and actions, the inputs and reads of their turns, what they
 * retired and who else did, and the last answer of each affected session.
 *
 * @param affected A0, internal ids
 * @param policy paper also loads what lies between A0 and the nearest trusted roots
 */
export async function planGraph(
  trx: Trx, tenantId: number, affected: readonly number[], policy: PolicyName = 'facts',
): Promise<PlanGraph> {
  const { rows: [row] } = await sql<{ graph: GraphDocument }>`
    select emend.plan_graph(${tenantId}, ${affected}::bigint[], ${policy}) as graph`.execute(trx)
  const { nodes, edges, places } = row?.graph ?? { nodes: [], edges: [], places: [] }
  const at = new Map(places.map((place) => [place.node_id, place]))
  return {
    nodes: nodes.map((node) => toNode(node, at.get(node.node_id))),
    edges: edges.map((edge) => ({
      source: edge.source_id, target: edge.target_id, label: edge.label, basis: edge.basis, isLate: edge.is_late,
    })),
  }
}

/** What earlier repairs mean for a node; nodes that they never touched have none. */
interface Place {
  node_id: number
  place: number
  is_settled: boolean
  is_owed: boolean
  is_out: boolean
  is_stale: boolean
  is_undone: boolean
}

/** What emend.plan_graph returns. */
interface GraphDocument {
  nodes: NodeRow[]
  edges: ({ source_id: number; target_id: number; is_late: boolean } & Pick<PlanEdge, 'label' | 'basis'>)[]
  places: Place[]
}

function toNode(row: NodeRow, at: Place | undefined): PlanNode {
  return {
    id: row.node_id,
    externalId: row.external_id,
    kind: row.kind,
    content: row.content,
    session: row.session_id,
    turn: row.turn,
    userId: row.user_id,
    facts: row.facts,
    isAffected: row.is_affected,
    used: row.used_ids ?? [],
    generated: row.generated_ids ?? [],
    consumed: row.consumed_ids ?? [],
    justifications: row.justifications,
    usedBasis: row.used_basis ?? 'declared',
    toolName: row.tool_name,
    callId: row.call_id,
    query: row.query_text === null ? null : { text: row.query_text, k: row.query_k ?? 5, scope: row.query_scope },
    isInvalidBefore: row.is_invalid_before,
    isSettled: at?.is_settled ?? false,
    isOwed: at?.is_owed ?? false,
    isOut: at?.is_out ?? false,
    isStale: at?.is_stale ?? false,
    isUndone: at?.is_undone ?? false,
    place: at?.place ?? row.node_id,
    status: row.status,
    source: row.source,
    derivedFrom: row.derived_from ?? [],
    supersedes: row.supersedes ?? [],
    producedBy: row.producing_step_id,
    isWithheld: row.is_withheld,
    isErased: row.is_erased,
  }
}
