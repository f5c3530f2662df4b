/** Parts that several contracts are made of. */
import { z } from 'zod'

/** A name: of a user, an agent, a session, a detector. */
export const name = z.string().min(1).max(200)

/** An id of a node as everybody outside uses it: the caller's own, or a UUIDv7. Its length is checked where it is recorded. */
export const nodeId = z.string()

/** The number of a fault or a repair. */
export const number = z.int().min(1)

/** A moment: a Date in TypeScript, ISO 8601 in JSON. */
export const moment = z.codec(z.iso.datetime(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() })

/** A value bound to a thing. */
export const fact = z.strictObject({ entity: z.string().nullable(), attribute: z.string().nullable(), value: z.string() })
  .meta({ id: 'Fact', description: 'A value bound to a thing; entity and attribute are null where the text does not say.' })

/** Who acts, where, and on what evidence. */
export const doing = {
  userId: name.optional().describe('Whose memory, or whose question.'),
  agentId: name.optional().describe('The agent that acts.'),
  sessionId: name.optional().describe('Left out, the call has a turn of its own in a session of the server and user.'),
  turn: z.int().min(1).optional().describe("The session's last turn when left out."),
}

/** What a step rests on. */
export const usedIds = z.array(nodeId).optional()
  .describe('What the step rests on: inputs, memories, reads and earlier steps. With a session and nothing given, all that its turn had before.')

/** What to do about evidence that a repair has withdrawn. */
export const onWithdrawn = z.enum(['refuse', 'accept']).optional()
  .describe('When a step cites what a repair has withdrawn: refuse (default) answers withdrawn_evidence; accept records it, withheld like what it rests on.')
