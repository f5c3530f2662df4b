/** What each node stands on, read off the edges of a plan graph. */
import type { PlanEdge, PlanNode } from '../plan/types.js'
import { mutationTypes, type NodeKind } from '../vocabulary.js'
import type { PlanGraph } from './plan-graph.js'

/** One thing that a node stands on. */
export interface Premise {
  id: number
  /** False for evidence that was inferred from the context: it contaminates, and never supports. */
  maySupport: boolean
}

/** A plan graph made ready for judging. */
export interface GraphIndex {
  nodes: ReadonlyMap<number, PlanNode>
  /** Edges into a node; none for a node without. */
  into(id: number): readonly PlanEdge[]
  /** What users said in the turn of a node, as far as the graph has it. */
  inputs(node: Pick<PlanNode, 'session' | 'turn'>): readonly PlanNode[]
}

const evidence: ReadonlySet<string> = new Set(['cite', 'support', 'derive'])
const retired: ReadonlySet<string> = new Set(['update', 'consolidate'])
const none: readonly PlanEdge[] = []
const turnKey = ({ session, turn }: Pick<PlanNode, 'session' | 'turn'>): string => `${session}/${turn}`

/** Index a graph by node and by target. */
export function indexGraph(graph: PlanGraph): GraphIndex {
  const into = new Map<number, PlanEdge[]>()
  for (const edge of graph.edges) {
    const edges = into.get(edge.target)
    if (edges) edges.push(edge)
    else into.set(edge.target, [edge])
  }
  const inputs = new Map<string, PlanNode[]>()
  for (const node of graph.nodes) {
    if (node.kind !== 'input') continue
    const said = inputs.get(turnKey(node))
    if (said) said.push(node)
    else inputs.set(turnKey(node), [node])
  }
  return { nodes: new Map(graph.nodes.map((node) => [node.id, node])), into: (id) => into.get(id) ?? none, inputs: (node) => inputs.get(turnKey(node)) ?? [] }
}

/** Whether a kind is one of the steps that change the store. */
export function isMutation(kind: NodeKind): boolean {
  return (mutationTypes as readonly NodeKind[]).includes(kind)
}

/**
 * The premises of a node.
 *
 * - A step stands on what it cites: sources of its cite, support and derive edges. An update or consolidation also stands on what
 *   it consumed, because the memory it writes goes on from there; a deletion does not.
 * - A memory stands on its parents, on late evidence for it, and on the premises of the mutation that produced it; where another
 *   step produced it (an observation or claim that was remembered as it is), on that step.
 * - Who cites a read cites its results. The read itself is added, as something that is never clean, where it is affected
 *   although no result of it is: it was wrong by what it did not return; and where it was erased, since its question may be repeated.
 *
 * @returns each premise once, in clock order; it may support if one edge says so that is not inferred
 */
export function premisesOf(index: GraphIndex, node: PlanNode): Premise[] {
  const found = new Map<number, boolean>()
  const add = (id: number, maySupport: boolean) => found.set(id, maySupport || (found.get(id) ?? false))
  collect(index, node, add)
  if (node.kind === 'memory') {
    for (const { source, label, basis } of index.into(node.id)) {
      const producer = label === 'produce' ? index.nodes.get(source) : undefined
      if (!producer) continue
      if (isMutation(producer.kind)) collect(index, producer, add)
      else for (const cited of citedBy(index, source)) add(cited.id, cited.maySupport && basis !== 'inferred')
    }
  }
  found.delete(node.id)
  return [...found].sort(([a], [b]) => a - b).map(([id, maySupport]) => ({ id, maySupport }))
}

/** What citing a node cites: the node, or the results of a read. */
export function citedBy(index: GraphIndex, id: number): { id: number; maySupport: boolean }[] {
  if (index.nodes.get(id)?.kind !== 'memory_read') return [{ id, maySupport: true }]
  const results = index.into(id).filter(({ label }) => evidence.has(label))
    .map(({ source, basis }) => ({ id: source, maySupport: basis !== 'inferred' }))
  const read = index.nodes.get(id)!
  const isAbsence = read.isAffected && !results.some((result) => index.nodes.get(result.id)?.isAffected)
  return isAbsence || read.isErased ? [...results, { id, maySupport: false }] : results
}

function collect(index: GraphIndex, node: PlanNode, add: (id: number, maySupport: boolean) => void): void {
  for (const { source, label, basis } of index.into(node.id)) {
    if (!evidence.has(label) && !(retired.has(label) && isMutation(node.kind))) continue
    for (const cited of citedBy(index, source)) add(cited.id, cited.maySupport && basis !== 'inferred')
  }
}
