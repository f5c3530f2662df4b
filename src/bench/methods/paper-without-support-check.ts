/** Arm `paper` without the support check: every checkable node that is affected is unsupported. */
import type { Method } from '../controlled/types.js'
import { repairWith } from '../kit/repair-with.js'

const ablation: Method = { name: 'paper-without-support-check', run: (input) => repairWith(input, 'paper', { supportCheck: false }) }
export default ablation
