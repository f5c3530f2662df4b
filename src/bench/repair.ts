/** `emend bench repair`: whole repairs, with a model that costs nothing. */
import { randomUUID } from 'node:crypto'
import { openEmend, type Emend } from '../index.js'
import { largeStore, smallStore } from './poisoned-stores.js'
import { stubModel } from './stub-model.js'
import { turnsBeside, type TurnsMeasured } from './turns-beside.js'

/** What to repair, and how often. */
export interface RepairBench {
  databaseUrl?: string
  /** Small repairs that run at once, each of a session of its own; default 10. */
  sessions?: number
  /** Small repairs in all; default 100. */
  repairs?: number
  /** Sizes of the large repairs, in affected nodes; default 1,000 and 10,000. */
  affected?: number[]
  /** Repetitions, of which the median is taken; default 3. */
  runs?: number
}

/** A large repair; times in milliseconds. */
export interface LargeRepair {
  /** Rows of its plan that the fault reaches. */
  affected: number
  /** Trace, support and plan, until the plan is committed and everything affected is withheld. */
  planMs: number
  /** Until all dispositions are applied. */
  applyMs: number
  /** Replay of the last answer, finish, verification. */
  restMs: number
}

/** What came out: medians over the runs. */
export interface RepairMeasured {
  sessions: number
  repairs: number
  runs: number
  /** Small repairs a second, from the plan to the verification, `sessions` at once. */
  smallPerSecond: number
  /** One small repair with nothing beside it, in milliseconds. */
  smallMs: number
  /** A repair of ten replayed steps with nothing beside it, in milliseconds. */
  tenStepsMs: number
  large: LargeRepair[]
  /** Turns of agents in the same tenant, without a repair and while the last of the large ones ran once more. */
  turns: TurnsMeasured | null
}

/**
 * Make stores with poisoned memories in tenants of their own, repair them, and drop the tenants again.
 *
 * A small repair has 4 affected nodes and 3 replayed steps (a read, a claim, the answer), and calls the model twice.
 *
 * @throws EmendError what opening the store throws
 * @example
 * const { smallPerSecond } = await benchRepair({ sessions: 10, repairs: 100 })
 */
export async function benchRepair(options: RepairBench = {}): Promise<RepairMeasured> {
  const { sessions = 10, repairs = 100, affected = [1_000, 10_000], runs = 3 } = options
  const inTenant = <T>(work: (emend: Emend) => Promise<T>): Promise<T> => inBenchTenant(options.databaseUrl, work)
  const small: number[] = []
  const alone: number[] = []
  const ten: number[] = []
  for (let run = 0; run < runs; run++) {
    await inTenant(async (emend) => {
      small.push(await timeSmall(emend, sessions, repairs))
      alone.push(await timeOne(emend, repairs, 1))
      ten.push(await timeOne(emend, repairs + 1, 8))
    })
  }
  const large: LargeRepair[] = []
  for (const size of affected) {
    const timed: LargeRepair[] = []
    for (let run = 0; run < runs; run++) timed.push(await inTenant((emend) => timeLarge(emend, size)))
    large.push({
      affected: timed[0]?.affected ?? 0, planMs: median(timed.map(({ planMs }) => planMs)),
      applyMs: median(timed.map(({ applyMs }) => applyMs)), restMs: median(timed.map(({ restMs }) => restMs)),
    })
  }
  const beside = affected.at(-1)
  const turns = beside === undefined ? null : await inTenant(async (emend) => (await turnsBeside(emend, await preparedLarge(emend, beside))).turns)
  return {
    sessions, repairs, runs, turns, smallPerSecond: Math.round(median(small.map((ms) => repairs / ms * 1000)) * 10) / 10,
    smallMs: median(alone), tenStepsMs: median(ten), large,
  }
}

/** A tenant for this measurement alone; workers leave it alone. */
async function inBenchTenant<T>(databaseUrl: string | undefined, work: (emend: Emend) => Promise<T>): Promise<T> {
  const emend = await openEmend({
    tenant: `bench-${randomUUID()}`, policy: 'facts', isolated: true, model: stubModel, ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  try {
    return await work(emend)
  } finally {
    await emend.dropTenant()
    await emend.close()
  }
}

/** Many repairs, some at once, after as many that are not timed. @returns milliseconds for all */
async function timeSmall(emend: Emend, sessions: number, repairs: number): Promise<number> {
  for (let n = 0; n < repairs; n++) {
    await emend.record(smallStore(n))
    await emend.faults.add({ memoryId: `${n}-bad` })
  }
  const waiting = await emend.repairs.open()
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await repair(emend, id)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: sessions }, work))
  return performance.now() - start
}

/** One repair with nothing beside it: a read, so many claims and an answer are replayed. @returns milliseconds */
async function timeOne(emend: Emend, n: number, claims: number): Promise<number> {
  await emend.record(smallStore(n, claims))
  const fault = await emend.faults.add({ memoryId: `${n}-bad` })
  const repairId = await emend.repairs.openFor(fault.id)
  const start = performance.now()
  const { replayed } = await repair(emend, repairId)
  if (replayed.length !== claims + 2) throw new Error(`${replayed.length} steps were replayed, not ${claims + 2}`)
  return Math.round((performance.now() - start) * 10) / 10
}

/** Record a large store with a fault. @returns its repair, to be started; it gives when what was done */
async function preparedLarge(emend: Emend, affected: number) {
  for (const items of largeStore(affected)) await emend.record(items)
  const fault = await emend.faults.add({ memoryId: 'root' })
  const repairId = await emend.repairs.openFor(fault.id)
  return async () => {
    const at = { start: performance.now(), planned: 0, applied: 0 }
    const report = await repair(emend, repairId, (type) => {
      if (type === 'plan:committed') at.planned = performance.now()
      if (type === 'plan:applied') at.applied = performance.now()
    })
    return { report, at }
  }
}

async function timeLarge(emend: Emend, affected: number): Promise<LargeRepair> {
  const start = await preparedLarge(emend, affected)
  const { report, at } = await start()
  return {
    affected: report.plan.affected.length,
    planMs: Math.round(at.planned - at.start), applyMs: Math.round(at.applied - at.planned), restMs: Math.round(performance.now() - at.applied),
  }
}

async function repair(emend: Emend, repairId: number, onProgress: (type: string) => void = () => {}) {
  const report = await emend.repairs.run(repairId, ({ type }) => onProgress(type))
  if (report.state !== 'done') throw new Error(`repair ${repairId} is ${report.state}: ${report.error?.detail ?? 'it waits'}`)
  return report
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
