/** Measurements, for `emend bench`. */
import type { Db } from '../db/pool.js'
import type { Embedder } from '../llm/embedder.js'
import { measureSearch, type SearchMeasure, type SearchOnceMeasured } from '../retrieve/measure-search.js'
import { measureSweep, type SweepMeasure, type SweepMeasured } from '../measure-sweep.js'
import { measureTrace, type TraceMeasure, type TraceMeasured } from '../trace/measure-trace.js'

/** Verbs that time the program on the database at hand; each leaves nothing behind. */
export interface MeasureApi {
  /** Time the affected set of one fault in a store of many edges. The connection must own the tables. */
  trace(measure: TraceMeasure): Promise<TraceMeasured>
  /** Time trace and support over affected sets of several sizes in one large store. The connection must own the tables. */
  sweep(measure: SweepMeasure): Promise<SweepMeasured>
  /** Time one search of this tenant's memories; no read is recorded. */
  search(measure: SearchMeasure): Promise<SearchOnceMeasured>
}

/** Make the verbs. */
export function measureApi(db: Db, tenantId: number, embedder: Embedder | null): MeasureApi {
  return {
    trace: (measure) => measureTrace(db, measure),
    sweep: (measure) => measureSweep(db, measure),
    search: (measure) => measureSearch(db, tenantId, embedder, measure),
  }
}
