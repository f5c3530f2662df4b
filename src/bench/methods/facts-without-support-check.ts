/** Arm `facts` without the support check: every checkable node that is affected is unsupported. */
import type { Method } from '../controlled/types.js'
import { repairWith } from '../kit/repair-with.js'

const ablation: Method = { name: 'facts-without-support-check', run: (input) => repairWith(input, 'facts', { supportCheck: false }) }
export default ablation
