/** Tools that say what a fault reaches and why, and what a repair would do. */
import { z } from 'zod'
import { EmendError } from '../../errors.js'
import { contracts, explanationTree, type Explanation } from '../../index.js'
import { edgeLabels, memoryDispositions, memoryStatuses, nodeKinds, policies, stepDispositions } from '../../vocabulary.js'
import { nodeId, number } from '../arguments.js'
import type { Caller } from '../caller.js'
import { auditors, planners } from '../roles.js'
import { tool } from '../tool.js'

const which = {
  fault_ids: z.array(number).min(1).max(1000).exactOptional().describe('Numbers of faults.'),
  memory_id: nodeId.exactOptional().describe('Instead of numbers: the faults that name this memory.'),
  policy: z.enum(policies).exactOptional().describe('Arm; that of the faults or the tenant when left out.'),
}
const path = z.array(z.strictObject({ id: nodeId, kind: z.enum(nodeKinds), label: z.enum(edgeLabels).nullable() }))

/** @throws EmendError `bad_item` when neither or both are given, `not_found` when no fault names the memory */
async function faultsOf({ emend }: Caller, { fault_ids, memory_id }: { fault_ids?: number[]; memory_id?: string }): Promise<number[]> {
  if (fault_ids !== undefined && memory_id === undefined) return fault_ids
  if (memory_id === undefined || fault_ids !== undefined) throw new EmendError('bad_item', 'name either fault_ids or a memory_id')
  const faults = (await emend.faults.list({ memoryId: memory_id })).filter(({ state }) => state !== 'withdrawn')
  if (faults.length === 0) throw new EmendError('not_found', `no fault names the memory ${JSON.stringify(memory_id)}`, { id: memory_id })
  return faults.map(({ id }) => id)
}

/** Trace, explain, plan. */
export const auditTools = [
  tool({
    name: 'trace_affected', title: 'Trace what a fault reaches', roles: auditors, forOneUser: false, annotations: { readOnlyHint: true },
    description: 'Every input, step and memory that may carry content of a fault, in the order of the clock, with what it depends on among them.',
    input: z.strictObject(which),
    output: z.strictObject({
      fault_ids: z.array(number),
      affected: z.array(z.strictObject({
        id: nodeId, kind: z.enum(nodeKinds), session_id: z.string().nullable(), content: z.string(),
        from: z.array(z.strictObject({ id: nodeId, labels: z.array(z.enum(edgeLabels)) })),
      })),
    }),
    async run(caller, args) {
      const faults = await faultsOf(caller, args)
      const nodes = await caller.emend.repairs.trace(faults, args.policy)
      return { fault_ids: faults, affected: nodes.map(({ sessionId, ...node }) => ({ ...node, session_id: sessionId })) }
    },
    say: ({ affected }) => `${affected.length} affected: ${affected.slice(0, 50).map(({ id, kind }) => `${id} (${kind})`).join(', ')}${affected.length > 50 ? ', ...' : ''}`,
  }),
  tool({
    name: 'explain_support', title: 'Explain a node', roles: auditors, forOneUser: false, annotations: { readOnlyHint: true },
    description: 'Why an input, step or memory is affected (the path from the fault), and why it stands or falls (its proof and the path from its roots).',
    input: z.strictObject({ node_id: nodeId.describe('A memory, step or input.') }),
    output: z.strictObject({
      id: nodeId, kind: z.enum(nodeKinds), content: z.string(), status: z.enum(memoryStatuses).nullable(), is_withheld: z.boolean(),
      validity: z.enum(['valid', 'withheld', 'invalid']).nullable(),
      faults: z.array(z.strictObject({ fault_id: number, detector: z.string(), state: z.string(), repair_id: number.nullable() })),
      replacements: z.array(z.strictObject({ id: nodeId, is_older: z.boolean(), repair_id: number })),
      decisions: z.array(z.strictObject({
        repair_id: number, repair_state: z.string(), disposition: z.enum([...memoryDispositions, ...stepDispositions]), rule: z.string(), reason: z.string(),
        is_affected: z.boolean(), is_supported: z.boolean(), is_invalid: z.boolean(), path_from_fault: path, path_from_root: path,
        proof: z.strictObject({
          kind: z.string(), nodes: z.array(z.strictObject({ role: z.string(), id: nodeId })),
          facts: z.array(z.strictObject({ fact: z.string(), by: z.string().nullable() })),
        }).nullable(),
      })),
      tree: z.string().describe('All of it as a person reads it.'),
    }),
    run: async ({ emend }, { node_id }) => explained(await emend.explain(node_id)),
    say: ({ tree }) => tree,
  }),
  tool({
    name: 'plan_repair', title: 'Plan a repair', roles: planners, forOneUser: false, annotations: { readOnlyHint: true },
    description: 'What a repair of these faults would do with which node, and why: a dry run that changes nothing.',
    input: z.strictObject(which),
    output: z.strictObject(contracts.repairs.plan.shape),
    run: async (caller, args) => caller.emend.repairs.plan(await faultsOf(caller, args), args.policy),
    say: (plan) => [
      `${plan.affected.length} affected, ${plan.supported.length} stand on other evidence; delete ${plan.delete_memory_ids.length}, quarantine ${
        plan.quarantine_memory_ids.length}, reopen ${plan.reopen_memory_ids.length} memories; replay ${plan.replay_step_ids.length} steps`,
      ...plan.rows.slice(0, 50).map(({ id, disposition, rule, reason }) => `${id}: ${disposition} by ${rule}, ${reason}`),
      ...(plan.rows.length > 50 ? [`and ${plan.rows.length - 50} more`] : []),
    ].join('\n'),
  }),
]

const pathJson = (nodes: Explanation['decisions'][number]['pathFromFault']) => nodes.map(({ id, kind, label }) => ({ id, kind, label }))

function explained(explanation: Explanation) {
  const { node, faults, replacements, decisions } = explanation
  return {
    id: node.id, kind: node.kind, content: node.content, status: node.status, is_withheld: node.isWithheld, validity: node.validity,
    faults: faults.map(({ faultId, detector, state, repairId }) => ({ fault_id: faultId, detector, state, repair_id: repairId })),
    replacements: replacements.map(({ node: { id }, isOlder, repairId }) => ({ id, is_older: isOlder, repair_id: repairId })),
    decisions: decisions.map((decision) => ({
      repair_id: decision.repairId, repair_state: decision.repairState, disposition: decision.disposition, rule: decision.rule, reason: decision.reason,
      is_affected: decision.isAffected, is_supported: decision.isSupported, is_invalid: decision.isInvalid,
      path_from_fault: pathJson(decision.pathFromFault), path_from_root: pathJson(decision.pathFromRoot),
      proof: decision.proof === null ? null
        : { kind: decision.proof.kind, nodes: decision.proof.nodes.map(({ role, node }) => ({ role, id: node.id })), facts: decision.proof.facts },
    })),
    tree: explanationTree(explanation),
  }
}
