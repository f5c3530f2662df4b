/** Delete retrieved: of the affected set, the active memories that non-read steps before the last turn refer to; the last turn run again. */
import type { Method } from '../controlled/types.js'
import { activeBefore, lastTurnOf, referencesOf, stepsOf } from '../kit/case-steps.js'
import { traceOnly } from '../kit/faults.js'
import { removeAndRunAgain } from '../kit/last-turn.js'

const deleteRetrieved: Method = {
  name: 'delete-retrieved',
  async run(input) {
    const affected = new Set((await traceOnly(input.emend, input.case)).map(({ id }) => id))
    const last = lastTurnOf(input.case)
    const referred = new Set(stepsOf(input.case)
      .filter((step) => affected.has(step.id) && step.type !== 'memory_read' && !last.steps.includes(step)).flatMap(referencesOf))
    const removed = activeBefore(input.case).map(({ id }) => id).filter((id) => affected.has(id) && referred.has(id))
    return removeAndRunAgain(input, 'delete-retrieved', removed)
  },
}
export default deleteRetrieved
