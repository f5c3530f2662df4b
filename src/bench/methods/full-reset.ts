/** Full memory reset: every active memory removed, the trace before the last turn kept, the last turn run again. */
import type { Method } from '../controlled/types.js'
import { activeBefore } from '../kit/case-steps.js'
import { removeAndRunAgain } from '../kit/last-turn.js'

const fullReset: Method = {
  name: 'full-reset',
  run: (input) => removeAndRunAgain(input, 'full-reset', activeBefore(input.case).map(({ id }) => id)),
}
export default fullReset
