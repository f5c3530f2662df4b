/** Ours in arm `paper`. */
import type { Method } from '../controlled/types.js'
import { repairWith } from '../kit/repair-with.js'

const paper: Method = { name: 'paper', run: (input) => repairWith(input, 'paper') }
export default paper
