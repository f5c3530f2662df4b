/** Memories that a model wants written, checked before anything is recorded. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { Reply, StageContext } from '../llm/contracts.js'
import { hintOnlyValues } from './hint-only.js'
import { saysTheSame } from './premises.js'
import type { ReplayDetail, ReplayTask } from './replay-task.js'
import { offeredIds } from './step-item.js'

/** A memory that may be written. */
export interface Draft {
  content: string
  /** External ids it rests on; never empty. */
  evidence: string[]
  /** External id of an active memory that the same step has made and that says the same; null = it is new. */
  reuses: string | null
}

/**
 * Keep what cites evidence that was offered, has no value from the hint alone and is not buried; note the rest. What the step has
 * made before and is still active is reused (R4, section 7.5). What anybody else has written is not: were it diagnosed later, the
 * place that it fills would be empty, and two repairs would end elsewhere than one.
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

/** An active memory that the step has made, itself or through what stands in its place, and that says the same. */
async function findSame(trx: Trx, { held: { tenantId }, memoryOwner, step }: ReplayTask, content: string): Promise<string | null> {
  if (step.generated.length === 0) return null
  const standIns = await trx.selectFrom('replacement').select('new_node_id').where('tenant_id', '=', tenantId).where('old_node_id', 'in', step.generated).execute()
  const made = await trx.selectFrom('memory as m').innerJoin('memory_state as s', (join) => join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.memory_id', '=', 'm.memory_id'))
    .innerJoin('node as n', (join) => join.onRef('n.tenant_id', '=', 'm.tenant_id').onRef('n.node_id', '=', 'm.memory_id'))
    .select(['n.external_id', 'm.content', 'n.user_id']).where('m.tenant_id', '=', tenantId)
    .where('m.memory_id', 'in', [...step.generated, ...standIns.map((row) => row.new_node_id)])
    .where('s.status', '=', 'active').where('s.is_withheld', '=', false).orderBy('m.memory_id').execute()
  return made.find((memory) => memory.user_id === memoryOwner && saysTheSame(memory.content, content))?.external_id ?? null
}
