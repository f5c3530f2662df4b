/** Run the command line and say how it ended. */
import { CommanderError } from 'commander'
import { EmendError, errorCodes } from '../errors.js'
import { makeIo } from './io.js'
import type { Streams } from './output.js'
import { makeProgram } from './program.js'

/**
 * Run one command.
 *
 * @param args without node and the script
 * @param streams where data and words go
 * @returns the exit code; errors are printed as a message and a hint, never with a stack
 */
export async function runCli(args: string[], streams: Streams = process): Promise<number> {
  const io = makeIo(streams)
  try {
    await makeProgram(io).parseAsync(args, { from: 'user' })
    return io.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : errorCodes.usage.exit
    const known = error instanceof EmendError ? error : new EmendError('unexpected', error instanceof Error ? error.message : String(error))
    if (args.includes('--json')) streams.stderr.write(`${JSON.stringify({ error: known })}\n`)
    else streams.stderr.write(`emend: ${known.message}\n${known.hint}\n`)
    return known.exitCode
  }
}
