/** Arm `facts` without the planner: everything affected is replayed, every derived memory that is affected quarantined. */
import type { Method } from '../controlled/types.js'
import { repairWith } from '../kit/repair-with.js'

const ablation: Method = { name: 'facts-without-planner', run: (input) => repairWith(input, 'facts', { planner: false }) }
export default ablation
