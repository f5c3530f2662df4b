/** Messages to webhooks: sent until their receiver has taken them. */
import { sql } from 'kysely'
import { readSecret, type Config } from '../../config.js'
import { failpoint } from '../../db/failpoints.js'
import type { Db } from '../../db/pool.js'
import { inTenant } from '../../db/transaction.js'
import { EmendError } from '../../errors.js'
import { guardedFetch } from '../../outbound/guarded-fetch.js'
import { whatWentWrong } from '../../outbound/what-went-wrong.js'
import { signatureHeaders } from './sign-message.js'

/** What delivery works with. */
export interface Delivery {
  db: Db
  config: Pick<Config, 'EMEND_OUTBOUND_HOSTS' | 'EMEND_SECRET_DIR'>
  /** How long a receiver has to answer, in milliseconds; default 10,000. */
  timeoutMs?: number
}

/** A message that is due, and what it tells. */
interface Message {
  event_id: number
  type: string
  attempt_count: number
  url: string
  secret: string
  node: string | null
  repair_id: number | null
  fault_id: number | null
  at: Date
  /** What a person is asked to approve, in ids. */
  proposal: object | null
}

/** Pauses after each failure, in milliseconds: two days in all. Past the last one a message is given up. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000]
/** Messages of one webhook in one go, and its longest time in milliseconds; what is left is nudged for. */
const maxMessages = 200
const longestMs = 10_000

/** Of each webhook the oldest message that waits: those behind it wait for it. */
const heads = (tenantId: number) => sql`(
  select distinct on (m.webhook_id) m.webhook_id, m.due_at from emend.webhook_message m where m.tenant_id = ${tenantId} and m.state = 'pending' order by m.webhook_id, m.event_id)`

/**
 * Send what is due in a tenant: each webhook by itself, its messages in the order of what happened. A message that was sent when its sender died is
 * sent again, under the same id.
 *
 * @returns milliseconds until the next one is due; null when none waits
 */
export async function deliverMessages(delivery: Delivery, tenantId: number): Promise<number | null> {
  const { db } = delivery
  const { tenant, webhooks } = await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const found = await trx.selectFrom('tenant').select('name').where('tenant_id', '=', tenantId).executeTakeFirst()
    const { rows } = await sql<{ webhook_id: number }>`select h.webhook_id from ${heads(tenantId)} h where h.due_at <= clock_timestamp()`.execute(trx)
    return { tenant: found?.name ?? '', webhooks: rows.map((row) => row.webhook_id) }
  })
  await Promise.all(webhooks.map((webhookId) => deliverTo(delivery, tenantId, tenant, webhookId)))
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows: [row] } = await sql<{ seconds: number | null }>`
      select extract(epoch from min(h.due_at) - clock_timestamp())::float8 as seconds from ${heads(tenantId)} h`.execute(trx)
    return row?.seconds === null || row?.seconds === undefined ? null : Math.max(0, Math.ceil(row.seconds * 1000))
  })
}

async function deliverTo(delivery: Delivery, tenantId: number, tenant: string, webhookId: number): Promise<void> {
  const { db, timeoutMs = 10_000 } = delivery
  const until = Date.now() + longestMs
  for (let sent = 0; sent < maxMessages && Date.now() < until; sent++) {
    const message = await inTenant(db, { tenantId, role: 'worker' }, async (trx) => (
      await sql<Message>`select * from emend.claim_message(${tenantId}, ${webhookId}, ${timeoutMs + 5_000})`.execute(trx)).rows[0])
    if (!message) return
    const error = await send(delivery, tenantId, tenant, webhookId, message)
    failpoint('webhook-sent')
    await inTenant(db, { tenantId, role: 'worker' }, (trx) => sql`
      select emend.settle_message(${tenantId}, ${webhookId}, ${message.event_id}, ${error}, ${pausesMs[message.attempt_count - 1] ?? null}, ${error === gone})`.execute(trx))
    if (error !== null) return
  }
}

/** What a receiver answers that wants to be told nothing more (Standard Webhooks). */
const gone = 'status 410'

/** @returns why it was not taken, in a word that nobody outside has chosen; null when it was */
async function send({ config, timeoutMs = 10_000 }: Delivery, tenantId: number, tenant: string, webhookId: number, message: Message): Promise<string | null> {
  const { event_id: eventId, type, node, repair_id: repairId, fault_id: faultId, at, proposal } = message
  const data = { tenant, eventId, ...(repairId === null ? {} : { repairId }), ...(faultId === null ? {} : { faultId }), ...(node === null ? {} : { nodeId: node }), ...(proposal === null ? {} : { proposal }) }
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  try {
    const signed = { id: `msg_${tenantId}_${webhookId}_${eventId}`, timestamp: Math.floor(Date.now() / 1000), body }
    const response = await guardedFetch({ hosts: config.EMEND_OUTBOUND_HOSTS, timeoutMs })(message.url, {
      method: 'POST', body, headers: { 'content-type': 'application/json', 'user-agent': 'emend', ...signatureHeaders(signed, readSecret(tenant, message.secret, config.EMEND_SECRET_DIR)) },
    })
    await response.body?.cancel()
    return response.status >= 200 && response.status <= 299 ? null : `status ${response.status}`
  } catch (error) {
    return error instanceof EmendError ? error.code : whatWentWrong(error)
  }
}
