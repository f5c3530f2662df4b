/** One stage as a Chat Completions request. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { replies, type Evidence, type Execution, type Stage, type StageContext } from './contracts.js'
import type { IdAliases } from './id-aliases.js'
import { systemPrompt } from './prompts/system-prompt.js'

/** A request that waits for its whole answer. */
export type ChatRequest = ChatCompletionCreateParamsNonStreaming

/**
 * Build the request: instructions in the system message, everything else as one JSON document in the user message.
 *
 * @param aliases what ids are called on the wire
 * @param options name of the model and seed
 */
export function buildRequest(
  stage: Stage, context: StageContext, aliases: IdAliases, options: { model: string; seed: number },
): ChatRequest {
  const alias = (id: string): string => aliases.toAlias.get(id) ?? id
  const named = (entry: Evidence): Evidence => ({ id: alias(entry.id), kind: entry.kind, content: entry.content })
  const document = {
    question: context.question,
    inputs: context.inputs.map(named),
    evidence: context.evidence.map(named),
    ...(stage === 'plan' ? { tools: context.tools ?? [] } : {}),
    ...(context.mutation ? { mutation: { ...context.mutation, consumes: context.mutation.consumes.map(alias) } } : {}),
    ...(context.hint ? { hint: context.hint } : {}),
    ...(context.execution ? { execution: executionOf(context.execution, alias) } : {}),
  }
  return {
    model: options.model,
    temperature: 0,
    seed: options.seed,
    messages: [
      { role: 'system', content: systemPrompt(stage, context) },
      { role: 'user', content: JSON.stringify(document) },
    ],
    response_format: { type: 'json_schema', json_schema: { name: stage, strict: true, schema: schemas[stage] } },
  }
}

const schemas: Readonly<Record<Stage, Record<string, unknown>>> = {
  claim: schemaOf(replies.claim),
  plan: schemaOf(replies.plan),
  answer: schemaOf(replies.answer),
  mutation: schemaOf(replies.mutation),
  judge: schemaOf(replies.judge),
}

function executionOf(execution: Execution, alias: (id: string) => string): Execution {
  return {
    ...execution,
    faultIds: execution.faultIds.map(alias),
    memories: execution.memories.map((memory) => ({ ...memory, id: alias(memory.id) })),
    steps: execution.steps.map((step) => ({ ...step, id: alias(step.id), used: step.used.map(alias), made: step.made.map(alias) })),
  }
}

function schemaOf(reply: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(reply)
  return schema
}
