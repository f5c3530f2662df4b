/** Where a repair stands, as tools and resources print it. */
import { EmendError } from '../errors.js'
import type { RepairReport, RepairSummary } from '../index.js'
import type { Caller } from './caller.js'

/**
 * Read a repair. Its report holds text of everybody's memories: agents, and who acts for one user, are told only where it stands.
 *
 * @returns the report too where the caller may see it and there is a plan
 * @throws EmendError `not_found`
 */
export async function repairJson({ emend, principal }: Caller, repairId: number) {
  const found = await emend.repairs.get(repairId)
  const mayReadReport = principal.role !== 'agent' && principal.userId === null
  const repair = { ...standing(found), proposal: mayReadReport ? found.proposal : null }
  return { repair, report: mayReadReport && repair.state !== 'open' ? await reportOf(() => emend.repairs.show(repairId)) : null }
}

/** A failed repair may have no plan. */
async function reportOf(show: () => Promise<RepairReport>): Promise<RepairReport | null> {
  try {
    return await show()
  } catch (error) {
    if (error instanceof EmendError && error.code === 'repair_state') return null
    throw error
  }
}

function standing({ id, state, waitingFor, policy, faults, modelCalls, probeCalls, openedAt }: RepairSummary) {
  return { id, state, waiting_for: waitingFor, policy, faults, model_calls: modelCalls, probe_calls: probeCalls, opened_at: openedAt.toISOString() }
}
