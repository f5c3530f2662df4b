/** Routes on webhooks. */
import { z } from 'zod'
import { contracts } from '../../index.js'
import { route } from '../route.js'

const { webhooks } = contracts
const tag = 'webhooks'
const params = z.strictObject({ webhookId: z.coerce.number().int().min(1).describe('Number of the webhook.') })

/** Tell, look, tell no more. */
export const webhookRoutes = [
  route({
    method: 'POST', url: '/v1/webhooks', id: 'addWebhook', tag, roles: ['admin'], status: 201, body: webhooks.newWebhook, output: webhooks.webhook,
    summary: 'Tell an address what happens: signed messages of ids, sent until they are taken.', location: () => '/v1/webhooks',
    run: ({ emend, actor, body }) => emend.webhooks.add(body, actor),
  }),
  route({
    method: 'GET', url: '/v1/webhooks', id: 'listWebhooks', tag, roles: ['auditor', 'admin'], output: z.strictObject({ items: z.array(webhooks.webhook) }),
    summary: 'Webhooks, and how far each has been told.',
    run: async ({ emend }) => ({ items: await emend.webhooks.list() }),
  }),
  route({
    method: 'DELETE', url: '/v1/webhooks/:webhookId', id: 'removeWebhook', tag, roles: ['admin'], params, output: z.strictObject({ id: z.number() }),
    summary: 'Tell an address nothing any more, what is pending included.',
    async run({ emend, actor, params: { webhookId } }) {
      await emend.webhooks.remove(webhookId, actor)
      return { id: webhookId }
    },
  }),
]
