/** What other doors need to stand in this server. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EmendTenant } from '../index.js'

/** Handed to each door. */
export interface DoorFrame {
  /** The tenant of the key that a request shows. `request.principal` says who asks. */
  tenantOf(request: FastifyRequest): Promise<EmendTenant>
  /** Given when the server stops: what lasts, like a stream, ends itself. */
  readonly stopping: AbortSignal
}

/**
 * Adds routes outside the table, like `/mcp`. They are called with a good key only, within its rate, and errors that they throw are
 * answered as problems. Bodies come as parsed JSON.
 */
export type Door = (app: FastifyInstance, frame: DoorFrame) => void
