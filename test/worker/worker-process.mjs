/**
 * A worker as a process of its own, with a model and a tool that a test can count.
 *
 * node worker-process.mjs URL LOG EFFECT [once]. Failpoints, lease and sweep come from the environment, as for any worker.
 */
import { readConfig } from '../../dist/config.js'
import { openDatabase } from '../../dist/db/pool.js'
import { runWorker } from '../../dist/worker/run-worker.js'
import { stubModel, stubTools } from './stub.mjs'

const [, , url, log, effect, once] = process.argv
const config = readConfig({})
const database = openDatabase(url, 6)
const worker = await runWorker({
  db: database.db,
  url,
  depsOf: () => ({
    db: database.db, model: stubModel(log), tools: stubTools(log, effect), owner: `worker ${process.pid}`, leaseMs: config.EMEND_LEASE_MS,
    limits: { maxModelCalls: config.EMEND_MAX_MODEL_CALLS, maxAffected: config.EMEND_MAX_AFFECTED }, domain: 'general',
  }),
  concurrency: 2,
  sweepMs: config.EMEND_SWEEP_MS,
  once: once === 'once',
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write('ready\n')
await worker.ended
await database.close()
