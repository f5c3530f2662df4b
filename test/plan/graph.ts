/**
 * Plan inputs from text, for tests.
 *
 *     u1 input S1/1 "What is my plan?"
 *     m1 memory active "The plan is Gold."
 *     s1 claim S1/1 "The plan is Gold."
 *     m1 -cite-> s1
 *     fault m1 by s0            the seed; "by s0" (producer) and "missed by s0" (failed retirement) may be left out
 *     supported s1              everything else that is affected is not
 *
 * Nodes stand in clock order, edges anywhere. What a step used, made and consumed follows from the edges; what is affected from a walk.
 */
import type { PlanEdge, PlanInput, PlanNode, Policy, Proof } from '../../src/plan/types.js'
import { planRepair } from '../../src/plan/plan-repair.js'
import { planJson, type PlanJson } from '../../src/plan/plan-json.js'
import { edgeLabels, memoryStatuses, nodeKinds, type EdgeLabel, type MemoryStatus, type NodeKind } from '../../src/vocabulary.js'

export interface Graph {
  input: PlanInput
  ids: Map<string, number>
  plan(policy?: Partial<Policy>, change?: Partial<PlanInput>): PlanJson
}

const blank = {
  userId: null,
  facts: null,
  isAffected: false,
  used: [],
  generated: [],
  consumed: [],
  justifications: null,
  usedBasis: 'declared',
  toolName: null,
  callId: null,
  query: null,
  isInvalidBefore: false,
  isSettled: false,
  isOwed: false,
  isOut: false,
  isStale: false,
  isUndone: false,
  isErased: false,
  status: null,
  source: null,
  derivedFrom: [],
  supersedes: [],
  producedBy: null,
  isWithheld: false,
} as const

function isOneOf<T extends string>(list: readonly T[], word: string | undefined): word is T {
  return (list as readonly string[]).includes(word ?? '')
}

