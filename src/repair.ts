/** THE SPINE: trace -> support -> plan -> execute -> verify. Read this first. */
import { analyse, analyseGiven, type Analysis, type AnalyseOptions } from './analyse.js'
import { inTenant, type Trx } from './db/transaction.js'
import { EmendError } from './errors.js'
import { applyPlan } from './execute/apply-plan.js'
import { commitPlan, type Planner } from './execute/commit-plan.js'
import { giveUp } from './execute/fail-repair.js'
import { finishRepair } from './execute/finish-repair.js'
import { givenPlanOf } from './execute/given-plan.js'
import { planWithoutTrace } from './execute/plan-without-trace.js'
import type { Held, RepairDeps } from './execute/ports.js'
import { replayStep } from './execute/replay-step.js'
import { policyOf } from './plan/policy-of.js'
import type { Policy } from './plan/types.js'
import { readTrace } from './trace/trace-faults.js'
import { verifyRepair } from './verify/verify-repair.js'
import type { RepairState } from './vocabulary.js'
import type { Lease, Standing } from './worker/lease.js'
import { underLease } from './worker/under-lease.js'

/** Where a repair stands after one boundary. `wait`: for a person, an older repair, or another worker. */
export interface Advance { state: RepairState; waitingFor: string | null; next: 'again' | 'wait' | 'end' }

/**
 * What a repair of these faults would do: a dry run that writes nothing.
 *
 * @returns the plan, its input, and the affected set
 * @throws EmendError `affected_too_large`
 */
export function planFor(trx: Trx, tenantId: number, faultIds: number[], policy: Policy, options?: AnalyseOptions): Promise<Analysis> {
  return planWithoutTrace(trx, tenantId, faultIds, policy, (ids) => analyse(trx, tenantId, ids, policy, options)) // trace/, support/, plan/
}

/**
 * Take a repair over exactly one commit boundary: B2 plan, B3 apply, B4 and B5 one replayed step, B6 finish, B7 verify.
 *
 * @param task the task of the queue that asks: nothing happens where another one comes next, and what comes next is nudged
 * @throws EmendError what stopped it, retryable; what is not retryable ends the repair as failed instead
 */
export async function advanceRepair(deps: RepairDeps, tenantId: number, repairId: number, task?: string): Promise<Advance> {
  const left = await underLease(deps, tenantId, repairId, { task }, passBoundary)
  return left ? advanceOf(left) : standing(deps, tenantId, repairId)
}

/** Advance a repair until it ends or waits, under one lease. Retryable errors are tried again until its attempts are used up. */
export async function runRepair(deps: RepairDeps, tenantId: number, repairId: number): Promise<Advance> {
  for (let pauseMs = 50; ; ) {
    const passed = (): void => { pauseMs = 50 }
    try {
      const left = await underLease(deps, tenantId, repairId, { goesOn: true, passed }, passBoundary)
      const at = left ? advanceOf(left) : await standing(deps, tenantId, repairId)
      if (at.next !== 'again') return at
    } catch (error) {
      if (!(error instanceof EmendError && error.isRetryable) || error.code === 'lost_lease') throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      pauseMs = Math.min(pauseMs * 2, 2_000)
    }
  }
}

/** @returns the state that the repair is in now; `waiting` where it goes no further by itself */
async function passBoundary(held: Held, lease: Lease): Promise<RepairState | 'waiting'> {
  const { deps, tenantId, repairId, epoch, leave } = held
  if (lease.attempts > (deps.limits.maxAttempts ?? 5)) {
    await giveUp(held, lease)
    return 'waiting'
  }
  switch (lease.state) {
    case 'open': return (await commitPlan(held, planner(held, lease))) === 'planned' ? 'planned' : 'waiting' // trace/, support/, plan/
    case 'planned': return (await applyPlan(held)) === 'waiting' ? 'waiting' : 'applied' // execute/: all dispositions, or none
    case 'applied': { // execute/: one step, in original order
      const state = await replayStep(held)
      return state === 'none' ? finishRepair(held) : state
    }
    case 'replayed': return finishRepair(held) // the last step has its result
    case 'finished': return (await verifyRepair(deps, tenantId, repairId, epoch, leave)).state // verify/: every violations_* view is empty
    default: throw new EmendError('unexpected', `repair ${repairId} is ${lease.state} and cannot be advanced`, { repair: repairId })
  }
}

function planner({ deps, tenantId }: Held, lease: Lease): Planner {
  const policy = policyOf(lease.policy, lease.options)
  const given = givenPlanOf(lease.options)
  const irreversibleTools = deps.tools.list().filter((tool) => tool.effect === 'irreversible').map((tool) => tool.name)
  return {
    policy: policy.name,
    async plan(trx, row) {
      const traced = readTrace(row)
      if (given) return analyseGiven(trx, tenantId, given, traced.faults, policy, deps.limits.maxAffected)
      const { plan, input, affected } = await analyse(trx, tenantId, traced.faults, policy, { cap: deps.limits.maxAffected, irreversibleTools, traced })
      return { plan, affected, graphVersion: input.graphVersion }
    },
  }
}

async function standing(deps: RepairDeps, tenantId: number, repairId: number): Promise<Advance> {
  const repair = await inTenant(deps.db, { tenantId, role: 'worker' }, (trx) => trx.selectFrom('repair').select(['state', 'waiting_for', 'leased_until'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst())
  if (!repair) throw new EmendError('not_found', `there is no repair ${repairId}`, { repair: repairId })
  return advanceOf({ state: repair.state, waitingFor: repair.waiting_for, isHeld: repair.leased_until !== null })
}

function advanceOf({ state, waitingFor, isHeld }: Standing): Advance {
  const isEnd = state === 'done' || state === 'failed' || state === 'undone'
  return { state, waitingFor, next: isEnd ? 'end' : waitingFor !== null || isHeld ? 'wait' : 'again' }
}
