/** What goes on in a repair, as one line. */
import type { ProgressEvent } from '../index.js'

/** Print an event. */
export function progressText({ repairId, type, step }: ProgressEvent): string {
  return `repair ${repairId} ${type}${step === undefined ? '' : ` ${step}`}`
}