function readNode(line: string, id: number): PlanNode | null {
  const match = /^(\S+) (\S+)(?: ([^"]*?))?\s*(?:"(.*)")?$/.exec(line)
  if (!match || !isOneOf<NodeKind>(nodeKinds, match[2])) return null
  const words = (match[3] ?? '').split(' ').filter(Boolean)
  const place = words.map((word) => /^S(\d+)\/(\d+)$/.exec(word)).find((found) => found !== null)
  const status = words.find((word): word is MemoryStatus => isOneOf<MemoryStatus>(memoryStatuses, word))
  return {
    ...blank,
    used: [],
    generated: [],
    consumed: [],
    derivedFrom: [],
    supersedes: [],
    id,
    externalId: match[1] ?? '',
    kind: match[2],
    content: match[4] ?? match[1] ?? '',
    session: place ? Number(place[1]) : null,
    turn: place ? Number(place[2]) : null,
    status: match[2] === 'memory' ? (status ?? 'active') : null,
    source: match[2] === 'memory' ? 'agent_summary' : null,
    toolName: words.find((word) => word.startsWith('tool='))?.slice(5) ?? null,
    isInvalidBefore: words.includes('invalid') || words.includes('settled'),
    isSettled: words.includes('settled'),
    isOwed: words.includes('owed'),
    isOut: words.includes('out'),
    place: id,
  }
}

function link(edge: PlanEdge, source: PlanNode, target: PlanNode): void {
  const { label } = edge
  if (label === 'cite' || label === 'support' || (label === 'initiate' && source.kind !== 'input')) target.used.push(source.id)
  else if (label === 'produce' && target.kind === 'memory') {
    source.generated.push(target.id)
    target.producedBy = source.id
  } else if (label === 'produce') target.used.push(source.id)
  else if (label === 'derive') target.derivedFrom.push(source.id)
  else if (label === 'supersede') target.supersedes.push(source.id)
  else if (label !== 'initiate' && label !== 'chain') target.consumed.push(source.id)
}

function spread(roots: number[], edges: PlanEdge[], policy: string): Set<number> {
  const reached = new Set(roots)
  for (const id of reached) {
    for (const { source, target, label } of edges) {
      if (source === id && label !== 'chain' && (policy === 'paper' || label !== 'supersede')) reached.add(target)
    }
  }
  return reached
}

/** Read a graph; the failed answer is the last affected one unless `answer ID` names it. */
export function graph(text: string): Graph {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const nodes: PlanNode[] = []
  const ids = new Map<string, number>()
  for (const line of lines) {
    const node = readNode(line, (nodes.length + 1) * 10)
    if (node) {
      nodes.push(node)
      ids.set(node.externalId, node.id)
    }
  }
  const id = (name: string): number => {
    const found = ids.get(name)
    if (found === undefined) throw new Error(`no node ${name}`)
    return found
  }
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const edges: PlanEdge[] = []
  const seeds: PlanInput['seeds'] = []
  const supported = new Set<number>()
  let answer: number | null | undefined
  for (const line of lines) {
    const edge = /^(\S+) -(\w+)-> (\S+)( late)?$/.exec(line)
    const fault = /^fault (\S+?)(?: (missed )?by (\S+))?$/.exec(line)
    if (edge && isOneOf<EdgeLabel>(edgeLabels, edge[2])) {
      const made: PlanEdge = {
        source: id(edge[1] ?? ''),
        target: id(edge[3] ?? ''),
        label: edge[2],
        basis: 'declared',
        isLate: edge[4] !== undefined,
      }
      edges.push(made)
      link(made, byId.get(made.source)!, byId.get(made.target)!)
    } else if (fault) {
      const memoryId = id(fault[1] ?? '')
      seeds.push({
        faultId: seeds.length + 1,
        memoryId,
        detector: 'test',
        seedId: fault[3] ? id(fault[3]) : memoryId,
        kind: fault[2] ? 'failed_retirement' : fault[3] ? 'producer' : 'memory',
      })
    } else if (line.startsWith('supported '))
      line
        .split(' ')
        .slice(1)
        .forEach((name) => supported.add(id(name)))
    else if (line === 'answer none') answer = null
    else if (line.startsWith('answer ')) answer = id(line.slice(7))
    else if (!ids.has(line.split(' ')[0] ?? '')) throw new Error(`cannot read: ${line}`)
  }
  const make = (policy: Partial<Policy>, change: Partial<PlanInput>): PlanInput => {
    const name = policy.name ?? 'facts'
    const affected = spread(
      seeds.flatMap((seed) => [seed.seedId, seed.memoryId]),
      edges,
      name,
    )
    const marked = nodes.map((node) => ({ ...node, isAffected: affected.has(node.id) }))
    const proof: Proof = { kind: 'no_clean_premise', dirty: [] }
    const last = marked.findLast((node) => node.kind === 'final_answer' && node.isAffected)?.id ?? null
    return {
      policy: { name, supportCheck: true, planner: true, selectiveReplay: true, ...policy },
      seeds,
      nodes: marked,
      edges,
      failedAnswer: answer === undefined ? last : answer,
      cleanActiveTexts: [],
      graphVersion: 1,
      verdicts: marked
        .filter(({ isAffected }) => isAffected)
        .map((node) => ({
          id: node.id,
          isSupported: supported.has(node.id),
          proof: supported.has(node.id) ? { kind: 'premises', clean: [] } : proof,
        })),
      ...change,
    }
  }
  return {
    input: make({}, {}),
    ids,
    plan: (policy = {}, change = {}) =>
      planJson(planRepair(make(policy, change)), new Map(nodes.map((node) => [node.id, node.externalId]))),
  }
}

/** The rule of each row. */
export const rulesOf = (plan: PlanJson): Record<string, string> => Object.fromEntries(plan.rows.map((row) => [row.id, row.rule]))

/** The reason of a row. */
export const reasonOf = (plan: { rows: { id: string; reason: string }[] }, id: string): string =>
  plan.rows.find((row) => row.id === id)?.reason ?? ''

/** A root memory is read, cited, planned with, answered from, and written back. */
export const chain = `
  m0 memory "The lounge is on floor 2."
  m1 memory "The plan is Gold."
  u1 input S1/1 "What does my plan give me?"
  s1 memory_read S1/1
  s2 claim S1/1 "The plan is Gold."
  s3 plan S1/1
  s4 tool_action S1/1 tool=perks
  s5 tool_observation S1/1 tool=perks
  s6 memory_write S1/1
  m2 memory "Gold perks apply."
  s7 final_answer S1/1
  m1 -cite-> s1
  m0 -cite-> s1
  m1 -cite-> s2
  u1 -support-> s2
  s2 -support-> s3
  s3 -initiate-> s4
  s4 -produce-> s5
  s2 -support-> s6
  s6 -produce-> m2
  s5 -support-> s7
  s2 -support-> s7
  fault m1`
