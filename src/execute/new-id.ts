/** Ids that say what they replace. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { ReplayTask } from './replay-task.js'

const maxLength = 200
/** As many primes as emend.names_in_use looks at. */
const maxPrimes = 18

/**
 * An unused id for what stands for `old`: s5', then s5'', and so on; the prime goes to what `old` itself replaced too.
 *
 * @param taken ids given out in this transaction already; the new one is added
 */
export async function newId(trx: Trx, task: ReplayTask, old: string, taken: Set<string>): Promise<string> {
  const stem = old.slice(0, maxLength - maxPrimes - 2)
  const used = stem === task.step.externalId ? task.namesInUse : await namesInUse(trx, task.held.tenantId, stem)
  const primes = Array.from({ length: maxPrimes }, (_, index) => stem + "'".repeat(index + 1))
  const free = primes.find((id) => !used.has(id) && !taken.has(id)) ?? `${stem}'${crypto.randomUUID().slice(0, 8)}`
  taken.add(free)
  return free
}

async function namesInUse(trx: Trx, tenantId: number, stem: string): Promise<ReadonlySet<string>> {
  const { rows: [row] } = await sql<{ names: string[] }>`select emend.names_in_use(${tenantId}, ${stem}) as names`.execute(trx)
  return new Set(row?.names)
}
