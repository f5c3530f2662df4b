/** What a method cost. */
import type { Emend } from '../../index.js'
import type { MethodResult } from '../controlled/types.js'

/** Calls and tokens. */
export type Costs = Pick<MethodResult, 'modelCalls' | 'probeCalls' | 'tokensByStage'>

/** Read from the recorded calls of the tenant: every attempt counts, those that were refused too; what is asked for evaluation does not. */
export async function costsOf(emend: Emend): Promise<Costs> {
  const costs: Costs = { modelCalls: 0, probeCalls: 0, tokensByStage: {} }
  for (const { purpose, stage, calls, promptTokens, completionTokens } of await emend.usage()) {
    if (purpose === 'ask' || stage === 'embed') continue
    if (purpose === 'probe') costs.probeCalls += calls
    else costs.modelCalls += calls
    costs.tokensByStage[stage] = (costs.tokensByStage[stage] ?? 0) + promptTokens + completionTokens
  }
  return costs
}
