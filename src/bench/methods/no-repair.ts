/** No repair: an empty plan, the old answer. */
import type { Method } from '../controlled/types.js'
import { oldAnswer } from '../kit/case-steps.js'

const noRepair: Method = {
  name: 'no-repair',
  run: ({ case: one }) => Promise.resolve({
    answer: oldAnswer(one), invalidatedClaims: [], replayedSteps: 0, modelCalls: 0, probeCalls: 0, tokensByStage: {},
  }),
}
export default noRepair
