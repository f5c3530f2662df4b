/** Repairs without a worker: the stages one after the other under one lease, because hundreds of them are run. */
import { analyse } from '../../src/analyse.js'
import { inTenant, type Trx } from '../../src/db/transaction.js'
import { applyPlan } from '../../src/execute/apply-plan.js'
import { commitPlan } from '../../src/execute/commit-plan.js'
import { finishRepair } from '../../src/execute/finish-repair.js'
import { replayStep } from '../../src/execute/replay-step.js'
import type { Plan, PlanInput, Policy } from '../../src/plan/types.js'
import { verifyRepair } from '../../src/verify/verify-repair.js'
import { claimRepair } from '../../src/worker/lease.js'
import type { Lab } from '../execute/lab.js'

/** What a repair was given, and what it planned. */
export interface Planned {
  plan: Plan
  input: PlanInput
}

const policy: Policy = { name: 'facts', supportCheck: true, planner: true, selectiveReplay: true }

/** Run one open repair to its end. */
export async function runDirectly(at: Lab, repairId: number): Promise<Planned> {
  const { deps, tenantId } = at
  const lease = await claimRepair(deps.db, tenantId, repairId, 'test', 600_000)
  if (!lease) throw new Error(`repair ${repairId} cannot be claimed`)
  const held = { deps, tenantId, repairId, epoch: lease.epoch }
  const faults = async (trx: Trx): Promise<number[]> => (await trx.selectFrom('fault').select('fault_id').where('tenant_id', '=', tenantId)
    .where('repair_id', '=', repairId).orderBy('fault_id').execute()).map((row) => row.fault_id)
  let planned: Planned | undefined
  const outcome = await commitPlan(held, {
    policy: 'facts',
    async plan(trx) {
      const { plan, input, affected } = await analyse(trx, tenantId, await faults(trx), policy)
      planned = { plan, input }
      return { plan, affected, graphVersion: input.graphVersion }
    },
  })
  if (outcome !== 'planned' || !planned) throw new Error(`repair ${repairId} waits: ${outcome}`)
  await applyPlan(held)
  for (;;) {
    while (await replayStep(held) === 'applied');
    await finishRepair(held)
    const { state } = await verifyRepair(deps, tenantId, repairId, lease.epoch)
    if (state === 'done') return planned
  }
}

/** A diagnosed memory, and the answer that its fault names. */
export interface Named {
  memory: string
  answer: string | null
}

/** Diagnose memories in one statement, open repairs, run them. */
export async function repairDirectly(at: Lab, faults: readonly Named[]): Promise<{ repairIds: number[]; planned: Planned[] }> {
  await inTenant(at.deps.db, { tenantId: at.tenantId, role: 'detector' }, (trx) => trx.insertInto('fault')
    .values(faults.map(({ memory, answer }) => ({ memory_id: memory, detector: 'test', failed_answer_id: answer }))).execute())
  const repairIds = await at.open()
  const planned: Planned[] = []
  for (const repairId of repairIds) planned.push(await runDirectly(at, repairId))
  return { repairIds, planned }
}
