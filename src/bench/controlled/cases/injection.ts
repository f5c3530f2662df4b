/** What an injection makes of the record. */
import type { RecordItem } from '../../../index.js'

/** The record with a fault in it; its later turns are to be run again. */
export interface Injection {
  items: RecordItem[]
  /** The faulty memories. */
  faultIds: string[]
  /** Mutations that have not retired what they consumed. */
  failedSteps: string[]
}
