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
 * @param graph in clock order: the steps to look at, with their premises, and the inputs and reads of their turns
 * @param fallen nodes that do not stand: faults among them
 * @returns an inferred edge for each such pair, by target and source; none from a later step to an earlier one
 */
export function unrecordedUse(graph: PlanGraph, fallen: ReadonlySet<number>): PlanEdge[] {
  const index = indexGraph(graph)
  const turns = new Map<string, Map<string, PlanNode>>()  // by turn and word with digits: the last one that has fallen and says it
  const found: PlanEdge[] = []
  for (const node of graph.nodes) {
    if (node.session === null) continue
    const key = `${node.session}/${node.turn}`
    const sayers = turns.get(key) ?? new Map<string, PlanNode>()
    if (stating.has(node.kind) && !node.isUndone && !node.isSettled && !fallen.has(node.id)) found.push(...useOf(index, node, sayers, fallen))
    const known = node.kind === 'memory_read' ? node.used.filter((id) => fallen.has(id)).flatMap((id) => index.nodes.get(id) ?? []) : fallen.has(node.id) ? [node] : []
    for (const one of known) for (const word of digitWords(one.content)) sayers.set(word, one)
    if (known.length > 0) turns.set(key, sayers)
  }
  return found
}

function useOf(index: GraphIndex, step: PlanNode, sayers: ReadonlyMap<string, PlanNode>, fallen: ReadonlySet<number>): PlanEdge[] {
  if (sayers.size === 0) return []
  const text = [step.content, ...step.generated.flatMap((id) => index.nodes.get(id)?.content ?? [])].join('\n')
  const sources = new Set([...digitWords(text)].flatMap((word) => sayers.get(word) ?? []))
  if (sources.size === 0) return []
  const premises = premisesOf(index, step)
  const asked = index.inputs(step).map(({ content }) => content)
  const covered = coveredBy(step.kind === 'plan' ? asked : [...premises.flatMap(({ id }) => index.nodes.get(id)?.content ?? []), ...asked])
  const unnamed = valuesOf(text).filter((token) => !holds(covered, token))
  if (unnamed.length === 0) return []
  if (premises.some(({ id }) => fallen.has(id) && allIn(coveredBy([index.nodes.get(id)?.content ?? '']), unnamed))) return []
  const used = [...sources].sort((a, b) => b.id - a.id).map(({ id, content }) => ({ id, covers: coveredBy([content]) })) // read once, however much the step says
  const from = new Set(unnamed.flatMap((token) => used.find(({ covers }) => holds(covers, token))?.id ?? []))
  return [...from].sort((a, b) => a - b).map((source) => ({ source, target: step.id, label: 'support', basis: 'inferred', isLate: false, isUnrecorded: true }))
}

const allIn = (covers: ReadonlySet<string>, tokens: readonly Token[]): boolean => tokens.every((token) => holds(covers, token))

/** Counts, entries of lists and years are said by anybody; a bare number of three digits and more, and no year, is not. */
const isCommon = ({ kind, text }: Token): boolean => kind === 'number' && (/^\D*\d{1,2}\D*$/.test(text) || /^(?:19|20)\d\d$/.test(text))

const valuesOf = (text: string): Token[] =>
  readText(text).flatMap(({ own }) => own).filter((token) => values.has(token.kind) && /\d/.test(token.text) && !isCommon(token))

const coveredBy = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => readText(text).flatMap(({ own, around }) => [...own, ...around].flatMap(({ covers }) => covers))))
