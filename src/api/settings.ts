/** The verbs on settings: what a tenant decides for its repairs. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '../db/transaction.js'
import { checkAddress } from '../outbound/check-address.js'
import { checkOptions, type ApiContext } from './context.js'
import { settingsContracts } from './contracts/settings.js'

/**
 * Which plans wait for a person. Whatever waits, what it would withdraw is out of retrieval: containment never waits.
 */
export type Review = { mode: 'at_once' } | {
  mode: 'above'
  /** Affected nodes of a plan that needs no approval. */
  above: number
} | { mode: 'always' }

/** The model that repairs of a tenant ask. */
export interface TenantModel {
  /** As the endpoint calls it; `reference` is the built-in rules. */
  name: string
  /** Base URL of an OpenAI-compatible endpoint; null = that of OpenAI. */
  url: string | null
  /** Name of the secret that holds its key; null = it needs none. */
  secret: string | null
}

/** What a tenant has set. */
export interface Settings {
  /** null = as the workers are configured: EMEND_APPROVE_ABOVE, else each plan waits where NODE_ENV is production, and none elsewhere. */
  review: Review | null
  /** null = as the workers are configured. */
  model: TenantModel | null
}

/** Verbs on settings. */
export interface SettingsApi {
  get(): Promise<Settings>
  /**
   * Change what is named; repairs go by it from their next boundary on. Plans that wait already wait for a person still.
   *
   * @param actor who does it, for the journal
   * @throws EmendError `bad_item`; `address_refused` for a model at an address that no worker may ask
   */
  change(settings: { review?: Review | null; model?: { name: string; url?: string | null; secret?: string | null } | null }, actor?: string): Promise<Settings>
}

/** Make the verbs. */
export function settingsApi({ as, tenantId, config }: ApiContext): SettingsApi {
  const read = async (trx: Trx): Promise<Settings> => {
    const tenant = await trx.selectFrom('tenant').select(['review', 'approve_above']).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
    const model = await trx.selectFrom('tenant_model').select(['name', 'url', 'secret']).where('tenant_id', '=', tenantId).executeTakeFirst()
    return { review: reviewOf(tenant.review, tenant.approve_above), model: model ?? null }
  }
  return {
    get: () => as('auditor', read),
    async change(settings, actor = 'person') {
      const { review, model } = checkOptions<z.output<typeof settingsContracts.change>>(settingsContracts.change, 'settings.change', settings)
      if (model?.url) checkAddress(model.url, config.EMEND_OUTBOUND_HOSTS)
      return as('admin', async (trx) => {
        const journal = (action: string, reason: string) => trx.insertInto('journal').values({ tenant_id: tenantId, action, actor, reason }).execute()
        if (review !== undefined) {
          await trx.updateTable('tenant').set({ review: review?.mode ?? null, approve_above: review?.mode === 'above' ? review.above : null })
            .where('tenant_id', '=', tenantId).execute()
          await journal('set_review', review === null ? 'as the workers are configured' : review.mode === 'above' ? `above ${review.above}` : review.mode)
        }
        if (model === null) await trx.deleteFrom('tenant_model').where('tenant_id', '=', tenantId).execute()
        else if (model !== undefined) {
          await trx.insertInto('tenant_model').values({ tenant_id: tenantId, ...model })
            .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...model, set_at: sql`now()` })).execute()
        }
        if (model !== undefined) await journal('set_model', model === null ? 'as the workers are configured' : model.name)
        return read(trx)
      })
    },
  }
}

/** A review as its columns say it. */
function reviewOf(mode: string | null, above: number | null): Review | null {
  if (mode === 'above') return { mode, above: above ?? 0 }
  return mode === 'at_once' || mode === 'always' ? { mode } : null
}
