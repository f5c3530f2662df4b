/** Arm `facts` without selective replay: the planner's dispositions, and the whole trace replayed. */
import type { Method } from '../controlled/types.js'
import { replayWholeTrace } from '../kit/replay-whole-trace.js'

const ablation: Method = { name: 'facts-without-selective-replay', run: (input) => replayWholeTrace(input, 'facts') }
export default ablation
