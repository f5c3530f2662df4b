/** The reference model: rules that pick and recombine what a request holds. It is no language model. */
import type { Stage } from '../contracts.js'
import { changeMemory } from './change-memory.js'
import { nameDimensions } from './dimensions.js'
import { giveAnswer } from './give-answer.js'
import { judgeExecution } from './judge-execution.js'
import { makePlan } from './make-plan.js'
import { withNoise } from './noise.js'
import { readDocument } from './read-clauses.js'
import { requestDocument, type RequestDocument } from './request-document.js'
import { resolveReferences } from './resolve-references.js'
import { stateClaims } from './state-claims.js'

/** What it reads of a Chat Completions request. */
export interface ReferenceRequest {
  model?: string
  messages?: { role: string; content?: unknown }[]
  response_format?: { type?: string; json_schema?: { name?: string } }
}

const stages: Readonly<Record<Stage, (document: RequestDocument) => unknown>> = {
  claim: stateClaims,
  plan: makePlan,
  answer: giveAnswer,
  mutation: changeMemory,
  judge: judgeExecution,
}

/**
 * Answer one request. The same request always gives the same answer, and nothing but the request is read.
 *
 * @param noise share of the requests that are answered with an error on purpose, see noise.ts
 * @returns a Chat Completions response; tokens are counted as a quarter of the characters
 * @throws Error when the request is none that emend makes
 */
export function respond(request: ReferenceRequest, noise = 0): Record<string, unknown> {
  const stage = request.response_format?.json_schema?.name ?? ''
  if (!isStage(stage)) throw new Error(`response_format names no stage: ${stage || 'nothing'}`)
  const content = request.messages?.find(({ role }) => role === 'user')?.content
  if (typeof content !== 'string') throw new Error('there is no user message')
  const asked = requestDocument.parse(JSON.parse(content))
  const document = { ...asked, question: nameDimensions(resolveReferences(asked.question, readDocument(asked))) }
  const reply = withNoise(stages[stage](document), stage, document, request, noise)
  const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4)
  const completionTokens = Math.ceil(reply.length / 4)
  return {
    id: 'chatcmpl-reference',
    object: 'chat.completion',
    created: 0,
    model: 'reference',
    choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: reply, refusal: null } }],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
  }
}

const isStage = (name: string): name is Stage => Object.hasOwn(stages, name)
