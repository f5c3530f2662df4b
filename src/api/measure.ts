/** Measurements, for `emend bench`. */
import type { Db } from '../db/pool.js'
import { measureTrace, type TraceMeasure, type TraceMeasured } from '../trace/measure-trace.js'

/** Verbs that time the program on the database at hand; each leaves nothing behind. */
export interface MeasureApi {
  /** Time the affected set of one fault in a store of many edges. The connection must own the tables. */
  trace(measure: TraceMeasure): Promise<TraceMeasured>
}

/** Make the verbs; they use tenants of their own. */
export function measureApi(db: Db): MeasureApi {
  return { trace: (measure) => measureTrace(db, measure) }
}
