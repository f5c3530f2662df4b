/** THE SPINE: trace -> support -> plan -> execute -> verify. Read this first. */
import { analyse, analyseGiven, type Analysis, type AnalyseOptions } from './analyse.js'
import { inTenant, type Trx } from './db/transaction.js'
import { EmendError } from './errors.js'
import { applyPlan } from './execute/apply-plan.js'
import { commitPlan, type Planner } from './execute/commit-plan.js'
import { failRepair, giveUp, noteError } from './execute/fail-repair.js'
import { finishRepair } from './execute/finish-repair.js'
import { givenPlanOf } from './execute/given-plan.js'
import { planWithoutTrace } from './execute/plan-without-trace.js'
import type { Held, RepairDeps } from './execute/ports.js'
import { replayStep } from './execute/replay-step.js'
import { policyOf } from './plan/policy-of.js'
import type { Policy } from './plan/types.js'
import { verifyRepair } from './verify/verify-repair.js'
import type { RepairState } from './vocabulary.js'
import { claimRepair, release, whileHeld, type Lease, type Standing } from './worker/lease.js'

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
  const lease = await claimRepair(deps.db, tenantId, repairId, deps.owner, deps.leaseMs, task) // B1
  if (!lease) return standing(deps, tenantId, repairId)
  const held: Held = { deps, tenantId, repairId, epoch: lease.epoch }
  const giveBack = (progressed: boolean): Promise<Standing> =>
    release(deps.db, tenantId, repairId, lease.epoch, { progressed, nudges: progressed && task !== undefined })
  try {
    await whileHeld({ ...deps, tenantId, repairId, epoch: lease.epoch }, () => passBoundary(held, lease))
  } catch (error) {
    if (error instanceof EmendError && error.code === 'lost_lease') throw error
    const mayPass = error instanceof EmendError && error.isRetryable
    try {
      await (mayPass ? noteError(held, error) : failRepair(held, error))
    } finally {
      await giveBack(false)
    }
    if (mayPass) throw error
    return standing(deps, tenantId, repairId)
  }
  return advanceOf(await giveBack(true))
}

/** Advance a repair until it ends or waits. Retryable errors are tried again until its attempts are used up. */
export async function runRepair(deps: RepairDeps, tenantId: number, repairId: number): Promise<Advance> {
  for (let pauseMs = 50; ; ) {
    try {
      const at = await advanceRepair(deps, tenantId, repairId)
      if (at.next !== 'again') return at
      pauseMs = 50
    } catch (error) {
      if (!(error instanceof EmendError && error.isRetryable) || error.code === 'lost_lease') throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      pauseMs = Math.min(pauseMs * 2, 2_000)
    }
  }
}

async function passBoundary(held: Held, lease: Lease): Promise<unknown> {
  const { deps, tenantId, repairId, epoch } = held
  if (lease.attempts > (deps.limits.maxAttempts ?? 5)) return giveUp(held, lease)
  switch (lease.state) {
    case 'open': return commitPlan(held, planner(held, lease)) // trace/, support/, plan/
    case 'planned': return applyPlan(held) // execute/: all dispositions, or none
    case 'applied': return (await replayStep(held)) === 'none' ? finishRepair(held) : undefined // execute/: one step, in original order
    case 'replayed': return finishRepair(held) // the last step has its result
    case 'finished': return verifyRepair(deps, tenantId, repairId, epoch) // verify/: every violations_* view is empty
    default: return undefined
  }
}

function planner({ deps, tenantId, repairId }: Held, lease: Lease): Planner {
  const policy = policyOf(lease.policy, lease.options)
  const given = givenPlanOf(lease.options)
  const irreversibleTools = deps.tools.list().filter((tool) => tool.effect === 'irreversible').map((tool) => tool.name)
  return {
    policy: policy.name,
    async plan(trx) {
      const faults = await trx.selectFrom('fault').select('fault_id').where('tenant_id', '=', tenantId)
        .where('repair_id', '=', repairId).where('state', '<>', 'withdrawn').orderBy('fault_id').execute()
      const ids = faults.map((row) => row.fault_id)
      if (given) return analyseGiven(trx, tenantId, given, ids, policy, deps.limits.maxAffected)
      const { plan, input, affected } = await analyse(trx, tenantId, ids, policy, { cap: deps.limits.maxAffected, irreversibleTools })
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
