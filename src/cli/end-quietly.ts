/** What happens when nobody reads on: `emend ... | head`. */
import type { EventEmitter } from 'node:events'

/**
 * Make a command end with 0 when the reader of its data has gone. Words that nobody reads are dropped, and the work goes on: a
 * repair is not broken off because its progress is not looked at. Other errors of the streams are thrown as ever.
 *
 * @param streams of the process
 */
export function endQuietly({ stdout, stderr }: { stdout: EventEmitter; stderr: EventEmitter }): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
