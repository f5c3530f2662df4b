/** The tasks of the queue: thin, and each job only a nudge. What is true stands in the fault and repair rows. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import { runEnabled } from '../detect/run-enabled.js'
import { EmendError } from '../errors.js'
import type { RepairDeps } from '../execute/ports.js'
import { advanceRepair } from '../repair.js'
import { embedMemories } from './embed-memories.js'
import type { LaneWork } from './lanes.js'
import { openRepairs } from './open-repairs.js'
import { scheduleDetectors } from './sweep.js'
import { tendMemories } from './tend-memories.js'

/** Boundaries of a repair that have a task of their own. */
export const taskNames = [
  'emend_open', 'emend_plan', 'emend_apply', 'emend_replay_step', 'emend_finish', 'emend_verify', 'emend_segment', 'emend_embed', 'emend_detect', 'emend_schedule_detectors',
  'emend_deliver',
] as const
/** A task of the queue. */
export type TaskName = (typeof taskNames)[number]

const ofTenant = z.looseObject({ tenant_id: z.number().int() })
const ofRepair = z.looseObject({ tenant_id: z.number().int(), repair_id: z.number().int() })

/** Where the dependencies of a tenant come from: its model writes calls into its rows. */
export type DepsOf = (tenantId: number) => RepairDeps | Promise<RepairDeps>

/** Sends what is due to the webhooks of a tenant. @returns milliseconds until something is due again; null when nothing waits */
export type Deliver = (tenantId: number) => Promise<number | null>

/** Where work is done that waits for strangers, for receivers of messages and for tools and models: they take their time, and the places of jobs are few. */
export interface Aside {
  deliver(work: LaneWork): Promise<void> | void
  replay(work: LaneWork): Promise<void> | void
}

const atOnce: Aside = { deliver: ({ work }) => work(), replay: ({ work }) => work() }

/**
 * What each task does, over one database. A job that comes late finds the repair elsewhere and does nothing; one that finds it held by another
 * worker does nothing either: if that worker dies, the sweeper nudges again when the lease has run out.
 */
export function tasks(db: Db, depsOf: DepsOf, deliver: Deliver = async () => null, aside: Aside = atOnce): Record<TaskName, (payload: unknown) => Promise<void>> {
  const boundary = (task: TaskName) => async (payload: unknown) => {
    const { tenant_id: tenantId, repair_id: repairId } = ofRepair.parse(payload)
    const deps = await depsOf(tenantId)
    try {
      await advanceRepair(deps, tenantId, repairId, task) // nudges what comes next
    } catch (error) {
      if (error instanceof EmendError && (error.code === 'lost_lease' || error.code === 'not_found')) return // another worker goes on; nothing is there
      await nudge(deps.db, tenantId, task, repairId, pauseMs(await attemptsOf(deps, tenantId, repairId)))
      throw error
    }
  }
  /** What calls tools and models; whatever becomes of it, the repair is nudged as it is by a job. */
  const strangers = (task: TaskName) => async (payload: unknown) => {
    const { tenant_id: tenantId, repair_id: repairId } = ofRepair.parse(payload)
    await aside.replay({ tenantId, key: String(repairId), work: () => boundary(task)(payload) })
  }
  return {
    async emend_open(payload) {
      const { tenant_id: tenantId } = ofTenant.parse(payload)
      await openRepairs(await depsOf(tenantId), tenantId) // nudges the plan of each
    },
    emend_plan: boundary('emend_plan'),
    emend_apply: boundary('emend_apply'),
    emend_replay_step: strangers('emend_replay_step'),
    emend_finish: boundary('emend_finish'),
    emend_verify: strangers('emend_verify'),
    async emend_segment(payload) {
      const { tenant_id: tenantId } = ofTenant.parse(payload)
      const deps = await depsOf(tenantId)
      if (await tendMemories(deps.db, tenantId)) await nudge(deps.db, tenantId, 'emend_segment')
    },
    async emend_embed(payload) {
      const { tenant_id: tenantId } = ofTenant.parse(payload)
      const deps = await depsOf(tenantId)
      if (deps.embedder && await embedMemories(deps.db, tenantId, deps.embedder)) await nudge(deps.db, tenantId, 'emend_embed')
    },
    async emend_detect(payload) {
      const { tenant_id: tenantId } = ofTenant.parse(payload)
      await runEnabled(db, tenantId)
    },
    async emend_schedule_detectors() {
      await scheduleDetectors(db) // nudges the detectors of each tenant
    },
    async emend_deliver(payload) {
      const { tenant_id: tenantId } = ofTenant.parse(payload)
      await aside.deliver({
        tenantId, key: 'webhooks',
        async work() {
          const dueMs = await deliver(tenantId)
          if (dueMs !== null) await nudge(db, tenantId, 'emend_deliver', undefined, dueMs)
        },
      })
    },
  }
}

/** How long a repair rests after a failure that may pass: from a quarter of a second, doubling, to half a minute. */
export function pauseMs(attempts: number): number {
  return Math.min(250 * 2 ** Math.max(attempts - 1, 0), 30_000)
}

async function attemptsOf(deps: RepairDeps, tenantId: number, repairId: number): Promise<number> {
  const repair = await inTenant(deps.db, { tenantId, role: 'worker' }, (trx) => trx
    .selectFrom('repair').select('attempt_count').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst())
  return repair?.attempt_count ?? 1
}

async function nudge(db: Db, tenantId: number, task: TaskName, repairId?: number, delayMs = 0): Promise<void> {
  await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.nudge(${tenantId}, ${task}, ${repairId ?? null}::bigint, ${delayMs})`.execute(trx)
  })
}
