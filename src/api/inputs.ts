/** The verbs on inputs: what users say. */
import { recordItems } from '../record/record-items.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { checkOptions, type ApiContext } from './context.js'
import { inputContracts } from './contracts/sessions.js'
import { lastTurn } from './sessions.js'

/** An input, recorded. */
export interface RecordedInput {
  id: string
  sessionId: string
  /** The turn that it starts. */
  turn: number
}

/** Where an input belongs. */
export interface InputOptions {
  /** Made up when left out. */
  id?: string
  /** A new session when left out. */
  sessionId?: string
  userId?: string
  /** The turn after the session's last one when left out. */
  turn?: number
}

/** Verbs on inputs. */
export interface InputsApi {
  /** Record what a user says. @throws EmendError what recording throws */
  add(content: string, options?: InputOptions): Promise<RecordedInput>
}

/** Make the verbs for one tenant. */
export function inputsApi({ as, tenantId }: ApiContext): InputsApi {
  return {
    async add(content, options = {}) {
      const { id = uuidV7(), sessionId = uuidV7(), userId, turn } = checkOptions(inputContracts.addOptions, 'inputs.add', options)
      return as('agent', async (trx) => {
        const at = turn ?? (options.sessionId === undefined ? 1 : await lastTurn(trx, tenantId, sessionId) + 1)
        await recordItems(trx, tenantId, [{ kind: 'input', id, session: sessionId, turn: at, content, ...(userId === undefined ? {} : { user: userId }) }])
        return { id, sessionId, turn: at }
      })
    },
  }
}
