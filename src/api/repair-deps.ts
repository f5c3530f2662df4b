/** What repairs of a tenant work with, from options and configuration, and from what the tenant has set. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readSecret, type Config } from '../config.js'
import type { Db } from '../db/pool.js'
import type { ProgressEvent, RepairDeps } from '../execute/ports.js'
import type { Domain, Model } from '../llm/contracts.js'
import type { Embedder } from '../llm/embedder.js'
import { openEmbedder } from '../llm/open-embedder.js'
import { guardedFetch } from '../outbound/guarded-fetch.js'
import type { ToolRegistry } from '../tools/contract.js'
import type { Outbound } from '../tools/registered-tool.js'
import { withRegistered } from '../tools/with-registered.js'
import { tenantModels } from './tenant-models.js'
import { readTenantSettings, type TenantSettings } from './tenant-settings.js'

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

/** What a repair of a tenant works with now. Asked anew for each piece of work: a tenant may change its settings at any time. */
export type DepsOf = (tenantId: number) => Promise<RepairDeps>

/** Make the dependencies of any tenant; each records its model calls in its own rows. */
export function repairDeps(parts: DepsParts): DepsOf {
  const { db, config, tools, domain = 'general', onProgress } = parts
  const owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const modelOf = tenantModels(parts)
  const embedders = new Map<number, Embedder | null>()
  const embedderOf = (tenantId: number): Embedder | null => {
    const known = embedders.get(tenantId)
    const embedder = known === undefined ? openEmbedder({ db, tenantId, config, ...(parts.fetch ? { fetch: parts.fetch } : {}) }) : known
    embedders.set(tenantId, embedder)
    return embedder
  }
  return async (tenantId) => {
    const settings = await readTenantSettings(db, tenantId)
    return {
      db, owner, domain,
      tools: withRegistered(tools, settings.tools, outboundOf(config, settings.tenant)),
      model: modelOf(tenantId, settings),
      embedder: embedderOf(tenantId),
      leaseMs: config.EMEND_LEASE_MS,
      limits: { maxModelCalls: config.EMEND_MAX_MODEL_CALLS, maxAffected: config.EMEND_MAX_AFFECTED, ...approveAbove(settings, config) },
      ...(onProgress ? { onProgress } : {}),
    }
  }
}

/**
 * Which plans wait for a person: what the tenant has set, else EMEND_APPROVE_ABOVE, else every plan where NODE_ENV is production. A tenant that a
 * program has for itself waits for nobody unless it is told to.
 */
function approveAbove({ review, approveAbove: above, isIsolated }: TenantSettings, config: Config): { approveAbove?: number } {
  if (review !== null) return review === 'at_once' ? {} : { approveAbove: review === 'always' ? 0 : above ?? 0 }
  if (config.EMEND_APPROVE_ABOVE !== undefined) return { approveAbove: config.EMEND_APPROVE_ABOVE }
  return config.NODE_ENV === 'production' && !isIsolated ? { approveAbove: 0 } : {}
}

/** Longer than any tool may take, in milliseconds: each has a time limit of its own. */
const outboundMs = 660_000

/** How tools of a tenant are reached from here. */
export function outboundOf(config: Config, tenant: string): Outbound {
  return {
    tenant, fetch: guardedFetch({ hosts: config.EMEND_OUTBOUND_HOSTS, timeoutMs: outboundMs }), mcpServers: config.EMEND_MCP_SERVERS,
    secret: (name) => readSecret(tenant, name, config.EMEND_SECRET_DIR),
  }
}
