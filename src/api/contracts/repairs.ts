/** What the verbs on repairs and answers take and give. */
import { z } from 'zod'
import type { PlanJson } from '../../plan/plan-json.js'
import { edgeLabels, effectClasses, memoryDispositions, memoryStatuses, nodeKinds, policies, repairStates, rules, stepDispositions } from '../../vocabulary.js'
import type { CurrentAnswer } from '../answers.js'
import type { StoreEvent } from '../events.js'
import type { PlanEffects } from '../../execute/plan-effects.js'
import type { Proposal } from '../proposals.js'
import type { RepairReport } from '../repair-report.js'
import type { RepairSummary, TracedNode } from '../repairs.js'
import { moment, nodeId, number } from './parts.js'

const ids = z.array(nodeId)

const plan = z.strictObject({
  format: z.literal('emend/plan@1'), policy: z.enum(policies), hash: z.string(), affected: ids, supported: ids, delete_memory_ids: ids,
  quarantine_memory_ids: ids, reopen_memory_ids: ids, invalid_step_ids: ids, invalidated_claim_ids: ids, replay_step_ids: ids, preserve_step_ids: ids,
  redundant_step_ids: ids, suspicious_step_ids: ids, stale_answer_ids: ids,
  rows: z.array(z.strictObject({
    id: nodeId, disposition: z.enum([...memoryDispositions, ...stepDispositions]), rule: z.enum(rules), reason: z.string(),
  })),
}).meta({ id: 'Plan', description: 'emend/plan@1: what a repair does with which node, and why. Lists are sorted by the clock.' }) satisfies z.ZodType<PlanJson>

const report = z.strictObject({
  format: z.literal('emend/repair@1'), plan, state: z.enum(repairStates), waiting_for: z.string().nullable(),
  error: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  answer: z.strictObject({ before: z.string().nullable(), after: z.string().nullable(), regenerated: z.boolean() }),
  taken_over: z.array(z.number()).describe('Earlier repairs whose faults it has taken over.'),
  memories: z.array(z.strictObject({ id: nodeId, status: z.enum(memoryStatuses), content: z.string() })),
  replayed: z.array(z.strictObject({ step: nodeId, new: nodeId.nullable(), changed: z.boolean(), state: z.string() })),
  calls: z.strictObject({ model: z.number(), tool: z.record(z.string(), z.number()), probe: z.number() }),
  verify: z.strictObject({ violations: z.number(), sufficient: z.boolean() }).nullable(),
}).meta({ id: 'RepairReport', description: 'emend/repair@1: what a repair decided, did and cost.' }) satisfies z.ZodType<RepairReport>

const effects = z.strictObject({
  affected: z.number().describe('How many nodes are affected; of growth, how many more.'),
  delete: ids.describe('Memories that are deleted.'), quarantine: ids.describe('Memories that are quarantined.'),
  invalidate: ids.describe('Steps that may be cited no more.'), change: ids.describe('Steps that write memories anew.'),
  call: z.array(z.strictObject({ stepId: nodeId, tool: z.string(), effect: z.enum(effectClasses) })).describe('Steps that call a tool whose effect is felt.'),
}).meta({ id: 'PlanEffects', description: 'What a plan does that a person approves.' }) satisfies z.ZodType<PlanEffects>

const growth = effects.nullable().describe('What of it is more than was approved before; null where nothing was.')
const proposal = z.strictObject({
  hash: z.string().describe('Names it: approve with it, so that nothing else is approved.'), effects, growth,
}).meta({ id: 'Proposal', description: 'What a person is asked to approve: exactly this, and nothing that comes to it later.' }) satisfies z.ZodType<Proposal>

const summary = z.strictObject({
  id: z.number(), state: z.enum(repairStates).describe('The last commit boundary that it passed.'),
  waitingFor: z.string().nullable().describe('approval or tool = a person decides; overlap = an older repair goes first; null = it runs or has ended.'),
  waitingReason: z.string().nullable().describe('Why it waits, for people.'),
  proposal: proposal.nullable().describe('What a person is asked to approve; null where it does not wait for that.'),
  policy: z.enum(policies), faults: z.array(z.number()),
  takenOver: z.array(z.number()).describe('Earlier repairs whose faults it has taken over; undone as long as it stands.'),
  modelCalls: z.number(), probeCalls: z.number(), openedAt: moment,
}).meta({ id: 'Repair', description: 'Where a repair stands.' }) satisfies z.ZodType<RepairSummary>

const traced = z.strictObject({
  id: nodeId, kind: z.enum(nodeKinds), sessionId: z.string().nullable(), content: z.string(),
  from: z.array(z.strictObject({ id: nodeId, labels: z.array(z.enum(edgeLabels)) })).describe('What it depends on within the affected set, and why.'),
}).meta({ id: 'TracedNode', description: 'A node that may carry content of a fault.' }) satisfies z.ZodType<TracedNode>

/** Contracts of the verbs on repairs. */
export const repairContracts = {
  listOptions: z.strictObject({
    state: z.enum(repairStates).optional(), limit: z.int().min(1).max(1000).optional(), after: number.optional(),
  }),
  /** `plan` and `trace`. */
  which: z.strictObject({
    faultIds: z.array(number).min(1).max(1000), policy: z.enum(policies).optional().describe('Arm; that of the faults or the tenant when left out.'),
  }),
  plan,
  traced,
  report,
  summary,
  effects,
  proposal,
  decision: z.strictObject({
    what: z.enum(['approval', 'tool']), tools: z.array(z.string()).describe('Tools that it was about; empty for a plan.'),
    effects: effects.nullable().describe('What the plan does that it was about; null for a tool call.'), growth,
  }),
}

/** Contracts of the verbs on events. */
export const eventContracts = {
  listOptions: z.strictObject({
    repairId: number.optional(), after: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(100),
  }),
  event: z.strictObject({
    id: z.number(), type: z.string().describe('noun:verb, like repair:planned or answer:corrected.'), nodeId: nodeId.nullable(), repairId: z.number().nullable(),
    faultId: z.number().nullable(), proposal: proposal.nullable().describe('What a person was asked to approve; null where the event asks for nothing.'), at: moment,
  }).meta({ id: 'Event', description: 'Something that happened.' }) satisfies z.ZodType<StoreEvent>,
}

/** Contracts of the verbs on answers. */
export const answerContracts = {
  current: z.strictObject({
    id: nodeId, content: z.string().nullable().describe('Null while it is not valid: nobody should be told it.'),
    validity: z.enum(['valid', 'withheld', 'invalid']), isStale: z.boolean().describe('Invalid, and made again when asked for.'),
    isReplaced: z.boolean().describe('A repair has replaced the answer that was asked about.'),
  }).meta({ id: 'CurrentAnswer', description: 'The answer that stands for another one now.' }) satisfies z.ZodType<CurrentAnswer>,
}
