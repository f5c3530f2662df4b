/** Arguments that several tools take, and what the API makes of them. */
import { z } from 'zod'
import { actingFor, needOwnEvidence, needOwnSession, type Doing } from '../index.js'
import type { Caller } from './caller.js'

const name = z.string().min(1).max(200)

/** An id that an earlier result has given. */
export const nodeId = z.string().min(1).max(200)

/** Number of a fault or a repair. */
export const number = z.int().min(1)

/** Who acts and where. */
export const place = {
  user_id: name.exactOptional().describe('Whose memory, or whose question.'),
  agent_id: name.exactOptional().describe('The agent that acts: you.'),
  session_id: name.exactOptional().describe('The conversation; record_step makes one. Left out, the call stands on its own.'),
  turn: z.int().min(1).exactOptional().describe("The session's last turn when left out."),
}

/** What a write rests on. */
export const used_ids = z.array(nodeId).exactOptional()
  .describe('What this rests on: the read_step_id of reads, ids of memories that you used, ids of inputs and steps. Be exact: repairs follow them.')

/** What to do about evidence that a repair has withdrawn. */
export const on_withdrawn = z.enum(['refuse', 'accept']).exactOptional()
  .describe('When you cite what a repair has withdrawn. refuse, the default: withdrawn_evidence, so that you read again. accept: it is recorded all the same, as affected: out of retrieval, like what it rests on.')

/** Arguments of whoever does something. */
interface DoingArguments {
  user_id?: string
  agent_id?: string
  session_id?: string
  turn?: number
  used_ids?: string[]
}

/** Leave out the keys without a value. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/**
 * The options that say who acts, where and on what evidence.
 *
 * @throws EmendError `forbidden` for another user or session than the principal's, `unknown_id` for evidence of another user
 */
export async function doingOf(caller: Caller, args: DoingArguments): Promise<Doing> {
  await needOwnSession(caller, args.session_id)
  await needOwnEvidence(caller, args.used_ids)
  return {
    ...actingFor(caller.principal, args.user_id),
    ...given({ agentId: args.agent_id, sessionId: args.session_id, turn: args.turn, usedIds: args.used_ids }),
  }
}
