/** The account of an import: what came in, what was made of it, and what was not placed. */
import type { NodeKind } from '../../index.js'
import type { ConvertedRun, NotPlaced } from './convert-run.js'

/** Sums over all runs of a file. */
export interface ImportReport {
  runs: number
  messages: number
  toolCalls: number
  /** Nodes made of messages and calls, by kind. */
  nodes: Record<string, number>
  nodeCount: number
  /** Of all nodes, memories and writes included: made now, and known from an earlier import. */
  written: number
  known: number
  /** Memories written of observations; a write step stands before each. */
  remembered: number
  notPlaced: NotPlaced[]
  unlinked: ConvertedRun['unlinked']
  /** Everything that the file is in the record, by the clock: what `fault add` and `explain` take. */
  ids: { id: string; kind: NodeKind }[]
  /** Keys of the file that nothing is made of. */
  unreadKeys: string[]
  /** `messages + tool calls = nodes + not placed`, with the numbers. */
  equation: string
}

/**
 * Sum up runs.
 *
 * @param runs as converted
 * @param written how many nodes were new
 */
export function importReport(runs: ConvertedRun[], written: number): ImportReport {
  const sum = (count: (run: ConvertedRun) => number): number => runs.reduce((total, run) => total + count(run), 0)
  const nodes: Record<string, number> = {}
  for (const item of runs.flatMap((run) => run.items)) {
    const kind = item.kind === 'step' ? item.type : item.kind
    if (kind !== 'memory' && kind !== 'memory_write') nodes[kind] = (nodes[kind] ?? 0) + 1
  }
  const messages = sum((run) => run.messages)
  const toolCalls = sum((run) => run.toolCalls)
  const nodeCount = sum((run) => run.nodes)
  const notPlaced = runs.flatMap((run) => run.notPlaced)
  const isBalanced = messages + toolCalls === nodeCount + notPlaced.length
  return {
    runs: runs.length, messages, toolCalls, nodes, nodeCount, written,
    known: sum((run) => run.items.length) - written,
    remembered: sum((run) => run.remembered),
    notPlaced,
    unlinked: runs.flatMap((run) => run.unlinked),
    ids: runs.flatMap((run) => run.items.map((item) => ({ id: item.id, kind: item.kind === 'step' ? item.type : item.kind }))),
    unreadKeys: [...new Set(runs.flatMap((run) => run.unreadKeys))].sort(),
    equation: `${messages} messages + ${toolCalls} tool calls ${isBalanced ? '=' : '≠'} ${nodeCount} nodes + ${notPlaced.length} not placed`,
  }
}
