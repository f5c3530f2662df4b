/** Replay of a memory_read: the same question to the repaired store. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { queryItem } from '../retrieve/query-item.js'
import { reexecuteReads, type Reexecuted } from '../retrieve/reexecute-reads.js'
import type { SearchHow } from '../retrieve/search-memories.js'
import { newId } from './new-id.js'
import { cutOff, done, settled, type Prepared } from './outcome.js'
import type { ReplayTask } from './replay-task.js'
import { stepItem } from './step-item.js'

/**
 * Ask again, with no memory younger than the read's own place save those that repairs have made in the place of older ones
 * (method, section 7.3). A read without a recorded query returns what is left of its results, and says nothing: its words may be those of
 * what it had found. No model is called: a read by vector is asked
 * again by the embedding that was recorded with it, and by text where none was.
 *
 * @returns cut_off where the results are known to be the same, else a new read
 */
export async function prepareRead(trx: Trx, task: ReplayTask): Promise<Prepared> {
  const { step, held: { tenantId } } = task
  const again = await ask(trx, task)
  const results = again?.results ?? [...new Set(step.used.flatMap((id) => task.current(id)))]
  const isSame = sameSet(results, step.used) && again?.isExact !== false
  if (task.cutsOff && !task.isLeft && isSame) return settled(cutOff('the read returns the same'))
  const names = results.length === 0 ? [] : await trx.selectFrom('node').select(['node_id', 'external_id'])
    .where('tenant_id', '=', tenantId).where('node_id', '=', sql<number>`any(${results}::bigint[])`).execute()
  const id = await newId(trx, task, step.externalId, new Set())
  const used = results.flatMap((result) => names.find((name) => name.node_id === result)?.external_id ?? [])
  return settled(done({
    items: [{ ...stepItem(task, id), content: step.query ? step.content : '', used_ids: used, ...(step.query && again ? { query: await asked(trx, task, step.query, again) } : {}) }],
    newStep: id,
    replaces: [{ id, old: step.id }],
    isChanged: !isSame,
  }))
}

async function ask(trx: Trx, task: ReplayTask): Promise<Reexecuted | null> {
  const { query, id, place } = task.step
  if (!query) return null
  const [found] = await reexecuteReads(trx, task.held.tenantId, [{ id, query, userId: task.user, place, include: task.younger }], {
    removed: [], reopened: [],
  })
  return found ?? { readId: id, results: [], scores: [], considered: [], isExact: true }
}

/** What the new read records: how it was really asked. */
async function asked(trx: Trx, { step, held }: ReplayTask, query: Query, { scores, considered }: Reexecuted) {
  const row = await trx.selectFrom('step').select(['query_mode', 'query_model', 'query_embedding'])
    .where('tenant_id', '=', held.tenantId).where('step_id', '=', step.id).executeTakeFirst()
  const how: SearchHow = row?.query_mode && row.query_mode !== 'text' && row.query_model !== null && row.query_embedding !== null
    ? { mode: row.query_mode, embedding: { model: row.query_model, embedding: row.query_embedding } } : { mode: 'text' }
  return queryItem({ text: query.text, k: query.k, scope: query.scope ?? {} }, how, scores, considered)
}

type Query = NonNullable<ReplayTask['step']['query']>

const sameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
