/** Ids that clients make: sortable by time, so that index pages fill in order. */
import { randomFillSync } from 'node:crypto'

const bytes = new Uint8Array(16)
let last = 0

/** A new UUIDv7, greater than every one that this process has made in earlier milliseconds. */
export function uuidV7(): string {
  randomFillSync(bytes)
  last = Math.max(last, Date.now())
  new DataView(bytes.buffer).setUint16(0, Math.floor(last / 2 ** 32))
  new DataView(bytes.buffer).setUint32(2, last % 2 ** 32)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
