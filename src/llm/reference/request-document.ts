/** The user message, read back: all that the reference model ever sees. */
import { z } from 'zod'
import { mutationTypes } from '../../vocabulary.js'

const evidence = z.array(z.object({
  id: z.string(),
  kind: z.enum(['input', 'memory', 'claim', 'plan', 'observation', 'answer']),
  content: z.string(),
}))

/** The document of one request. */
export const requestDocument = z.object({
  question: z.string(),
  inputs: evidence,
  evidence,
  tools: z.array(z.object({ name: z.string(), description: z.string().optional(), parameters: z.record(z.string(), z.unknown()).optional() })).optional(),
  mutation: z.object({ type: z.enum(mutationTypes), instruction: z.string(), consumes: z.array(z.string()) }).optional(),
  hint: z.object({
    content: z.string(),
    toolCalls: z.array(z.object({ name: z.string(), args: z.unknown() })).optional(),
    memories: z.array(z.string()).optional(),
  }).optional(),
  execution: z.object({
    faultIds: z.array(z.string()),
    memories: z.array(z.object({ id: z.string(), content: z.string(), status: z.string() })),
    steps: z.array(z.object({
      id: z.string(), turn: z.number(), type: z.string(), content: z.string(), used: z.array(z.string()), made: z.array(z.string()),
    })),
    wrongAnswer: z.string(),
  }).optional(),
})

/** The document of one request. */
export type RequestDocument = z.infer<typeof requestDocument>
