/** What came out of the last thing that happened in a case. */
import type { ErrorCode } from '../errors.js'
import type { PlanJson, RepairReport } from '../index.js'

/** Everything that expectations look at. */
export interface CaseOutcome {
  /** The plan of the last repair; null before one was made. */
  plan: PlanJson | null
  answer: RepairReport['answer']
  /** All memories of the tenant. */
  memories: RepairReport['memories']
  /** Of the last repair. */
  calls: RepairReport['calls']
  /** The code with which the last event was refused; null when it was not. */
  refused: ErrorCode | null
  /** What the refusal said. */
  refusal: string | null
}
