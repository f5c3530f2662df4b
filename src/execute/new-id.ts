/** Ids that say what they replace. */
import type { Trx } from '../db/transaction.js'

const maxLength = 200

/**
 * An unused id for what stands for `old`: s5', then s5'', and so on; the prime goes to what `old` itself replaced too.
 *
 * @param taken ids given out in this transaction already; the new one is added
 */
export async function newId(trx: Trx, tenantId: number, old: string, taken: Set<string>): Promise<string> {
  const stem = old.slice(0, maxLength - 20)
  const { rows } = { rows: await trx.selectFrom('node').select('external_id').where('tenant_id', '=', tenantId)
    .where('external_id', 'in', primes(stem, taken.size)).execute() }
  const used = new Set([...taken, ...rows.map((row) => row.external_id)])
  const free = primes(stem, taken.size).find((id) => !used.has(id)) ?? `${stem}'${crypto.randomUUID().slice(0, 8)}`
  taken.add(free)
  return free
}

/** s', s'', ... long enough that one is free in every usual case. */
function primes(stem: string, taken: number): string[] {
  return Array.from({ length: Math.min(12 + taken, 18) }, (_, index) => stem + "'".repeat(index + 1))
}
