/** Ours in arm `facts`. */
import type { Method } from '../controlled/types.js'
import { repairWith } from '../kit/repair-with.js'

const facts: Method = { name: 'facts', run: (input) => repairWith(input, 'facts') }
export default facts
