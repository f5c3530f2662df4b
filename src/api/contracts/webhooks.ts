/** What the verbs on webhooks take and give. */
import { z } from 'zod'
import { webhookTypes } from '../../vocabulary.js'
import type { Webhook } from '../webhooks.js'
import { moment } from './parts.js'

const parts = {
  url: z.string().max(2000).regex(/^https?:\/\//, 'is an address of http or https').describe('Where messages are posted to: {"type", "timestamp", "data"}, ids only.'),
  secret: z.string().max(64).regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'is a name in capital letters')
    .describe('Name of the secret that messages are signed with, as Standard Webhooks has it: HOOK is EMEND_SECRET_<tenant>__HOOK in the environment of the workers.'),
}

/** Contracts of the verbs on webhooks. */
export const webhookContracts = {
  newWebhook: z.strictObject({ ...parts, types: z.array(z.enum(webhookTypes)).min(1).optional().describe('What it is told of; everything when left out.') }),
  webhook: z.strictObject({
    id: z.number(), ...parts, types: z.array(z.enum(webhookTypes)).nullable().describe('null = everything'), createdAt: moment, disabledAt: moment.nullable().describe('When its receiver said that it is gone.'),
    pending: z.number().describe('Messages that are still to be taken.'), sent: z.number(), givenUp: z.number(),
    lastError: z.string().nullable().describe('Why the oldest message that is pending was not taken.'),
  }).meta({ id: 'Webhook', description: 'An address that is told what happens.' }) satisfies z.ZodType<Webhook>,
}
