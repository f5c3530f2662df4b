/** A run of a real agent, as an import records it. */
import type { RecordItem } from '../../../index.js'

/** One run. Its observations are memories too, as `emend import --remember observations` makes them. */
export interface RecordedRun {
  session: string
  user: string | null
  items: RecordItem[]
}
