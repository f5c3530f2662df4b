/** The ablation without selective replay. */
import type { PolicyName } from '../../index.js'
import type { MethodInput, MethodResult } from '../controlled/types.js'
import { stepsOf } from './case-steps.js'
import { addFaults } from './faults.js'
import { carryOut, resultOf } from './repair-with.js'

const replayable: ReadonlySet<string> = new Set([
  'memory_read', 'plan', 'tool_action', 'claim', 'memory_write', 'memory_update', 'memory_delete', 'memory_consolidate',
])

/**
 * The planner's dispositions of memories, and every read, plan, action, claim and mutation of the trace taken again, and its last
 * answer: what the planner would look at does not bound it. Claims count as invalidated where the planner says so.
 */
export async function replayWholeTrace({ emend, case: one }: MethodInput, policy: PolicyName): Promise<MethodResult> {
  const faults = await addFaults(emend, one, policy)
  const plan = await emend.repairs.plan(faults, policy)
  const replay = stepsOf(one).filter(({ id, type }) => replayable.has(type) || id === one.failedAnswer).map(({ id }) => id)
  const report = await carryOut(emend, faults, {
    by: `${policy}-without-selective-replay`, failedAnswer: one.failedAnswer, replay,
    delete: plan.delete_memory_ids, quarantine: plan.quarantine_memory_ids, reopen: plan.reopen_memory_ids,
  })
  return { ...await resultOf(emend, one, [report]), invalidatedClaims: plan.invalidated_claim_ids }
}
