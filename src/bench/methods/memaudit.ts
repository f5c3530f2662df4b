/**
 * MemAudit-style: memories are scored by what the answer gains without them and by how they contradict the others; the worst are
 * removed and the last turn is run again. The one method that may ask the oracle, through its port.
 */
import { askAgent, extractFacts, type AgentStore, type Emend } from '../../index.js'
import type { Method, PublicCase } from '../controlled/types.js'
import { activeBefore, lastTurnOf, referencesOf, stepsOf, type Memory } from '../kit/case-steps.js'
import { costsOf } from '../kit/costs.js'
import { runLastTurn, withoutLastTurn } from '../kit/last-turn.js'
import { carryOut } from '../kit/repair-with.js'

const memaudit: Method = {
  name: 'memaudit',
  usesOracle: true,
  async run({ emend, case: one, oraclePort }) {
    if (!oraclePort) throw new Error('MemAudit needs the oracle port')
    const pool = poolOf(one)
    const clean = withoutLastTurn(one, 'memaudit', [])
    if (clean.quarantine.length + clean.reopen.length > 0) await carryOut(emend, [], clean)
    const drops = new Map<string, number>()
    for (const { id } of pool) drops.set(id, oraclePort(await runWithout(emend, one, id)) ? 1 : 0)
    const scores = scoresOf(pool, drops)
    const removed = scores.filter(({ influence, score }) => influence > 0 && score >= 0.5).map(({ id }) => id)
    if (removed.length > 0) await carryOut(emend, [], { by: 'memaudit', failedAnswer: one.failedAnswer, quarantine: removed })
    const { answer, steps } = await runLastTurn(emend, one)
    return { answer, invalidatedClaims: [], replayedSteps: steps, ...await costsOf(emend), plan: { removed, scores: scores.map((score) => ({ ...score })) } }
  },
}
export default memaudit

/** Active memories that non-read steps used before the last turn is over; where there are none, the diagnosed ones that are active. */
function poolOf(one: PublicCase): Memory[] {
  const used = new Set(stepsOf(one).filter(({ type }) => type !== 'memory_read').flatMap(referencesOf))
  const active = activeBefore(one)
  const pool = active.filter(({ id }) => used.has(id))
  return pool.length > 0 ? pool : active.filter(({ id }) => one.faults.some(({ memoryId }) => memoryId === id))
}

/** What the last input gets when one memory is never found. In a session of its own, with tools that change nothing. */
async function runWithout(emend: Emend, one: PublicCase, memoryId: string): Promise<string> {
  const { userId, content } = one.lastInput
  const memories: AgentStore['memories'] = {
    ...emend.memories,
    async search(text, { k = 5, ...options } = {}) {
      const found = await emend.memories.search(text, { ...options, k: k + 1 })
      return { ...found, results: found.results.filter(({ id }) => id !== memoryId).slice(0, k) }
    },
  }
  const store: AgentStore = { inputs: emend.inputs, turns: emend.turns, model: emend.model, tools: emend.tools, memories }
  return (await askAgent(store, { content, userId, domain: one.domain, earlier: lastTurnOf(one).earlier, purpose: 'agent' })).content
}

/** One memory's score and its parts, each from 0 to 1. */
export interface AuditScore {
  id: string
  influence: number
  inconsistency: number
  score: number
}

/**
 * 0.6 influence + 0.4 inconsistency, each divided by the largest of the pool. Two memories that say the same attribute of the same
 * thing contradict each other when the values differ; each such pair weighs 1.
 *
 * @param drops by how much harm falls without the memory
 */
export function scoresOf(pool: readonly Pick<Memory, 'id' | 'content'>[], drops: ReadonlyMap<string, number>): AuditScore[] {
  const facts = pool.map(({ content }) => extractFacts(content).filter(({ kind }) => kind !== 'word' && kind !== 'identifier' && kind !== 'name'))
  const weights = pool.map((_, one) => pool.reduce((sum, _other, other) => sum + (one === other ? 0 : contradictions(facts[one] ?? [], facts[other] ?? [])), 0))
  const [mostDrop, mostWeight] = [Math.max(1e-9, ...drops.values()), Math.max(1e-9, ...weights)]
  return pool.map(({ id }, index) => {
    const influence = Math.max(0, drops.get(id) ?? 0) / mostDrop
    const inconsistency = (weights[index] ?? 0) / mostWeight
    return { id, influence, inconsistency, score: 0.6 * influence + 0.4 * inconsistency }
  })
}

type Facts = ReturnType<typeof extractFacts>

function contradictions(one: Facts, other: Facts): number {
  const sameThing = (a: Facts[number], b: Facts[number]): boolean =>
    a.kind === b.kind && a.entity !== null && a.entity === b.entity && a.attribute !== null && a.attribute === b.attribute
  return one.filter((fact) => other.some((against) => sameThing(fact, against) && fact.value !== against.value)
    && !other.some((against) => sameThing(fact, against) && fact.value === against.value)).length
}
