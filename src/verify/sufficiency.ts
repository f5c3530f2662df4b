/** Whether the repaired store alone gives the repaired answer (method, section 8). */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { findUncovered, type Exported } from '../facts/cover.js'
import { readText } from '../facts/read.js'
import type { Evidence } from '../llm/contracts.js'
import { searchMemories } from '../retrieve/search-memories.js'
import type { ToolRegistry } from '../tools/contract.js'
import type { Fact } from '../vocabulary.js'

/** A regenerated answer, and everything that a fresh session would know. */
export interface StoreCheck {
  /** Facts of the new answer that neither the question, nor a memory it retrieves, nor a tool that may be asked again holds. */
  missing: string[]
  /** What only the failed answer said, and a memory that the question retrieves says still. */
  conflicting: string[]
  answer: Exported
  /** The answer that failed, internal id. */
  stepId: number
  /** What the failed answer said. */
  failedAnswer: string | null
  question: Evidence
  /** What the last question retrieves from the repaired store, best first. */
  memories: Evidence[]
  /** Results that a tool without side effects gave in the turn; recorded, never called for. */
  observations: Evidence[]
}

interface Premise extends Exported {
  id: number
}

/** What emend.store_check returns. */
interface CheckDocument {
  ring: number
  policy: string
  answers: AnswerDocument[]
}

interface AnswerDocument {
  step_id: number
  answer: { content: string; facts: Fact[] | null; user_id: string | null }
  failed: string | null
  question: { node_id: number; external_id: string; content: string } | null
  k: number | null
  sees_others: boolean
  observations: { node_id: number; external_id: string; content: string; tool_name: string | null }[]
}

/**
 * Compare the regenerated answers of a repair with the store that it leaves.
 *
 * @returns how far earlier verifications have widened the repair, and a check of each answer whose turn has an input to ask again; none in
 *   arm paper
 */
export async function checkStore(
  trx: Trx, tenantId: number, tools: ToolRegistry, repairId: number,
): Promise<{ checks: StoreCheck[]; ring: number }> {
  const { rows: [row] } = await sql<{ said: CheckDocument | null }>`select emend.store_check(${tenantId}, ${repairId}) as said`.execute(trx)
  const said = row?.said
  if (!said) throw new EmendError('not_found', `there is no repair ${repairId}`, { repair: repairId })
  const checks: StoreCheck[] = []
  for (const answer of said.policy === 'paper' ? [] : said.answers) {
    const check = await checkAnswer(trx, tenantId, tools, answer)
    if (check) checks.push(check)
  }
  return { checks, ring: said.ring }
}

async function checkAnswer(
  trx: Trx, tenantId: number, tools: ToolRegistry, { step_id: stepId, answer, failed, question, k, sees_others: seesOthers, observations }: AnswerDocument,
): Promise<StoreCheck | null> {
  if (!question) return null
  const found = await searchMemories(trx, tenantId, {
    text: question.content, k: k ?? 5, ...(answer.user_id === null || seesOthers ? {} : { scope: { user: answer.user_id } }),
  })
  const observed = observations.filter(({ tool_name: name }) => mayBeAskedAgain(tools, name))
  const stated: Exported = { text: answer.content, facts: answer.facts }
  const premises: Premise[] = [
    { id: question.node_id, text: question.content },
    ...found.map((memory) => ({ id: memory.memoryId, text: memory.content })),
    ...observed.map((observation) => ({ id: observation.node_id, text: observation.content })),
  ]
  return {
    missing: findUncovered([stated], premises).missing,
    conflicting: onlyIn(failed ?? '', answer.content, found.map((memory) => memory.content).join('\n')),
    answer: stated,
    stepId,
    failedAnswer: failed,
    question: { id: question.external_id, kind: 'input', content: question.content },
    memories: found.map((memory) => ({ id: memory.id, kind: 'memory', content: memory.content })),
    observations: observed.map((observation) => ({ id: observation.external_id, kind: 'observation', content: observation.content })),
  }
}

function mayBeAskedAgain(tools: ToolRegistry, name: string | null): boolean {
  const effect = name === null ? undefined : tools.get(name)?.effect
  return effect === 'pure' || effect === 'idempotent'
}

/**
 * Clauses of one answer that another one does not state, and that a third text states.
 *
 * @returns as written, in order
 */
export function onlyIn(one: string, other: string, stated: string): string[] {
  return readText(one).map(({ text }) => text)
    .filter((text) => findUncovered([{ text }], [{ id: 0, text: other }]).missing.length > 0)
    .filter((text) => findUncovered([{ text }], [{ id: 0, text: stated }]).missing.length === 0)
}
