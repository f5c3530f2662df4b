/** The verb on requests: what carries an idempotency key is done once. */
import { sql } from 'kysely'
import { EmendError } from '../errors.js'
import { checkText, type ApiContext } from './context.js'

/** A request that may come again. */
export interface KeyedRequest {
  /** The API key that asks. */
  keyId: number
  /** As the caller chose it, 1 to 200 characters. */
  idempotencyKey: string
  /** Digest of all that is asked. */
  fingerprint: string
}

/** What was answered. */
export interface RequestAnswer {
  /** HTTP status. */
  status: number
  /** JSON. */
  body: string
  /** Where to look for what was made; null = nowhere. */
  location: string | null
}

/** Verbs on requests. */
export interface RequestsApi {
  /**
   * Do something once: asked again with the same key, the first answer is given, and of several at once one is carried out. Answers are
   * kept for a day. Where `work` throws, nothing is kept and the request may come again.
   *
   * @throws EmendError `idempotency_mismatch` when the key came with another request; `request_running` when the first one takes long;
   *   `outcome_unknown` when the server that ran it is gone, so that nobody knows whether it was done; `erased` when the answer was, with
   *   the user whom it was about; and what `work` throws
   */
  once(request: KeyedRequest, work: () => Promise<RequestAnswer>): Promise<RequestAnswer & { isReplayed: boolean }>
}

/** How long a server owns a request without a sign of life, in seconds. */
const holdSeconds = 30
/** How long a second request waits for the first one's answer, and between looks, in milliseconds. */
const patienceMs = 20_000
const pauseMs = 50

/** Make the verb for one tenant. */
export function requestsApi({ as, tenantId }: ApiContext): RequestsApi {
  const heldUntil = sql<Date>`now() + make_interval(secs => ${holdSeconds})`

  return {
    async once({ keyId, idempotencyKey, fingerprint }, work) {
      checkText('requests.once', idempotencyKey)
      const row = { tenant_id: tenantId, key_id: keyId, idempotency_key: idempotencyKey }
      const claim = (): Promise<boolean> => as('admin', async (trx) => {
        await trx.deleteFrom('http_request').where('tenant_id', '=', tenantId).where('started_at', '<', sql<Date>`now() - interval '1 day'`).execute()
        const { numInsertedOrUpdatedRows } = await trx.insertInto('http_request').values({ ...row, fingerprint, held_until: heldUntil })
          .onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      })
      const find = () => as('admin', (trx) => trx.selectFrom('http_request').select(['fingerprint', 'status', 'answer', 'location'])
        .select(sql<boolean>`held_until < now()`.as('is_lost')).where('tenant_id', '=', tenantId).where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey).executeTakeFirst())
      const renew = () => as('admin', (trx) => trx.updateTable('http_request').set({ held_until: heldUntil }).where('tenant_id', '=', tenantId)
        .where('key_id', '=', keyId).where('idempotency_key', '=', idempotencyKey).execute())

      async function carryOut(): Promise<RequestAnswer> {
        const alive = setInterval(() => { renew().catch(() => {}) }, holdSeconds * 1000 / 3)
        try {
          const answer = await work()
          await as('admin', (trx) => trx.updateTable('http_request')
            .set({ status: answer.status, answer: answer.body, location: answer.location, finished_at: sql<Date>`now()` })
            .where('tenant_id', '=', tenantId).where('key_id', '=', keyId).where('idempotency_key', '=', idempotencyKey).execute())
          return answer
        } catch (error) {
          await as('admin', (trx) => trx.deleteFrom('http_request').where('tenant_id', '=', tenantId).where('key_id', '=', keyId)
            .where('idempotency_key', '=', idempotencyKey).where('status', 'is', null).execute())
          throw error
        } finally {
          clearInterval(alive)
        }
      }

      for (const giveUp = Date.now() + patienceMs; ;) {
        if (await claim()) return { ...await carryOut(), isReplayed: false }
        const first = await find()
        if (!first) continue // it failed meanwhile: this one is carried out
        if (first.fingerprint !== fingerprint) {
          throw new EmendError('idempotency_mismatch', `idempotency key ${JSON.stringify(idempotencyKey)} came with another request before`)
        }
        if (first.status !== null && first.answer === null) throw new EmendError('erased', 'it was carried out, and its answer was erased with the user whom it was about')
        if (first.status !== null) return { status: first.status, body: first.answer ?? 'null', location: first.location, isReplayed: true }
        if (first.is_lost) throw new EmendError('outcome_unknown', 'the server that carried this request out is gone')
        if (Date.now() > giveUp) throw new EmendError('request_running', 'the first request with this idempotency key still runs')
        await new Promise((resolve) => { setTimeout(resolve, pauseMs) })
      }
    },
  }
}
