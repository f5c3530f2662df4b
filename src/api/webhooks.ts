/** The verbs on webhooks: addresses that are told what happens in a tenant. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { checkAddress } from '../outbound/check-address.js'
import type { WebhookType } from '../vocabulary.js'
import { checkOptions, type ApiContext } from './context.js'
import { webhookContracts } from './contracts/webhooks.js'

export type { WebhookType } from '../vocabulary.js'

/** An address to be told. */
export interface NewWebhook {
  /** Of https, and public, unless the owner of the workers allows its host. */
  url: string
  /** Name of the secret that messages are signed with; its value is in the environment of the workers, and nowhere else. */
  secret: string
  /** What it is told of; everything when left out. */
  types?: WebhookType[]
}

/** An address that is told what happens, and how that goes. */
export interface Webhook {
  id: number
  url: string
  secret: string
  /** null = everything. */
  types: WebhookType[] | null
  createdAt: Date
  /** When its receiver answered 410: it is told nothing from then on. */
  disabledAt: Date | null
  /** Messages that its receiver has still to take. */
  pending: number
  sent: number
  /** Messages that were given up after two days. */
  givenUp: number
  /** Why the oldest pending message was not taken, in a word; null where none failed. */
  lastError: string | null
}

/** Verbs on webhooks. */
export interface WebhooksApi {
  /**
   * Tell an address what happens from now on. A message holds ids and no text, is signed as Standard Webhooks has it, and is sent until it is
   * taken, under one id: receivers that keep the ids they have seen are told once.
   *
   * @throws EmendError `bad_item`; `too_large` for more than 20; `address_refused` for an address that no worker may ask
   */
  add(webhook: NewWebhook, actor?: string): Promise<Webhook>
  /** By number. */
  list(): Promise<Webhook[]>
  /** Tell it nothing any more, what is pending included. @throws EmendError `not_found` */
  remove(webhookId: number, actor?: string): Promise<void>
}

/** Webhooks of one tenant: each event is told to each. */
const maxWebhooks = 20

/** Make the verbs. */
export function webhooksApi({ as, tenantId, config }: ApiContext): WebhooksApi {
  const journal = (trx: Trx, action: string, actor: string, reason: string) =>
    trx.insertInto('journal').values({ tenant_id: tenantId, action, actor, reason }).execute()
  return {
    async add(webhook, actor = 'person') {
      const { url, secret, types = null } = checkOptions<z.output<typeof webhookContracts.newWebhook>>(webhookContracts.newWebhook, 'webhooks.add', webhook)
      const { host } = checkAddress(url, config.EMEND_OUTBOUND_HOSTS)
      return as('admin', async (trx) => {
        const { count: there } = await trx.selectFrom('webhook').select((eb) => eb.fn.countAll<number>().as('count')).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
        if (Number(there) >= maxWebhooks) throw new EmendError('too_large', `a tenant has ${maxWebhooks} webhooks at most`, { limit: maxWebhooks })
        const { id } = await trx.insertInto('webhook').values({ tenant_id: tenantId, url, secret, types }).returning('webhook_id as id').executeTakeFirstOrThrow()
        await journal(trx, 'add_webhook', actor, `${id}: ${host}`)
        const [added] = await read(trx, tenantId, id)
        return added!
      })
    },
    list: () => as('auditor', (trx) => read(trx, tenantId)),
    async remove(id, actor = 'person') {
      const webhookId = checkOptions(z.int().positive(), 'webhooks.remove', id)
      await as('admin', async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('webhook').where('tenant_id', '=', tenantId).where('webhook_id', '=', webhookId).executeTakeFirst()
        if (numDeletedRows === 0n) throw new EmendError('not_found', `there is no webhook ${webhookId} in this tenant`, { webhook: webhookId })
        await journal(trx, 'remove_webhook', actor, String(webhookId))
      })
    },
  }
}

async function read(trx: Trx, tenantId: number, only?: number): Promise<Webhook[]> {
  const rows = await trx.selectFrom('webhook as w').leftJoin('webhook_message as m', (join) => join.onRef('m.tenant_id', '=', 'w.tenant_id').onRef('m.webhook_id', '=', 'w.webhook_id'))
    .where('w.tenant_id', '=', tenantId).$if(only !== undefined, (query) => query.where('w.webhook_id', '=', only ?? 0))
    .groupBy(['w.tenant_id', 'w.webhook_id']).orderBy('w.webhook_id')
    .select(['w.webhook_id as id', 'w.url', 'w.secret', 'w.types', 'w.created_at as createdAt', 'w.disabled_at as disabledAt'])
    .select([count('pending').as('pending'), count('sent').as('sent'), count('given_up').as('givenUp')])
    .select(sql<string | null>`(array_agg(m.last_error order by m.event_id) filter (where m.state = 'pending' and m.last_error is not null))[1]`.as('lastError'))
    .execute()
  return rows.map((row) => ({ ...row, types: row.types as WebhookType[] | null }))
}

const count = (state: string) => sql<number>`(count(*) filter (where m.state = ${state}))::integer`
