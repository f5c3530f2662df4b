/** The verbs that record what agents do. */
import type { RecordItem } from '../record/items.js'
import { recordItems, type RecordedItem } from '../record/record-items.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { checkOptions, type ApiContext } from './context.js'
import { stepContracts } from './contracts/steps.js'
import { tombstoneKeeper } from './hold-to-tombstones.js'
import { lastTurn } from './sessions.js'
import { stepItems, type NewStep } from './step-items.js'

/** Where steps belong. */
export interface Place {
  sessionId: string
  /** The session's last turn when left out. */
  turn?: number
}

/** How to record. */
export interface RecordOptions {
  /**
   * What to do when a step cites what a repair has withdrawn: `refuse` (default) throws `withdrawn_evidence`, to be met by
   * reading again; `accept` records it, withheld like what it rests on.
   */
  onWithdrawn?: 'refuse' | 'accept'
}

/** A step, recorded. */
export interface RecordedStep {
  id: string
  sessionId: string
  turn: number
  /** Memories that it made, in order. */
  memoryIds: string[]
}

/** A whole turn: what the user said, and what the agent did about it. */
export interface NewTurn {
  /** A new session when left out. */
  sessionId?: string
  /** The turn after the session's last one when left out. */
  turn?: number
  userId?: string
  agentId?: string
  input?: { id?: string; content: string }
  steps: NewStep[]
}

/** A turn, recorded. */
export interface RecordedTurn {
  sessionId: string
  turn: number
  inputId: string | null
  steps: RecordedStep[]
}

/** Verbs on steps. */
export interface StepsApi {
  /** Record one step. @throws EmendError what recording throws */
  record(step: NewStep & Place, options?: RecordOptions): Promise<RecordedStep>
}

/** Verbs on turns. */
export interface TurnsApi {
  /** Record a turn in one round trip; its steps may cite each other by ids that the caller gives. @throws EmendError what recording throws */
  record(turn: NewTurn, options?: RecordOptions): Promise<RecordedTurn>
}

const { recordOptions: optionsSchema, newTurn: turnSchema, placedStep: placedStepSchema } = stepContracts

/** Items that an import writes in one statement; all of them are one transaction. */
const batchSize = 2_000

/** Make the verbs for one tenant. */
export function stepsApi({ as, tenantId }: ApiContext): { steps: StepsApi; turns: TurnsApi; record: RecordVerb; importItems: RecordVerb } {
  const hold = tombstoneKeeper({ as, tenantId })
  const how = (verb: string, options: RecordOptions) => {
    const { onWithdrawn } = checkOptions(optionsSchema, verb, options)
    return onWithdrawn === undefined ? {} : { onWithdrawn }
  }
  return {
    async record(items, options = {}) {
      const made = await as('agent', (trx) => recordItems(trx, tenantId, items, how('record', options)))
      await hold(items)
      return made
    },
    async importItems(items, options = {}) {
      const given = how('importItems', options)
      const made = await as('worker', async (trx) => {
        const batches: RecordedItem[][] = []
        for (let from = 0; from === 0 || from < items.length; from += batchSize) batches.push(await recordItems(trx, tenantId, items.slice(from, from + batchSize), given))
        return batches.flat()
      })
      await hold(items)
      return made
    },
    steps: {
      async record(placed, options = {}) {
        checkOptions(placedStepSchema, 'steps.record', placed)
        const { sessionId, turn, ...step } = placed
        const { items, at } = await as('agent', async (trx) => {
          const at = turn ?? Math.max(1, await lastTurn(trx, tenantId, sessionId))
          const items = stepItems(step, { session: sessionId, turn: at })
          await recordItems(trx, tenantId, items, how('steps.record', options))
          return { items, at }
        })
        await hold(items)
        return recorded(items, sessionId, at)
      },
    },
    turns: {
      async record(turn, options = {}) {
        checkOptions(turnSchema, 'turns.record', turn)
        const sessionId = turn.sessionId ?? uuidV7()
        const { made, at, inputId } = await as('agent', async (trx) => {
          const at = turn.turn ?? (turn.sessionId === undefined ? 1 : await lastTurn(trx, tenantId, sessionId) + 1)
          const inputId = turn.input ? turn.input.id ?? uuidV7() : null
          const place = { session: sessionId, turn: at }
          const owner = turn.userId === undefined ? {} : { user: turn.userId }
          const input: RecordItem[] = turn.input && inputId !== null ? [{ kind: 'input', id: inputId, ...place, content: turn.input.content, ...owner }] : []
          const steps = turn.steps.map((step) => stepItems({
            ...(turn.agentId === undefined ? {} : { agentId: turn.agentId }), ...(turn.userId === undefined ? {} : { userId: turn.userId }), ...step,
          }, place))
          await recordItems(trx, tenantId, [...input, ...steps.flat()], how('turns.record', options))
          return { made: steps, at, inputId }
        })
        await hold(made.flat())
        return { sessionId, turn: at, inputId, steps: made.map((items) => recorded(items, sessionId, at)) }
      },
    },
  }
}

/** Record items as they stand in case files and in SQL, in clock order: all or nothing. `record` takes 10,000 of them, `importItems` any number. */
export type RecordVerb = (items: RecordItem[], options?: RecordOptions) => Promise<RecordedItem[]>

function recorded(items: RecordItem[], sessionId: string, turn: number): RecordedStep {
  return { id: items[0]!.id, sessionId, turn, memoryIds: items.slice(1).map(({ id }) => id) }
}
