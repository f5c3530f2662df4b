/** Repairs through the one executor: with a plan of ours, or with a given one. */
import { EmendError } from '../../errors.js'
import type { Ablations, Emend, PlanToCarryOut, PolicyName, RepairReport } from '../../index.js'
import type { Json, MethodInput, MethodResult, PublicCase } from '../controlled/types.js'
import { costsOf } from './costs.js'
import { addFaults } from './faults.js'

/**
 * Repair a case as the product does, in an arm and without the parts that are switched off.
 *
 * @throws EmendError what stopped a repair
 */
export async function repairWith({ emend, case: one }: MethodInput, policy: PolicyName, ablations: Ablations = {}): Promise<MethodResult> {
  const repairs = new Set<number>()
  for (const fault of await addFaults(emend, one, policy)) repairs.add(await emend.repairs.openFor(fault, ablations))
  const reports: RepairReport[] = []
  for (const id of repairs) reports.push(await run(emend, id))
  return resultOf(emend, one, reports)
}

/** Carry out a plan that is not ours. @throws EmendError `bad_plan`, and what stopped the repair */
export async function carryOut(emend: Emend, faults: number[], plan: PlanToCarryOut): Promise<RepairReport> {
  return run(emend, await emend.repairs.openWithPlan(faults, plan))
}

/** What came of one or more repairs. */
export async function resultOf(emend: Emend, one: PublicCase, reports: readonly RepairReport[]): Promise<MethodResult> {
  return {
    answer: (await emend.answers.current(one.failedAnswer)).content ?? '',
    ...traceChangesOf(reports),
    ...await costsOf(emend),
    plan: reports.map(({ plan }) => plan) as unknown as Json,
  }
}

/** Claims that no longer stand, and steps that were taken again: what was cut off is as it was, and counts for neither. */
export function traceChangesOf(reports: readonly RepairReport[]): Pick<MethodResult, 'invalidatedClaims' | 'replayedSteps'> {
  const cutOff = new Set(reports.flatMap(({ replayed }) => replayed.filter(({ state }) => state === 'cut_off').map(({ step }) => step)))
  const invalid = new Set(reports.flatMap(({ plan }) => plan.invalidated_claim_ids).filter((id) => !cutOff.has(id)))
  const replayed = new Set(reports.flatMap((report) => report.replayed.map(({ step }) => step)).filter((id) => !cutOff.has(id)))
  return { invalidatedClaims: [...invalid], replayedSteps: replayed.size }
}

/** Run a repair. Nobody is there to decide about a call that cannot be taken back: it is not made. */
async function run(emend: Emend, repairId: number): Promise<RepairReport> {
  let report = await emend.repairs.run(repairId)
  while (report.waiting_for === 'tool') {
    await emend.repairs.skip(repairId, 'benchmark')
    report = await emend.repairs.run(repairId)
  }
  if (report.state !== 'done') {
    throw new EmendError('expectation', `the repair is ${report.state}: ${report.error?.code ?? `it waits for ${report.waiting_for}`}`, { repair: repairId })
  }
  return report
}
