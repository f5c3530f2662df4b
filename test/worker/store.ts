/** A store with one poisoned price, and what became of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inTenant } from '../../src/db/transaction.js'
import type { Database } from '../../src/db/pool.js'
import type { RepairDeps } from '../../src/execute/ports.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import type { EffectClass } from '../../src/vocabulary.js'
import { runWorker } from '../../src/worker/run-worker.js'
import type { TestDatabase } from '../database.js'
import { stubModel, stubTools } from './stub.mjs'

/** m1 is poisoned (45), m2 is clean (30); a claim, a plan, a tool call, a written memory and the answer follow from m1. */
export function poisonedPrice(prefix = ''): RecordItem[] {
  const id = (name: string) => prefix + name
  const step = (name: string, type: Extract<RecordItem, { kind: 'step' }>['type'], content: string, used: string[], rest: object = {}): RecordItem => ({
    kind: 'step', id: id(name), session: id('S'), turn: 1, type, content, used_ids: used.map(id), ...rest,
  })
  return [
    { kind: 'memory', id: id('m1'), content: 'Lamp L-1 costs 45 euros.', source: 'tool_observation' },
    { kind: 'memory', id: id('m2'), content: 'In shop B lamp L-1 costs 30 euros.', source: 'tool_observation' },
    { kind: 'input', id: id('u1'), session: id('S'), turn: 1, content: 'What does lamp L-1 cost? Note it down.' },
    step('r1', 'memory_read', '', ['m1', 'm2'], { query: { text: 'lamp L-1 cost', k: 5 } }),
    step('c1', 'claim', 'Lamp L-1 costs 45 euros.', ['m1', 'm2']),
    step('p1', 'plan', 'note 45 euros', ['c1']),
    step('t1', 'tool_action', 'note', ['p1'], { tool: { name: 'note', args: { price: '45' }, call_id: '1' } }),
    step('o1', 'tool_observation', 'noted 45 euros', ['t1'], { tool: { name: 'note', call_id: '1' } }),
    step('w1', 'memory_write', 'noted 45 euros', ['c1', 'o1'], { generated_memory_ids: [id('m3')] }),
    { kind: 'memory', id: id('m3'), content: 'Lamp L-1 was noted at 45 euros.' },
    step('a1', 'final_answer', 'Lamp L-1 costs 45 euros.', ['c1', 'o1']),
  ]
}

/** Record the store into a new tenant. */
export async function poisonedStore(database: TestDatabase, prefixes: string[] = ['']): Promise<number> {
  const { tenantId } = await database.tenant()
  for (const prefix of prefixes) await inTenant(database.db, { tenantId, role: 'worker' }, (trx) => recordItems(trx, tenantId, poisonedPrice(prefix)))
  return tenantId
}

/** What a detector does. */
export async function insertFaults(database: TestDatabase, tenantId: number, memoryIds: string[]): Promise<void> {
  await inTenant(database.db, { tenantId, role: 'detector' }, (trx) => trx.insertInto('fault')
    .values(memoryIds.map((memory_id) => ({ memory_id }))).execute())
}

/** All that a repair decides and leaves, without what differs from run to run: clocks, attempts, times. */
export async function endState(database: TestDatabase, tenantId: number) {
  return inTenant(database.db, { tenantId, role: 'auditor' }, async (trx) => {
    const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(trx)).rows.map((row) => Object.values(row).join(' | '))
    return {
      faults: await rows('select memory, state from emend.fault_report order by fault_id'),
      repairs: await rows('select state, waiting_for, model_calls > 0 as asked from emend.repair order by repair_id'),
      memories: await rows('select memory, status, is_withheld, content from emend.memory_now order by memory'),
      steps: await rows('select step, validity, content from emend.step_now order by step'),
      answers: await rows('select answer, validity, content from emend.current_answer order by session'),
      plan: await rows('select node, disposition, rule, replay_state from emend.repair_report order by repair_id, node'),
      violations: await rows('select violation, row_count from emend.violations'),
    }
  })
}

export const newLog = (): string => join(mkdtempSync(join(tmpdir(), 'emend-worker-')), 'calls')

/** Calls that all workers with this log made, one a line. */
export function callsIn(log: string): string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

/** What a repair works with, when model and tool are stubs. */
export function stubDeps(database: Database, log: string, effect: EffectClass = 'idempotent'): RepairDeps {
  return {
    db: database.db, model: stubModel(log), tools: stubTools(log, effect), owner: 'test', leaseMs: 800,
    limits: { maxModelCalls: 100, maxAffected: 100_000 }, domain: 'general',
  }
}

/** Run a worker here until nothing is left to do, or a person must decide. */
export async function drain(database: TestDatabase, log: string, effect?: EffectClass): Promise<void> {
  const worker = await runWorker({
    db: database.db, url: database.url, depsOf: () => stubDeps(database, log, effect), concurrency: 2, sweepMs: 200, once: true, handleSignals: false,
  })
  await worker.ended
}

/** A worker process. */
export interface WorkerProcess {
  process: ChildProcess
  /** When it takes jobs. */
  ready: Promise<void>
  /** Signal or exit code that ended it. */
  ended: Promise<string>
  /** What it said went wrong. */
  errors(): string
}

/** Start a worker as a process of its own. */
export function startWorker(url: string, log: string, options: { failpoint?: string; once?: boolean; effect?: EffectClass } = {}): WorkerProcess {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'worker-process.mjs'), url, log, options.effect ?? 'idempotent', ...(options.once ? ['once'] : []),
  ], {
    env: { ...process.env, EMEND_FAILPOINTS: options.failpoint ?? '', EMEND_LEASE_MS: '800', EMEND_SWEEP_MS: '200' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data: Buffer) => { errors += data.toString() })
  return {
    process: child,
    ready: new Promise((resolve) => { child.stdout.once('data', () => resolve()) }),
    ended: new Promise((resolve) => { child.on('exit', (code, signal) => resolve(signal ?? (code === 0 ? '0' : `${code} ${errors}`))) }),
    errors: () => errors,
  }
}
