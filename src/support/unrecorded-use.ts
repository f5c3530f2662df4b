/** Evidence that a runtime did not record: values that a step says, that nothing it names says, and that something fallen of its turn says. Pure. */
import { readText } from '../facts/read.js'
import { holds } from '../facts/required.js'
import type { FactKind, Token } from '../facts/types.js'
import type { PlanEdge, PlanNode } from '../plan/types.js'
import type { NodeKind } from '../vocabulary.js'
import { digitWords } from './digit-words.js'
import type { PlanGraph } from './plan-graph.js'
import { indexGraph, premisesOf, type GraphIndex } from './premises.js'

const stating: ReadonlySet<NodeKind> = new Set(['claim', 'plan', 'tool_action', 'final_answer', 'memory_write', 'memory_update', 'memory_consolidate'])

/** Kinds of values that are told apart by digits: whoever says one has it from somewhere. Names and words are said by anybody. */
const values: ReadonlySet<FactKind> = new Set(['number', 'percent', 'money', 'duration', 'date', 'time', 'identifier', 'email'])

/**
 * Find what steps have used without saying so (arm facts). Where "Call get_order with ORD7" names only the question as its evidence, the question has
 * no ORD7, and a fallen claim of the same turn has, the plan rests on that claim. A plan is a choice, so that of it this holds also where other evidence
 * happens to name ORD7.
 *
 * @param graph the steps to look at, with their premises, and the inputs and reads of their turns
 * @param fallen nodes that do not stand: faults among them
 * @returns an inferred edge for each such pair, by target and source; none from a step to an earlier one
 */
export function unrecordedUse(graph: PlanGraph, fallen: ReadonlySet<number>): PlanEdge[] {
  const index = indexGraph(graph)
  const turns = groupByTurn(graph.nodes)
  return graph.nodes.filter((node) => stating.has(node.kind) && !node.isUndone && !node.isSettled && !fallen.has(node.id)).flatMap((step) => {
    const turn = turns.get(turnKey(step)) ?? []
    const sources = fallenBefore(index, turn, step, fallen)
    const text = saidBy(index, step)
    const said = digitWords(text)
    if (said.size === 0 || sources.every(({ content }) => !overlap(digitWords(content), said))) return []
    const premises = premisesOf(index, step)
    const asked = index.inputs(step).map(({ content }) => content)
    const named = step.kind === 'plan' ? asked : [...premises.flatMap(({ id }) => index.nodes.get(id)?.content ?? []), ...asked]
    const known = new Set(named.flatMap((content) => [...digitWords(content)]))
    if ([...said].every((word) => known.has(word))) return []
    const covered = coveredBy(named)
    const unnamed = valuesOf(text).filter((token) => !holds(covered, token))
    if (premises.some(({ id }) => fallen.has(id) && unnamed.every((token) => holds(coveredBy([index.nodes.get(id)?.content ?? '']), token)))) return []
    const found = new Set(unnamed.flatMap((token) => sources.findLast(({ content }) => holds(coveredBy([content]), token))?.id ?? []))
    return [...found].sort((a, b) => a - b).map((source): PlanEdge => ({ source, target: step.id, label: 'support', basis: 'inferred', isLate: false, isUnrecorded: true }))
  })
}

const turnKey = ({ session, turn }: PlanNode): string => `${session}/${turn}`

function groupByTurn(nodes: readonly PlanNode[]): Map<string, PlanNode[]> {
  const turns = new Map<string, PlanNode[]>()
  for (const node of nodes) {
    if (node.session === null) continue
    const turn = turns.get(turnKey(node))
    if (turn) turn.push(node)
    else turns.set(turnKey(node), [node])
  }
  return turns
}

/** Fallen steps of the turn before a step, and fallen memories that its reads had returned by then; memories first, each group by clock. */
function fallenBefore(index: GraphIndex, turn: readonly PlanNode[], step: PlanNode, fallen: ReadonlySet<number>): PlanNode[] {
  const before = turn.filter(({ id }) => id < step.id)
  const read = before.filter(({ kind }) => kind === 'memory_read').flatMap(({ used }) => used).filter((id) => fallen.has(id)).flatMap((id) => index.nodes.get(id) ?? [])
  return [...read, ...before.filter(({ id, kind }) => fallen.has(id) && kind !== 'memory_read')]
}

const saidBy = (index: GraphIndex, { content, generated }: PlanNode): string =>
  [content, ...generated.flatMap((id) => index.nodes.get(id)?.content ?? [])].join('\n')

const valuesOf = (text: string): Token[] => readText(text).flatMap(({ own }) => own).filter(({ kind, text: said }) => values.has(kind) && /\d/.test(said))

const coveredBy = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => readText(text).flatMap(({ own, around }) => [...own, ...around].flatMap(({ covers }) => covers))))

const overlap = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean => [...some].some((one) => others.has(one))
