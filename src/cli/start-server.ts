/** Start the HTTP server as the flags say, and stop it in time. */
import { InvalidArgumentError, type Command } from 'commander'
import { EmendError } from '../errors.js'
import { buildServer } from '../http/server.js'
import type { Store } from '../index.js'
import type { Run } from './io.js'
import { mcpDoor } from './mcp-door.js'

/** Flags of commands that serve. */
export interface ServerFlags {
  host?: string
  port?: number
}

/** A server that runs. */
export interface RunningServer {
  /** Like `http://127.0.0.1:8377`. */
  url: string
  /** Take no new requests, end streams, answer what is under way; after 8 seconds hang up. */
  stop(): Promise<void>
}

/** Grace of a stop: below the ten seconds that container engines give. */
const stopMs = 8_000

/** Add the flags to a command. */
export function addServerFlags(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on (EMEND_HTTP_HOST, else 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 = any free one (EMEND_HTTP_PORT, else 8377)', (text: string) => {
      const port = Number(text)
      if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
      throw new InvalidArgumentError('a number from 0 to 65535 is expected')
    })
}

/**
 * Start it.
 *
 * @throws EmendError `address_in_use`
 */
export async function startServer({ config, output }: Run, store: Store, flags: ServerFlags): Promise<RunningServer> {
  const log = (line: string): void => output.say(line)
  const app = await buildServer({
    store, ratePerMinute: config.EMEND_HTTP_RATE_PER_MINUTE, maxBodyBytes: config.EMEND_HTTP_MAX_BODY_BYTES,
    maxRestoreBytes: config.EMEND_HTTP_MAX_RESTORE_BYTES, doors: [mcpDoor(log)], log,
  })
  const { host = config.EMEND_HTTP_HOST, port = config.EMEND_HTTP_PORT } = flags
  try {
    const url = await app.listen({ host, port })
    let stopped: Promise<void> | undefined
    return {
      url,
      stop() {
        const late = setTimeout(() => app.server.closeAllConnections(), stopMs)
        stopped ??= app.close()
        return stopped.finally(() => clearTimeout(late))
      },
    }
  } catch (error) {
    await app.close()
    const { code, message } = error as Error & { code?: string }
    if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new EmendError('address_in_use', message, { host, port })
    throw error
  }
}
