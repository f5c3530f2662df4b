/** The recorded-call table: every attempt is a row, and a row with a response can answer again. */
import type { Config } from '../config.js'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import type { CallPurpose, Stage } from './contracts.js'

/** One attempt. */
export interface CallRow {
  stage: Stage | 'embed'
  purpose: CallPurpose
  model: string
  mode: Config['EMEND_MODEL_MODE']
  requestHash: string
  request: unknown
  /** The validated reply, ids as the request named them; null when there is none. */
  response: unknown
  error: string | null
  promptTokens: number | null
  completionTokens: number | null
  latencyMs: number | null
}

/** Where calls are kept. */
export interface CallLog {
  write(row: CallRow): Promise<void>
  /** The newest valid response to the same request, or null. */
  newestResponse(requestHash: string): Promise<unknown>
}

/** Calls of one tenant, written as the worker in a transaction of their own: none is open while a model thinks. */
export function callLog(db: Db, tenantId: number): CallLog {
  const scope = { tenantId, role: 'worker' } as const
  return {
    async write(row) {
      await inTenant(db, scope, (trx) => trx.insertInto('model_call').values({
        tenant_id: tenantId,
        repair_id: row.purpose.repairId ?? null,
        step_id: row.purpose.stepId ?? null,
        user_id: row.purpose.userId ?? null,
        purpose: row.purpose.purpose,
        stage: row.stage,
        model: row.model,
        mode: row.mode,
        request_hash: row.requestHash,
        request: JSON.stringify(row.request),
        response: row.response === null ? null : JSON.stringify(row.response),
        error: row.error?.replaceAll('\0', '\uFFFD').toWellFormed() ?? null,
        prompt_tokens: row.promptTokens,
        completion_tokens: row.completionTokens,
        latency_ms: row.latencyMs,
      }).execute())
    },
    async newestResponse(requestHash) {
      const row = await inTenant(db, scope, (trx) => trx.selectFrom('model_call').select('response')
        .where('tenant_id', '=', tenantId).where('request_hash', '=', requestHash)
        .where('response', 'is not', null).where('mode', '<>', 'replay')
        .orderBy('model_call_id', 'desc').limit(1).executeTakeFirst())
      return row?.response ?? null
    },
  }
}
