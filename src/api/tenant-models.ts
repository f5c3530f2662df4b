/** The models that tenants ask. */
import { readSecret, type Config } from '../config.js'
import type { Db } from '../db/pool.js'
import type { AskOptions, CallPurpose, Model, Reply, Stage, StageContext } from '../llm/contracts.js'
import { openModel } from '../llm/open-model.js'
import { guardedFetch } from '../outbound/guarded-fetch.js'
import type { TenantSettings } from './tenant-settings.js'

/** Longest answer of a tenant's own model, in bytes. */
const longestReply = 8_388_608

/** Where they come from. */
export interface ModelParts {
  db: Db
  config: Config
  /** Instead of any other. */
  model?: Model | undefined
  noise?: number | undefined
  /** Replaces the network. */
  fetch?: typeof globalThis.fetch | undefined
}

/** The model of a tenant: the one that the program was given, else the tenant's own, else the configured one. */
export type ModelOf = (tenantId: number, settings: Pick<TenantSettings, 'tenant' | 'model'>) => Model

/**
 * Find models. Each is made once, for its client keeps connections, and anew when its settings or its secret have changed. A secret is looked for
 * when a model is asked, and not before: programs that ask none need none.
 */
export function tenantModels({ db, config, model, noise = 0, fetch }: ModelParts): ModelOf {
  const made = new Map<string, Model>()
  const once = (key: string, make: () => Model): Model => {
    const known = made.get(key) ?? make()
    made.set(key, known)
    return known
  }
  return (tenantId, { tenant, model: own }) => {
    if (model) return model
    if (own === null) return once(String(tenantId), () => openModel({ db, tenantId, config, noise, ...(fetch ? { fetch } : {}) }))
    const { name, url, secret } = own
    const open = (): Model => {
      const key = secret === null ? undefined : readSecret(tenant, secret, config.EMEND_SECRET_DIR)
      return once(JSON.stringify([tenantId, own, key]), () => openModel({
        db, tenantId, noise, config: { ...config, EMEND_MODEL: name, EMEND_MODEL_URL: url ?? undefined, EMEND_MODEL_KEY: key },
        ...(fetch ? { fetch } : url === null ? {} : { fetch: guardedFetch({ hosts: config.EMEND_OUTBOUND_HOSTS, timeoutMs: config.EMEND_MODEL_TIMEOUT_MS, maxBytes: longestReply }) }),
      }))
    }
    return {
      name,
      async ask<S extends Stage>(stage: S, context: StageContext, purpose: CallPurpose, how?: AskOptions<S>): Promise<Reply<S>> {
        return open().ask(stage, context, purpose, how)
      },
    }
  }
}
