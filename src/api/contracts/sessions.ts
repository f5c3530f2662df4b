/** What the verbs on sessions and inputs take and give. */
import { z } from 'zod'
import type { RecordedInput } from '../inputs.js'
import type { Session } from '../sessions.js'
import { moment, name, nodeId } from './parts.js'

/** Contracts of the verbs on sessions. */
export const sessionContracts = {
  openOptions: z.strictObject({ id: name.optional().describe('Made up when left out.'), userId: name.optional() }),
  listOptions: z.strictObject({ userId: name.optional(), limit: z.int().min(1).max(1000).default(100), after: name.optional() }),
  traceOptions: z.strictObject({ limit: z.int().min(1).max(1000).default(1000), after: nodeId.optional() }),
  recentOptions: z.strictObject({ turns: z.int().min(1).max(1000).default(50) }),
  session: z.strictObject({
    id: z.string(), userId: z.string().nullable().describe('The user whose inputs start its turns; null when nobody has said.'),
    lastTurn: z.number().describe('Its last turn so far; 0 before the first.'), createdAt: moment,
  }).meta({ id: 'Session', description: 'A conversation.' }) satisfies z.ZodType<Session>,
}

/** Contracts of the verbs on inputs. */
export const inputContracts = {
  /** `add`, besides the content. */
  addOptions: z.strictObject({
    id: nodeId.optional().describe('Made up when left out.'), sessionId: nodeId.optional().describe('A new session when left out.'),
    userId: z.string().optional(), turn: z.int().min(1).optional().describe("The turn after the session's last one when left out."),
  }),
  recorded: z.strictObject({ id: nodeId, sessionId: z.string(), turn: z.number() }) satisfies z.ZodType<RecordedInput>,
}
