/** What repairs of a tenant work with, from options and configuration. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.js'
import type { Db } from '../db/pool.js'
import type { ProgressEvent, RepairDeps } from '../execute/ports.js'
import type { Domain, Model } from '../llm/contracts.js'
import { openEmbedder } from '../llm/open-embedder.js'
import { openModel } from '../llm/open-model.js'
import type { ToolRegistry } from '../tools/contract.js'

/** Where they come from. */
export interface DepsParts {
  db: Db
  config: Config
  tools: ToolRegistry
  /** The configured one when left out. */
  model?: Model | undefined
  domain?: Domain | undefined
  /** How often the reference model errs on purpose, 0 to 1. */
  noise?: number | undefined
  /** Replaces the network for the configured model. */
  fetch?: typeof globalThis.fetch | undefined
  onProgress?: ((event: ProgressEvent) => void) | undefined
}

/** Make the dependencies of any tenant; each records its model calls in its own rows. */
export function repairDeps({ db, config, tools, model, domain = 'general', noise = 0, fetch, onProgress }: DepsParts): (tenantId: number) => RepairDeps {
  const owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const made = new Map<number, RepairDeps>()
  return (tenantId) => {
    const deps = made.get(tenantId) ?? {
      db, tools, owner, domain,
      model: model ?? openModel({ db, tenantId, config, noise, ...(fetch ? { fetch } : {}) }),
      embedder: openEmbedder({ db, tenantId, config, ...(fetch ? { fetch } : {}) }),
      leaseMs: config.EMEND_LEASE_MS,
      limits: {
        maxModelCalls: config.EMEND_MAX_MODEL_CALLS, maxAffected: config.EMEND_MAX_AFFECTED,
        ...(config.EMEND_APPROVE_ABOVE === undefined ? {} : { approveAbove: config.EMEND_APPROVE_ABOVE }),
      },
      ...(onProgress ? { onProgress } : {}),
    }
    made.set(tenantId, deps)
    return deps
  }
}
