/** The planner's input, indexed once. */
import { mutationTypes, type Disposition, type EdgeLabel, type NodeKind, type Rule } from '../vocabulary.js'
import { consequences } from './consequences.js'
import type { FaultSeed, PlanEdge, PlanInput, PlanNode, Policy, Proof } from './types.js'

/** What decisions on memories need; reads are judged later. */
export type MemoryInput = Pick<
  PlanInput,
  'policy' | 'seeds' | 'nodes' | 'edges' | 'verdicts' | 'cleanActiveTexts' | 'irreversibleTools' | 'names'
>

/** What is done with a node, why, and in words. */
export interface Decision<D extends Disposition> {
  disposition: D
  rule: Rule
  reason: string
}

/** The input with its look-ups. */
export interface Planning {
  policy: Policy
  /** Sorted by clock. */
  nodes: readonly PlanNode[]
  seeds: readonly FaultSeed[]
  faulty: ReadonlySet<number>
  cleanActiveTexts: readonly string[]
  node(id: number): PlanNode | undefined
  out(id: number): readonly PlanEdge[]
  into(id: number): readonly PlanEdge[]
  isSupported(id: number): boolean
  /** Null where nothing was judged. */
  proof(id: number): Proof | null
  /** The id as people know it. */
  name(id: number): string
}

const mutations: ReadonlySet<NodeKind> = new Set(mutationTypes)

/** Whether a node is a step: neither input nor memory. */
export const isStep = (node: PlanNode): boolean => node.kind !== 'input' && node.kind !== 'memory'

/** Whether a node is a step that changes the store. */
export const isMutation = (node: PlanNode): boolean => mutations.has(node.kind)

/** Whether contamination follows a label: all but `chain` and, in arm facts, `supersede`. */
export const propagates = (policy: Policy, label: EdgeLabel): boolean =>
  label !== 'chain' && (policy.name === 'paper' || label !== 'supersede')

/** Add to the list under a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Index the input. The order of its rows does not matter. */
export function indexInput(input: MemoryInput): Planning {
  const nodes = [...input.nodes].sort((a, b) => a.id - b.id)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const edges = [...input.edges].sort(
    (a, b) => a.source - b.source || a.target - b.target || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  )
  const out = new Map<number, PlanEdge[]>()
  const into = new Map<number, PlanEdge[]>()
  for (const edge of edges) {
    append(out, edge.source, edge)
    append(into, edge.target, edge)
  }
  const verdicts = new Map(input.verdicts.map((verdict) => [verdict.id, verdict]))
  const seeds = [...input.seeds].sort((a, b) => a.memoryId - b.memoryId || a.faultId - b.faultId || a.seedId - b.seedId)
  const faulty = new Set(seeds.map(({ memoryId }) => memoryId))
  const planning: Planning = {
    policy: input.policy,
    nodes,
    seeds,
    faulty,
    cleanActiveTexts: input.cleanActiveTexts,
    node: (id) => byId.get(id),
    out: (id) => out.get(id) ?? [],
    into: (id) => into.get(id) ?? [],
    isSupported: (id) => !faulty.has(id) && (verdicts.get(id)?.isSupported ?? false),
    proof: (id) => verdicts.get(id)?.proof ?? null,
    name: (id) => byId.get(id)?.externalId ?? input.names?.get(id) ?? `#${id}`,
  }
  const done = consequences(planning, new Set(input.irreversibleTools))
  if (done.size === 0) return planning
  return {
    ...planning,
    isSupported: (id) => done.has(id) || planning.isSupported(id),
    proof: (id) => {
      const of = done.get(id)
      return of ? { kind: 'consequence', of } : planning.proof(id)
    },
  }
}
