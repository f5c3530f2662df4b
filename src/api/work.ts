/** The verb that carries repairs out. */
import { z } from 'zod'
import type { ProgressEvent } from '../execute/ports.js'
import { runWorker } from '../worker/run-worker.js'
import { deliverMessages } from '../worker/webhooks/deliver-messages.js'
import { checkOptions, type ApiContext } from './context.js'
import { repairDeps, type DepsParts } from './repair-deps.js'

/** How to work. */
export interface WorkOptions {
  /** End when nothing is left to do. */
  once?: boolean
  /** Aborted: take no more jobs, let those under way end, then return. */
  signal?: AbortSignal
  onProgress?: (event: ProgressEvent) => void
  /** Told of what went wrong, one line each. */
  log?: (line: string) => void
}

/** Open repairs for new faults of all tenants and carry them out, until aborted or, with `once`, until nothing is left. */
export type WorkVerb = (options?: WorkOptions) => Promise<void>

const schema = z.strictObject({
  once: z.boolean().optional(), signal: z.instanceof(AbortSignal).optional(),
  onProgress: z.custom<(event: ProgressEvent) => void>((value) => typeof value === 'function').optional(),
  log: z.custom<(line: string) => void>((value) => typeof value === 'function').optional(),
})

/** Make the verb. */
export function workVerb(context: ApiContext, parts: DepsParts): WorkVerb {
  return async (options = {}) => {
    const { once = false, signal, onProgress, log } = checkOptions(schema, 'work', options)
    const worker = await runWorker({
      db: context.db, url: context.url, depsOf: repairDeps({ ...parts, onProgress }), embedder: context.embedder?.name, once, handleSignals: false,
      concurrency: context.config.EMEND_WORKER_CONCURRENCY, replays: { count: context.config.EMEND_REPLAYS, perTenant: context.config.EMEND_REPLAYS_PER_TENANT }, sweepMs: context.config.EMEND_SWEEP_MS,
      detectCron: context.config.EMEND_DETECT_CRON, deliver: (tenantId) => deliverMessages({ db: context.db, config: context.config }, tenantId), ...(log ? { log } : {}),
    })
    const stop = (): void => { void worker.stop() }
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      await worker.ended
    } finally {
      signal?.removeEventListener('abort', stop)
      await worker.stop()
    }
  }
}
