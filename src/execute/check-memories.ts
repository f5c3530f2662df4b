/** Memories that a model wants written, checked before anything is recorded. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { Reply, StageContext } from '../llm/contracts.js'
import { searchMemories } from '../retrieve/search-memories.js'
import { hintOnlyValues } from './hint-only.js'
import { saysTheSame } from './premises.js'
import type { ReplayDetail, ReplayTask } from './replay-task.js'
import { offeredIds } from './step-item.js'

/** A memory that may be written. */
export interface Draft {
  content: string
  /** External ids it rests on; never empty. */
  evidence: string[]
  /** External id of an active memory of the same owner that says the same; null = it is new. */
  reuses: string | null
}

/** How many active memories are compared with a new one. */
const candidates = 5

/**
 * Keep what cites evidence that was offered, has no value from the hint alone and is not buried; note the rest. What an active memory of the same owner says
 * already is reused (R4, section 7.5), save where this repair has just made it for another step: each place gets its own.
 */
export async function checkMemories(
  trx: Trx, task: ReplayTask, context: StageContext, mutations: Reply<'mutation'>['mutations'],
): Promise<{ drafts: Draft[]; dropped: NonNullable<ReplayDetail['dropped']> }> {
  const drafts: Draft[] = []
  const dropped: NonNullable<ReplayDetail['dropped']> = []
  const withdrawn = task.step.generated.filter((id) => task.removed.has(id)).map((id) => task.node(id).content)
  // Evidence for what the repair deletes here contests the fault: that is for a person to decide.
  const deleted = task.step.generated.filter((id) => task.deleted.has(id)).map((id) => task.node(id).content)
  const offered = [...context.inputs, ...context.evidence].map(({ content }) => content)
  for (const mutation of mutations) {
    for (const memory of mutation.memories) {
      const own = offeredIds(context, memory.evidence_ids)
      const evidence = own.length > 0 ? own : offeredIds(context, mutation.evidence_ids)
      if (drafts.some((draft) => saysTheSame(draft.content, memory.content))) continue
      if (evidence.length === 0) dropped.push({ content: memory.content, why: 'it cites nothing that was offered' })
      else if (hintOnlyValues(memory.content, withdrawn, offered).length > 0) dropped.push({ content: memory.content, why: 'it says what only the withdrawn content says' })
      else if (deleted.some((content) => saysTheSame(content, memory.content))) dropped.push({ content: memory.content, why: 'it says again what this repair deletes' })
      else if (await isBuried(trx, task, memory.content)) dropped.push({ content: memory.content, why: 'a repair has deleted this content as faulty' })
      else drafts.push({ content: memory.content, evidence, reuses: await findSame(trx, task, memory.content) })
    }
  }
  return { drafts, dropped }
}

async function isBuried(trx: Trx, task: ReplayTask, content: string): Promise<boolean> {
  const { rows } = await sql<{ buried: boolean }>`
    select emend.is_buried(${task.held.tenantId}, ${content}, ${task.memoryOwner}) as buried`.execute(trx)
  return rows[0]?.buried ?? false
}

async function findSame(trx: Trx, task: ReplayTask, content: string): Promise<string | null> {
  const { held: { tenantId, repairId }, memoryOwner: owner, step } = task
  const found = await searchMemories(trx, tenantId, {
    text: content, k: candidates, exclude: step.consumable, ...(owner === null ? {} : { scope: { user: owner } }),
  })
  const same = found.filter((memory) => saysTheSame(memory.content, content))
  if (same.length === 0) return null
  const made = await trx.selectFrom('replacement').select(['new_node_id', 'old_node_id']).where('tenant_id', '=', tenantId)
    .where('repair_id', '=', repairId).where('new_node_id', 'in', same.map((memory) => memory.memoryId)).execute()
  const elsewhere = new Set(made.filter((row) => !step.generated.includes(row.old_node_id)).map((row) => row.new_node_id))
  return same.find((memory) => !elsewhere.has(memory.memoryId))?.id ?? null
}
