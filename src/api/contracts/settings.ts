/** What the verbs on settings take and give. */
import { z } from 'zod'
import type { Settings } from '../settings.js'

const review = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('at_once').describe('No plan waits.') }),
  z.strictObject({ mode: z.literal('above').describe('Larger plans wait for a person.'), above: z.int().min(1).max(2_000_000_000).describe('Affected nodes of a plan that needs no approval.') }),
  z.strictObject({ mode: z.literal('always').describe('Every plan waits for a person.') }),
]).meta({ id: 'Review', description: 'Which plans wait for a person. Containment never waits.' })

const model = z.strictObject({
  name: z.string().min(1).max(200).describe('As the endpoint calls it; reference is the built-in rules.'),
  url: z.string().max(2000).regex(/^https?:\/\//, 'is an address of http or https').nullable().default(null).describe('Base URL of an OpenAI-compatible endpoint.'),
  secret: z.string().max(64).regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'is a name in capital letters').nullable().default(null)
    .describe('Name of the secret that holds its key: MODEL is EMEND_SECRET_<tenant>__MODEL in the environment of the workers.'),
}).meta({ id: 'TenantModel', description: 'The model that repairs of a tenant ask.' })

/** Contracts of the verbs on settings. */
export const settingsContracts = {
  change: z.strictObject({
    review: review.nullable().optional().describe('null = as the workers are configured.'), model: model.nullable().optional().describe('null = as the workers are configured.'),
  }),
  settings: z.strictObject({ review: review.nullable(), model: model.nullable() })
    .meta({ id: 'Settings', description: 'What a tenant has set; null = as the workers are configured.' }) satisfies z.ZodType<Settings>,
}
