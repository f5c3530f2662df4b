/** The verb that asks: one question in a session of its own, answered from the active store. */
import { z } from 'zod'
import type { RepairDeps } from '../execute/ports.js'
import { recordItems } from '../record/record-items.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { chooseHow } from '../retrieve/choose-how.js'
import { queryItem } from '../retrieve/query-item.js'
import { rankMemories } from '../retrieve/search-memories.js'
import { checkOptions, checkText, type ApiContext } from './context.js'

/** A question. */
export interface Question {
  content: string
  /** Whose memories are looked at, besides those without an owner. */
  userId?: string
  /** Memories looked at, at most; default 5. */
  k?: number
}

/** What was answered, and where it is recorded. */
export interface Answered {
  id: string
  content: string
  sessionId: string
  /** Memories that the answer rests on. */
  usedIds: string[]
}

/**
 * Ask something in a fresh session: the input, the read and the answer are recorded like any turn, with one model call.
 *
 * @throws EmendError `model_failed`, `model_reply`, `no_recorded_call`, and what recording throws
 */
export type AskVerb = (question: Question) => Promise<Answered>

const schema = z.strictObject({ content: z.string().min(1), userId: z.string().min(1).max(200).optional(), k: z.int().min(1).max(1000).default(5) })

/** Make the verb. */
export function askVerb({ as, tenantId, embedder }: ApiContext, { model, domain }: Pick<RepairDeps, 'model' | 'domain'>): AskVerb {
  return async (question) => {
    const { content, userId, k } = checkOptions(schema, 'ask', question)
    checkText('ask', content)
    const [sessionId, inputId, readId, id] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()]
    const owner = userId === undefined ? {} : { user: userId }
    const place = { session: sessionId, turn: 1, ...owner }
    const how = await chooseHow(embedder, content)
    const query = { text: content, k, scope: owner }
    const found = await as('agent', async (trx) => {
      const { found: results, considered } = await rankMemories(trx, tenantId, { ...query, how })
      await recordItems(trx, tenantId, [
        { kind: 'input', id: inputId, ...place, content },
        {
          kind: 'step', id: readId, ...place, type: 'memory_read', content, used_ids: results.map((memory) => memory.id),
          query: queryItem(query, how, results.map(({ score }) => score), considered),
        },
      ])
      return results
    })
    const reply = await model.ask('answer', {
      domain, question: content, inputs: [{ id: inputId, kind: 'input', content }],
      evidence: found.map((memory) => ({ id: memory.id, kind: 'memory', content: memory.content })),
    }, { purpose: 'ask', ...(userId === undefined ? {} : { userId }) })
    await as('agent', (trx) => recordItems(trx, tenantId, [
      { kind: 'step', id, ...place, type: 'final_answer', content: reply.content, used_ids: [...new Set([inputId, readId, ...reply.evidence_ids])] },
    ]))
    return { id, content: reply.content, sessionId, usedIds: reply.evidence_ids.filter((used) => found.some((memory) => memory.id === used)) }
  }
}
