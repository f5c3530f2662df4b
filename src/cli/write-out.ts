import { once, type EventEmitter } from 'node:events'
import type { Streams } from './output.js'

/** Write a piece of something long to stdout, and wait while nobody takes it. */
export async function writeOut({ stdout }: Streams, text: string): Promise<void> {
  if (stdout.write(text) === false && 'once' in stdout) await once(stdout as unknown as EventEmitter, 'drain')
}
