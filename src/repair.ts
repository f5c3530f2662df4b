/** THE SPINE: trace -> support -> plan -> execute -> verify. Read this first. */
import { analyse, analyseGiven, type Analysis, type AnalyseOptions } from './analyse.js'
import { inTenant, type Trx } from './db/transaction.js'
import { EmendError } from './errors.js'
import { applyPlan } from './execute/apply-plan.js'
import { commitPlan } from './execute/commit-plan.js'
import { failRepair, giveUp, noteError } from './execute/fail-repair.js'
import { finishRepair } from './execute/finish-repair.js'
import { givenPlanOf } from './execute/given-plan.js'
import type { Held, RepairDeps } from './execute/ports.js'
import { replayStep } from './execute/replay-step.js'
import type { GivenPlan } from './plan/given-plan.js'
import { policyOf } from './plan/policy-of.js'
import type { Policy } from './plan/types.js'
import { affectedSet } from './trace/affected-set.js'
import { faultSeeds } from './trace/fault-seeds.js'
import { seedRoots } from './trace/seed-roots.js'
import { verifyRepair } from './verify/verify-repair.js'
import type { RepairState } from './vocabulary.js'
import { claimRepair, release, whileHeld } from './worker/lease.js'

/** Where a repair stands after one boundary. `wait`: for a person, an older repair, or another worker. */
export interface Advance { state: RepairState; waitingFor: string | null; next: 'again' | 'wait' | 'end' }

/**
 * What a repair of these faults would do: a dry run that writes nothing.
 *
 * @returns the plan, its input, and the affected set
 * @throws EmendError `affected_too_large`
 */
export function planFor(trx: Trx, tenantId: number, faultIds: number[], policy: Policy, options?: AnalyseOptions): Promise<Analysis> {
  return analyse(trx, tenantId, faultIds, policy, options) // trace/, support/, plan/
}

/**
 * Take a repair over exactly one commit boundary: B2 plan, B3 apply, B4 and B5 one replayed step, B6 finish, B7 verify.
 *
 * @throws EmendError what stopped it, retryable; what is not retryable ends the repair as failed instead
 */
export async function advanceRepair(deps: RepairDeps, tenantId: number, repairId: number): Promise<Advance> {
  const lease = await claimRepair(deps.db, tenantId, repairId, deps.owner, deps.leaseMs) // B1
  if (!lease) return standing(deps, tenantId, repairId)
  const held: Held = { deps, tenantId, repairId, epoch: lease.epoch }
  let progressed = false
  try {
    progressed = await whileHeld({ ...deps, tenantId, repairId, epoch: lease.epoch }, () => passBoundary(held))
  } catch (error) {
    if (error instanceof EmendError && error.code === 'lost_lease') throw error
    if (!(error instanceof EmendError && error.isRetryable)) await failRepair(held, error)
    else {
      await noteError(held, error)
      throw error
    }
  } finally {
    await release(deps.db, tenantId, repairId, lease.epoch, progressed)
  }
  return standing(deps, tenantId, repairId)
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

/** @returns whether a boundary was passed */
async function passBoundary(held: Held): Promise<boolean> {
  const { deps, tenantId, repairId } = held
  const repair = await inTenant(deps.db, { tenantId, role: 'worker' }, (trx) => trx.selectFrom('repair').selectAll()
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow())
  if (repair.attempt_count > (deps.limits.maxAttempts ?? 5)) return giveUp(held, repair)
  const policy = policyOf(repair.policy, repair.options)
  switch (repair.state) {
    case 'open': await commitPlan(held, planner(held, policy, givenPlanOf(repair.options))) // trace/, support/, plan/; to wait for an older repair is no failed attempt
      return true
    case 'planned': return applyPlan(held) // execute/: all dispositions, or none
    case 'applied': case 'replayed': {
      const stepped = await replayStep(held) // execute/: one step, in original order
      if (stepped === 'none') await finishRepair(held)
      return true
    }
    case 'finished': await verifyRepair(deps, tenantId, repairId, held.epoch) // verify/: every violations_* view is empty
      return true
    default: return false
  }
}

function planner({ deps, tenantId, repairId }: Held, policy: Policy, given: GivenPlan | null): Parameters<typeof commitPlan>[1] {
  const faults = async (trx: Trx): Promise<number[]> => (await trx.selectFrom('fault').select('fault_id').where('tenant_id', '=', tenantId)
    .where('repair_id', '=', repairId).where('state', '<>', 'withdrawn').orderBy('fault_id').execute()).map((row) => row.fault_id)
  const irreversibleTools = deps.tools.list().filter((tool) => tool.effect === 'irreversible').map((tool) => tool.name)
  return {
    async affected(trx) {
      return affectedSet(trx, tenantId, seedRoots(await faultSeeds(trx, tenantId, await faults(trx))), policy.name, deps.limits.maxAffected)
    },
    async plan(trx) {
      if (given) return analyseGiven(trx, tenantId, given, policy, await this.affected(trx))
      const { plan, input, affected } = await planFor(trx, tenantId, await faults(trx), policy, { cap: deps.limits.maxAffected, irreversibleTools })
      return { plan, affected, graphVersion: input.graphVersion }
    },
  }
}

async function standing(deps: RepairDeps, tenantId: number, repairId: number): Promise<Advance> {
  const repair = await inTenant(deps.db, { tenantId, role: 'worker' }, (trx) => trx.selectFrom('repair').select(['state', 'waiting_for', 'leased_until'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst())
  if (!repair) throw new EmendError('not_found', `there is no repair ${repairId}`, { repair: repairId })
  const isEnd = repair.state === 'done' || repair.state === 'failed' || repair.state === 'undone'
  return { state: repair.state, waitingFor: repair.waiting_for, next: isEnd ? 'end' : repair.waiting_for !== null || repair.leased_until !== null ? 'wait' : 'again' }
}
