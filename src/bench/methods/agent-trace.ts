/**
 * AgentTrace-style: the affected step that looks most like the root cause, and everything from there to the answer taken again; the
 * producers of the faults too. The store is not cleaned up: faulty memories stay active unless the replay overwrites them.
 */
import type { TracedNode } from '../../index.js'
import type { Method, PublicCase } from '../controlled/types.js'
import { stepsOf, type Step } from '../kit/case-steps.js'
import { traceOnly } from '../kit/faults.js'
import { carryOut, resultOf } from '../kit/repair-with.js'

const hedges = /\b(?:maybe|perhaps|might|possibly|probably|seems?|appears?|unsure|unclear|I think|not sure)\b/i
const errors = /\b(?:error|fail(?:ed|ure)?|wrong|invalid|incorrect|missing|unknown|cannot|unable)\b/i

const agentTrace: Method = {
  name: 'agent-trace',
  async run({ emend, case: one }) {
    const steps = stepsOf(one)
    const trace = await traceOnly(emend, one)
    const root = rootOf(one, trace)
    const from = steps.findIndex(({ id }) => id === (root ?? one.failedAnswer))
    const to = steps.findIndex(({ id }) => id === one.failedAnswer)
    const faulty = new Set(one.faults.map(({ memoryId }) => memoryId))
    const replay = steps.filter((step, index) => step.type !== 'tool_observation'
      && ((index >= from && index <= to) || (step.generated_memory_ids ?? []).some((id) => faulty.has(id)))).map(({ id }) => id)
    const report = await carryOut(emend, [], { by: 'agent-trace', failedAnswer: one.failedAnswer, replay })
    return resultOf(emend, one, [report])
  },
}
export default agentTrace

/**
 * The best candidate by 0.70 position, 0.20 structure, 0.05 content, 0.03 flow and 0.02 confidence, each from 0 to 1; of equals
 * the earlier one. Steps record no confidence, so that the last part is the same for all.
 *
 * @returns null without a candidate
 */
export function rootOf(one: PublicCase, trace: readonly TracedNode[]): string | null {
  const answerAt = stepsOf(one).findIndex(({ id }) => id === one.failedAnswer)
  const affected = new Set(trace.map(({ id }) => id))
  const candidates = stepsOf(one).filter((step, index) => affected.has(step.id) && index < answerAt)
  const next = new Map<string, string[]>()
  for (const node of trace) for (const source of node.from) next.set(source.id, [...next.get(source.id) ?? [], node.id])
  const hops = hopsTo(one.failedAnswer, trace)
  const outs = candidates.map(({ id }) => next.get(id)?.length ?? 0)
  const reaches = candidates.map(({ id }) => reachOf(id, next))
  const [mostOut, mostReach] = [Math.max(1, ...outs), Math.max(1, ...reaches)]
  const farthest = Math.max(1, ...hops.values())
  const longest = Math.max(1, ...candidates.map(({ content }) => content.length))

  let best: { id: string; score: number } | null = null
  for (const [index, step] of candidates.entries()) {
    const early = 1 - index / Math.max(1, candidates.length - 1)
    const near = 1 - (hops.get(step.id) ?? farthest) / (farthest + 1)
    const structure = ((outs[index] ?? 0) / mostOut + (reaches[index] ?? 0) / mostReach) / 2
    const content = (Number(hedges.test(step.content)) + Number(errors.test(step.content)) + step.content.length / longest) / 3
    const score = 0.7 * ((early + near) / 2) + 0.2 * structure + 0.05 * content + 0.03 * Number(changesAgent(step, candidates[index - 1])) + 0.02 * 0.5
    if (!best || score > best.score) best = { id: step.id, score }
  }
  return best?.id ?? null
}

const changesAgent = (step: Step, before: Step | undefined): boolean => before !== undefined && before.agent !== step.agent

/** Edges from each node to the answer, along the shortest way. */
function hopsTo(answer: string, trace: readonly TracedNode[]): Map<string, number> {
  const before = new Map(trace.map((node) => [node.id, node.from.map(({ id }) => id)]))
  const hops = new Map([[answer, 0]])
  for (const [id, distance] of hops) for (const source of before.get(id) ?? []) if (!hops.has(source)) hops.set(source, distance + 1)
  return hops
}

function reachOf(id: string, next: ReadonlyMap<string, readonly string[]>): number {
  const seen = new Set([id])
  for (const at of seen) for (const to of next.get(at) ?? []) seen.add(to)
  return seen.size - 1
}
