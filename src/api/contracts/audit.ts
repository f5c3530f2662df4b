/** What auditors are told. */
import { z } from 'zod'
import {
  edgeLabels, effectClasses, faultStates, faultTypes, memoryDispositions, memoryStatuses, nodeKinds, repairStates, stepDispositions,
} from '../../vocabulary.js'
import type { JournalEntry } from '../audit.js'
import type { Explanation } from '../explain.js'
import type { Status } from '../status.js'
import type { Usage } from '../usage.js'
import { moment, nodeId, number } from './parts.js'

const node = z.strictObject({ id: nodeId, kind: z.enum(nodeKinds), content: z.string() })
const path = z.array(node.extend({ label: z.enum(edgeLabels).nullable() }))
const counts = <K extends string>(keys: readonly K[]) => z.partialRecord(z.enum(keys as readonly [K, ...K[]]), z.number())

const proof = z.strictObject({
  kind: z.enum([
    'faulty', 'premises', 'covered', 'uncovered', 'unchecked', 'consequence', 'no_clean_justification', 'no_clean_premise', 'inherited', 'reexecuted', 'path',
  ]),
  nodes: z.array(z.strictObject({ role: z.string(), node })),
  facts: z.array(z.strictObject({ fact: z.string(), by: z.string().nullable() })), justification: z.number().exactOptional(),
})

const decision = z.strictObject({
  repairId: z.number(), repairState: z.enum(repairStates), disposition: z.enum([...memoryDispositions, ...stepDispositions]), rule: z.string(), reason: z.string(),
  isAffected: z.boolean(), isSupported: z.boolean(), isInvalid: z.boolean(), proof: proof.nullable(),
  pathFromFault: path.describe('Why it is affected.'), pathFromRoot: path.describe('Why it stands.'),
})

const transition = z.strictObject({
  at: moment, actor: z.string(), action: z.string(), from: z.string().nullable(), to: z.string().nullable(), rule: z.string().nullable(),
  reason: z.string().nullable(), repairId: z.number().nullable(), faultId: z.number().nullable(),
})

const explanation = z.strictObject({
  node: node.extend({
    status: z.enum(memoryStatuses).nullable(), isWithheld: z.boolean(), validity: z.enum(['valid', 'withheld', 'invalid']).nullable(), isStaleAnswer: z.boolean(),
  }),
  faults: z.array(z.strictObject({ faultId: z.number(), detector: z.string(), state: z.enum(faultStates), repairId: z.number().nullable() })),
  replacements: z.array(z.strictObject({ node, isOlder: z.boolean(), repairId: z.number() })),
  decisions: z.array(decision),
  history: z.array(transition),
}).meta({ id: 'Explanation', description: 'Everything that is known about one node: faults, verdicts with proofs, replacements, history.' })

const violations = z.array(z.strictObject({ violation: z.string(), rows: z.number() }))

const status = z.strictObject({
  memories: counts(memoryStatuses), faults: counts(faultStates), repairs: counts(repairStates),
  decisions: z.array(z.strictObject({
    repairId: z.number(), waitingFor: z.string(), stepId: z.string().nullable(), tool: z.string().nullable(), effect: z.enum(effectClasses).nullable(),
    args: z.unknown(), callState: z.string().nullable(),
  })),
  contested: z.array(z.strictObject({ faultId: z.number(), memoryId: nodeId, repairId: z.number().nullable(), detector: z.string() })),
  held: z.array(z.strictObject({
    faultId: z.number(), memoryId: nodeId, type: z.enum(faultTypes), detector: z.string(), evidence: z.string().nullable(), confidence: z.number().nullable(),
  })),
  staleAnswers: z.array(z.strictObject({ sessionId: z.string(), turn: z.number(), answerId: nodeId })),
  consequences: z.array(z.strictObject({ repairId: z.number(), actionId: z.string(), tool: z.string().nullable(), call: z.string() })),
  violations,
}).meta({ id: 'Status', description: 'What is stored, repaired and waiting, and whether it is healthy.' })

/** Contracts of the verbs of auditors. */
export const auditContracts = {
  journalOptions: z.strictObject({
    nodeId: nodeId.optional(), repairId: number.optional(), limit: z.int().min(1).max(1000).default(100), after: z.int().min(0).default(0),
  }),
  journalEntry: z.strictObject({
    id: z.number(), at: moment, actor: z.string(), action: z.string(), nodeId: nodeId.nullable(), kind: z.enum(nodeKinds).nullable(),
    from: z.string().nullable(), to: z.string().nullable(), rule: z.string().nullable(), reason: z.string().nullable(),
    repairId: z.number().nullable(), faultId: z.number().nullable(), planHash: z.string().nullable(),
  }).meta({ id: 'JournalEntry', description: 'A transition: who, what, why.' }) satisfies z.ZodType<JournalEntry>,
  explanation: explanation satisfies z.ZodType<Explanation>,
  violations,
  status: status satisfies z.ZodType<Status>,
  usage: z.array(z.strictObject({
    purpose: z.enum(['agent', 'replay', 'probe', 'ask', 'embed']), stage: z.enum(['claim', 'plan', 'answer', 'mutation', 'judge', 'embed']), calls: z.number(),
    failedCalls: z.number(), promptTokens: z.number(), completionTokens: z.number(),
  })) satisfies z.ZodType<Usage[]>,
}
