/** The queue's runner, run anew where it has gone deaf. */
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions } from 'graphile-worker'

/** A runner that lasts until it is stopped. */
export interface LastingRunner {
  /** Take no more jobs and let those under way end; after `graceMs` what still runs is left to its lease. */
  stop(graceMs: number): Promise<void>
  /** Ends once it was stopped. */
  readonly ended: Promise<void>
}

/** Failed looks for a job, one after the other, by each of its workers, after which a runner is believed to be deaf. */
const maxFailures = 3
/** Between attempts to run it anew, in milliseconds. */
const pauseMs = 500

/**
 * Run the queue until it is stopped.
 *
 * graphile-worker 0.17.3 remembers the outcome of its first query for good: a worker whose connection is lost during that one never
 * takes a job again, although it is connected and listens. So a runner that only fails to look for jobs is ended and another one takes
 * its place; likewise where a runner ends by itself.
 *
 * @throws whatever keeps the first runner from starting
 */
export async function lastingRunner(options: RunnerOptions, log: (line: string) => void): Promise<LastingRunner> {
  let isStopping = false
  let runner = await run(options)

  const lasting = async (): Promise<void> => {
    while (!isStopping) {
      await endOrDeafness(runner, maxFailures * (options.concurrency ?? 1))
      if (isStopping) break
      log('the queue is run anew')
      await runner.stop().catch(() => {})
      for (let next: Runner | undefined; !next && !isStopping;) {
        next = await run(options).catch(() => undefined)
        if (next) runner = next
        else await sleep(pauseMs)
      }
    }
    await runner.stop().catch(() => {})
    await runner.promise.catch(() => {})
  }
  const ended = lasting()
  return {
    ended,
    async stop(graceMs) {
      isStopping = true
      const late = setTimeout(() => { runner.kill().catch(() => {}) }, graceMs)
      await runner.stop().catch(() => {})
      await ended.finally(() => clearTimeout(late))
    },
  }
}

/** Wait until a runner has ended, or has failed to look for jobs this often without a success. */
function endOrDeafness(runner: Runner, failures: number): Promise<void> {
  return new Promise((resolve) => {
    let failed = 0
    const hears = () => { failed = 0 }
    const fails = () => { if (++failed >= failures) resolve() }
    runner.events.on('worker:getJob:empty', hears).on('job:start', hears).on('worker:getJob:error', fails)
    runner.promise.then(() => resolve(), () => resolve())
  })
}
