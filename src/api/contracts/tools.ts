/** What the verbs on registered tools take and give. */
import { z } from 'zod'
import { effectClasses, toolDoors } from '../../vocabulary.js'
import type { RegisteredToolView } from '../tool-registrations.js'
import type { ListedTool } from '../tools.js'
import { moment } from './parts.js'

const plainName = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'is 1 to 64 letters, digits, _, . and -')
const remoteName = z.string().min(1).max(200)
const url = z.string().max(2000).regex(/^https?:\/\//, 'is an address of http or https')

const http = z.strictObject({
  url: url.describe('Where calls are posted to: {"tool", "call": "run" | "reset" | "compensate", "arguments"}, with the header Idempotency-Key.'),
})
const mcp = z.strictObject({
  url: url.optional().describe('Address of the server, streamable HTTP.'),
  server: plainName.optional().describe('Name of a server in the configuration of the workers, instead of an address.'),
  tool: remoteName.optional().describe('Name of the tool there; the same when left out.'),
  reset: remoteName.optional().describe('Tool that puts the world back before a second call, for the effect resettable.'),
  compensate: remoteName.optional().describe('Tool that undoes an earlier call, for the effect compensating.'),
}).refine((value) => (value.url === undefined) !== (value.server === undefined), 'either url or server names the MCP server')

const parts = {
  name: plainName.describe('As steps call it.'),
  description: z.string().max(2000).optional().describe('One sentence for the model.'),
  effect: z.enum(effectClasses).describe('What calling it again does to the world; an irreversible one is not called again without a person.'),
  parameters: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of its arguments.'),
  timeoutMs: z.int().min(1).max(600_000).optional().describe('How long a call may take, in milliseconds; default 30,000.'),
  secret: z.string().max(64).regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'is a name in capital letters').optional()
    .describe('Name of the secret that it is called with, as bearer: SHOP is EMEND_SECRET_<tenant>__SHOP in the environment of the workers.'),
  http: http.optional(),
  mcp: mcp.optional(),
}

/** Contracts of the verbs on registered tools. */
export const toolContracts = {
  newTool: z.strictObject(parts).refine((value) => (value.http === undefined) !== (value.mcp === undefined), 'either http or mcp says where the tool lives'),
  tool: z.strictObject({ ...parts, timeoutMs: z.number(), registeredAt: moment })
    .meta({ id: 'RegisteredTool', description: 'A tool that lives elsewhere.' }) satisfies z.ZodType<RegisteredToolView>,
  listed: z.strictObject({
    ...parts, name: z.string(), timeoutMs: z.number(),
    lives: z.enum(['program', ...toolDoors]).describe('In the program that serves, behind an HTTP callback, or on an MCP server.'),
    isOvershadowed: z.boolean().describe('A tool of the program has the same name, and is called in its place.'),
    registeredAt: moment.nullable().describe('Null for a tool of the program.'),
  }).meta({ id: 'ListedTool', description: 'A tool that repairs may call, wherever it lives.' }) satisfies z.ZodType<ListedTool>,
}
