import type { DoorFrame } from './door.js'
import type { LongWork } from './long-work.js'

/** What routes of the table need to stand in a server. */
export interface RouteFrame extends DoorFrame {
  /** Room for backups, restores and exports. */
  readonly long: LongWork
  /** Longest body of a restore, unpacked, in bytes. */
  readonly maxRestoreBytes: number
}
