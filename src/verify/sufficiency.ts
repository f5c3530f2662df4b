/** Whether the repaired store alone gives the repaired answer (method, section 8). */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { findUncovered, type Exported } from '../facts/cover.js'
import { readText } from '../facts/read.js'
import type { Evidence } from '../llm/contracts.js'
import { searchMemories } from '../retrieve/search-memories.js'
import type { ToolRegistry } from '../tools/contract.js'
import type { Fact } from '../vocabulary.js'

/** The regenerated answer, and everything that a fresh session would know. */
export interface StoreCheck {
  /** Facts of the new answer that neither the question, nor a memory it retrieves, nor a tool that may be asked again holds. */
  missing: string[]
  /** What only the failed answer said, and a memory that the question retrieves says still. */
  conflicting: string[]
  answer: Exported
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

/**
 * Compare the regenerated answer of a repair with the store that it leaves.
 *
 * @param answerId the new answer
 * @param failedAnswerId the answer that it replaces
 * @returns null when the turn has no input to ask again
 */
export async function checkStore(
  trx: Trx, tenantId: number, tools: ToolRegistry, answerId: number, failedAnswerId: number | null,
): Promise<StoreCheck | null> {
  const answer = await trx.selectFrom('node')
    .innerJoin('step', (join) => join.onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .select(['node.session_id', 'node.turn', 'node.user_id', 'step.content', 'step.facts'])
    .where('node.tenant_id', '=', tenantId).where('node.node_id', '=', answerId).executeTakeFirstOrThrow()
  const failed = failedAnswerId === null ? undefined : await trx.selectFrom('step').select('content')
    .where('tenant_id', '=', tenantId).where('step_id', '=', failedAnswerId).executeTakeFirst()
  const question = await trx.selectFrom('node')
    .innerJoin('input', (join) => join.onRef('input.tenant_id', '=', 'node.tenant_id').onRef('input.input_id', '=', 'node.node_id'))
    .select(['node.node_id', 'node.external_id', 'input.content'])
    .where('node.tenant_id', '=', tenantId).where('node.session_id', '=', answer.session_id).where('node.turn', '=', answer.turn)
    .orderBy('node.node_id', 'desc').executeTakeFirst()
  if (!question) return null

  const read = await trx.selectFrom('node')
    .innerJoin('step', (join) => join.onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .select((eb) => [eb.fn.max('step.query_k').as('k'), seesOthers(answer.user_id).as('sees_others')])
    .where('node.tenant_id', '=', tenantId).where('node.session_id', '=', answer.session_id).where('node.turn', '=', answer.turn)
    .executeTakeFirst()
  const found = await searchMemories(trx, tenantId, {
    text: question.content, k: read?.k ?? 5, ...(answer.user_id === null || read?.sees_others ? {} : { scope: { user: answer.user_id } }),
  })
  const observed = await observationsOf(trx, tenantId, tools, answer.session_id, answer.turn)
  const stated: Exported = { text: answer.content, facts: answer.facts as Fact[] | null }
  const premises: Premise[] = [
    { id: question.node_id, text: question.content },
    ...found.map((memory) => ({ id: memory.memoryId, text: memory.content })),
    ...observed.map((observation) => ({ id: observation.node_id, text: observation.content })),
  ]
  return {
    missing: findUncovered([stated], premises).missing,
    conflicting: onlyIn(failed?.content ?? '', answer.content, found.map((memory) => memory.content).join('\n')),
    answer: stated,
    failedAnswer: failed?.content ?? null,
    question: { id: question.external_id, kind: 'input', content: question.content },
    memories: found.map((memory) => ({ id: memory.id, kind: 'memory', content: memory.content })),
    observations: observed.map((observation) => ({ id: observation.external_id, kind: 'observation', content: observation.content })),
  }
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

/** Whether a read has returned a memory of somebody else: then the user's questions look at everybody's. */
const seesOthers = (user: string | null) => sql<boolean>`coalesce(bool_or(exists (select from unnest(step.used_ids) as u(id)
  join emend.node other on other.tenant_id = node.tenant_id and other.node_id = u.id where other.user_id <> ${user})), false)`

/** Valid observations of the turn by tools that may be asked again. */
async function observationsOf(trx: Trx, tenantId: number, tools: ToolRegistry, sessionId: number | null, turn: number | null) {
  const rows = await trx.selectFrom('node')
    .innerJoin('step', (join) => join.onRef('step.tenant_id', '=', 'node.tenant_id').onRef('step.step_id', '=', 'node.node_id'))
    .select(['node.node_id', 'node.external_id', 'step.content', 'step.tool_name'])
    .where('node.tenant_id', '=', tenantId).where('node.session_id', '=', sessionId).where('node.turn', '=', turn)
    .where('node.kind', '=', 'tool_observation')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('step_state').select('step_id')
      .whereRef('step_state.tenant_id', '=', 'node.tenant_id').whereRef('step_state.step_id', '=', 'node.node_id'))))
    .orderBy('node.node_id').execute()
  return rows.filter(({ tool_name }) => {
    const effect = tool_name === null ? undefined : tools.get(tool_name)?.effect
    return effect === 'pure' || effect === 'idempotent'
  })
}
