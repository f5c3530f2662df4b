/** Replay of a memory_read: the same question to the repaired store. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { reexecuteReads } from '../retrieve/reexecute-reads.js'
import { newId } from './new-id.js'
import { cutOff, done, settled, type Prepared } from './outcome.js'
import type { ReplayTask } from './replay-task.js'
import { stepItem } from './step-item.js'

/**
 * Ask again, with no memory younger than the read's own place save those that repairs have made in the place of older ones
 * (method, section 7.3). A read without a recorded query returns what is left of its results. No model is called.
 *
 * @returns cut_off where the results are the same, else a new read
 */
export async function prepareRead(trx: Trx, task: ReplayTask): Promise<Prepared> {
  const { step, held: { tenantId } } = task
  const results = step.query ? await ask(trx, task) : [...new Set(step.used.flatMap((id) => task.current(id)))]
  const isSame = sameSet(results, step.used)
  if (task.cutsOff && !task.isLeft && isSame) return settled(cutOff('the read returns the same'))
  const names = results.length === 0 ? [] : await trx.selectFrom('node').select(['node_id', 'external_id'])
    .where('tenant_id', '=', tenantId).where('node_id', '=', sql<number>`any(${results}::bigint[])`).execute()
  const id = await newId(trx, task, step.externalId, new Set())
  const used = results.flatMap((result) => names.find((name) => name.node_id === result)?.external_id ?? [])
  return settled(done({
    items: [{ ...stepItem(task, id), content: step.content, used_ids: used, ...(step.query ? { query: { text: step.query.text, k: step.query.k, scope: step.query.scope ?? undefined } } : {}) }],
    newStep: id,
    replaces: [{ id, old: step.id }],
    isChanged: !isSame,
  }))
}

async function ask(trx: Trx, task: ReplayTask): Promise<number[]> {
  const { query, id, place } = task.step
  if (!query) return []
  const [found] = await reexecuteReads(trx, task.held.tenantId, [{ id, query, userId: task.user, place, include: task.younger }], {
    removed: [], reopened: [],
  })
  return found?.results ?? []
}

const sameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
