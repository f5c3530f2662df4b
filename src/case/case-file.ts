/** The shape of a case file, `emend/case@1`: a failed execution, its faults, and what a repair of it must show. */
import { z } from 'zod'
import { errorCodes, type ErrorCode } from '../errors.js'
import { recordItem } from '../index.js'
import { effectClasses, faultTypes, policies } from '../vocabulary.js'

const id = z.string().min(1).max(200)
const ids = z.array(id)
const texts = z.array(z.string().min(1))
const count = z.int().min(0)

/** A list = exactly these; has and lacks = at least these and none of those. */
const idSet = z.union([ids, z.strictObject({ has: ids.optional(), lacks: ids.optional() })])
/** What a set of ids must be. */
export type IdSet = z.infer<typeof idSet>

const fault = z.strictObject({
  memory_id: id,
  type: z.enum(faultTypes).optional(),
  detector: z.string().optional(),
  evidence: z.string().optional(),
})

const cannedTool = z.strictObject({
  name: z.string().min(1),
  effect: z.enum(effectClasses).default('pure'),
  results: z.array(z.strictObject({ args: z.unknown(), result: z.unknown() })),
})
/** A tool that answers from a list. */
export type CannedTool = z.infer<typeof cannedTool>

const isErrorCode = (text: string): text is ErrorCode => text in errorCodes

const expectation = z
  .strictObject({
    affected: idSet.optional(),
    supported: idSet.optional(),
    delete: idSet.optional(),
    quarantine: idSet.optional(),
    reopen: idSet.optional(),
    invalid: idSet.optional(),
    replay: idSet.optional(),
    preserve: idSet.optional(),
    suspicious: idSet.optional(),
    redundant: idSet.optional(),
    stale_answers: idSet.optional(),
    active_after: ids.optional(),
    inactive_after: ids.optional(),
    active_text: texts.optional(),
    inactive_text: texts.optional(),
    answer_contains: texts.optional(),
    answer_lacks: texts.optional(),
    answer_regenerated: z.boolean().optional(),
    model_calls_max: count.optional(),
    tool_calls: z.record(z.string(), count).optional(),
    refused: z.string().refine(isErrorCode, 'is no error code of emend').optional(),
  })
  .refine((given) => Object.keys(given).length > 0, 'an expectation that expects nothing')
/** What must hold; a key that is left out is not looked at. */
export type Expectation = z.infer<typeof expectation>

const event = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('record'), items: z.array(recordItem).min(1) }),
  z.strictObject({ do: z.literal('fault'), fault }),
  z.strictObject({ do: z.literal('withdraw'), memory_id: id }),
  z.strictObject({ do: z.literal('repair') }),
  z.strictObject({ do: z.literal('undo') }),
  z.strictObject({ do: z.literal('ask'), user: z.string().min(1), content: z.string().min(1) }),
  z.strictObject({ do: z.literal('expect'), expect: expectation }),
])
/** Something that happens after the repair. */
export type CaseEvent = z.infer<typeof event>

/** The schema of a case file; `readCase` also checks that ids resolve. */
export const caseFile = z.strictObject({
  format: z.literal('emend/case@1'),
  id: z.string().min(1),
  policy: z.enum(policies).default('facts'),
  user: z.string().min(1).optional(),
  items: z.array(recordItem).min(1),
  tools: z.array(cannedTool).default([]),
  faults: z.array(fault).min(1),
  failed_answer: id.optional(),
  expect: expectation.optional(),
  then: z.array(event).default([]),
})
/** A case, read and checked. */
export type CaseFile = z.infer<typeof caseFile>
