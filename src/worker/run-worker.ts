/** A worker: takes nudges from the queue, sweeps up what lost its nudge, and stops cleanly. */
import { Logger, parseCrontab, runOnce, type ParsedCronItem, type RunnerOptions } from 'graphile-worker'
import { checkSchema } from '../db/check-schema.js'
import type { Db } from '../db/pool.js'
import { EmendError } from '../errors.js'
import { openLanes, type Lanes } from './lanes.js'
import { lastingRunner } from './lasting-runner.js'
import { sweep, unfinishedWork } from './sweep.js'
import { tasks, type Deliver, type DepsOf } from './tasks.js'

/** How a worker runs. */
export interface WorkerOptions {
  db: Db
  /** Connection string: the queue keeps connections of its own. */
  url: string
  depsOf: DepsOf
  /** Sends what is due to webhooks; left out, nothing is sent. */
  deliver?: Deliver
  /** Jobs at once; default 4. Replays, which call tools and models, are beside them. */
  concurrency?: number
  /** Replays at once, and of one tenant; default 32 and 4. With `once` they are jobs like any other. */
  replays?: { count: number; perTenant: number }
  /** Milliseconds between sweeps; default 5,000. */
  sweepMs?: number
  /** Name of the embedder that memories wait for; left out, none is missed. */
  embedder?: string | undefined
  /** When detectors run, as five fields of cron in UTC; default every five minutes. With `once` they do not. */
  detectCron?: string
  /** Drain what there is, then end. */
  once?: boolean
  /** Stop on SIGTERM and SIGINT; default true. */
  handleSignals?: boolean
  /** Told of what went wrong, one line each. */
  log?: (line: string) => void
}

/** A worker that runs. */
export interface RunningWorker {
  /** Take no more jobs, let those under way end, then return. After 8 seconds what still runs is left to its lease. */
  stop(): Promise<void>
  /** Ends when the worker has stopped, or, with `once`, when nothing is left to do. */
  readonly ended: Promise<void>
}

/** Grace of a stop: below the ten seconds that container engines give. */
const stopMs = 8_000

/** Tenants whose webhooks are told at once. */
const lanesOfWebhooks = { count: 20, perTenant: 1 }

/**
 * Start a worker. Several may run at once, on one machine or many.
 *
 * @throws EmendError `schema_newer` or `needs_migration` when the program does not fit the database, `bad_config` for a `detectCron` that is none
 */
export async function runWorker(options: WorkerOptions): Promise<RunningWorker> {
  await checkSchema(options.db)
  const { concurrency = 4, replays = { count: 32, perTenant: 4 }, sweepMs = 5_000, detectCron = '*/5 * * * *', log = () => {} } = options
  const webhookLanes = openLanes(lanesOfWebhooks, (error) => log(`webhooks: ${String(error)}`))
  const replayLanes = openLanes(replays, (error) => log(String(error)))
  const runner: RunnerOptions = {
    connectionString: options.url,
    concurrency,
    maxPoolSize: concurrency + 2,
    noHandleSignals: true,
    pollInterval: Math.min(sweepMs, 1_000),
    taskList: tasks(options.db, options.depsOf, options.deliver, options.once ? undefined : { deliver: webhookLanes.run, replay: replayLanes.run }),
    logger: new Logger(() => (level, message) => { if (level === 'error') log(message) }),
    // With a delay the last completion is lost on a clean stop (graphile-worker 0.17.3).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const worker = options.once ? drain(options.db, runner, options.embedder, log)
    : await serve(options.db, { ...runner, parsedCronItems: cronItems(detectCron) }, [webhookLanes, replayLanes], { sweepMs, embedder: options.embedder, log })
  if (options.handleSignals ?? true) stopOnSignals(worker)
  return worker
}

/** What was missed while no worker ran is caught up with once, if it fell into the last ten minutes. */
function cronItems(detectCron: string): ParsedCronItem[] {
  try {
    return parseCrontab(`${detectCron} emend_schedule_detectors ?fill=10m&max=1&jobKey=emend_schedule_detectors&jobKeyMode=replace`)
  } catch (error) {
    throw new EmendError('bad_config', `EMEND_DETECT_CRON: ${JSON.stringify(detectCron)} is not five fields of cron`, { variable: 'EMEND_DETECT_CRON' }, { cause: error })
  }
}

async function serve(
  db: Db, options: RunnerOptions, lanes: readonly Lanes[], { sweepMs, embedder, log }: { sweepMs: number; embedder: string | undefined; log: (line: string) => void },
): Promise<RunningWorker> {
  const runner = await lastingRunner(options, log)
  const sweepAgain = (graceMs: number) => sweep(db, graceMs, embedder).catch((error: unknown) => log(`sweep: ${String(error)}`))
  let sweeping: Promise<unknown> = sweepAgain(0)
  const timer = setInterval(() => { sweeping = sweeping.then(() => sweepAgain(sweepMs)) }, sweepMs)
  let stopped: Promise<void> | undefined
  return {
    ended: runner.ended.finally(() => clearInterval(timer)),
    stop() {
      stopped ??= (async () => {
        clearInterval(timer)
        await sweeping
        await Promise.all([runner.stop(stopMs), ...lanes.map((lane) => lane.stop(stopMs))])
      })()
      return stopped
    },
  }
}

/** Run what there is, as long as something changes. Repairs that other workers hold are waited for; those of a person are not. */
function drain(db: Db, options: RunnerOptions, embedder: string | undefined, log: (line: string) => void): RunningWorker {
  let stopping = false
  const work = async () => {
    let idle = 0
    while (!stopping) {
      const nudges = await sweep(db, 0, embedder)
      await runOnce(options)
      const left = await unfinishedWork(db)
      if (left.openFaults + left.running === 0) {
        if (left.overlapping === 0 || (nudges === 0 && ++idle > 2)) return
      } else idle = 0
      await new Promise((resolve) => { setTimeout(resolve, left.openFaults + left.running === 0 ? 10 : 50) })
    }
  }
  const ended = work().catch((error: unknown) => {
    log(String(error))
    throw error instanceof Error ? error : new EmendError('unexpected', String(error))
  })
  return {
    ended,
    async stop() {
      stopping = true
      await ended.catch(() => {})
    },
  }
}

function stopOnSignals(worker: RunningWorker): void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const stop = () => { void worker.stop() }
  for (const signal of signals) process.once(signal, stop)
  const forget = () => { for (const signal of signals) process.off(signal, stop) }
  worker.ended.then(forget, forget)
}
