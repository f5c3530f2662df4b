import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openEmend, type RepairReport } from '../../src/index.js'
import { convertRun } from '../../src/interop/openai-chat/convert-run.js'
import { readChatFile } from '../../src/interop/openai-chat/read-chat-file.js'
import { testDatabase } from '../database.js'
import { airline, readShared } from './airline.js'
import { corruptRun, type CorruptedRun } from './corrupt-run.js'

/** Runs that are repaired, at least 30 of at least 10 tasks; the shortest ones, to keep the suite fast. */
const wanted = 32
/** Runs repaired at once. */
const atOnce = 3

const { db, url } = await testDatabase()
const log = readShared('trajectories.json')

interface Repaired {
  session: string
  task: string
  fault: CorruptedRun
  report: RepairReport
  /** Steps that wait for a person were skipped this often: tools that change the world never run. */
  skipped: number
  /** Active memories and current answers that still say the corrupted value. */
  left: string[]
  violations: number
  /** Claims, plans, calls and answers that were made again, not taken over. */
  remade: number
}

async function repairOne(session: string, task: string, fault: CorruptedRun): Promise<Repaired> {
  const { tools, changed } = airline()
  const emend = await openEmend({ databaseUrl: url, tenant: session, tools, isolated: true, domain: 'travel' })
  try {
    await emend.importItems(fault.items)
    const { id } = await emend.faults.add({ memoryId: fault.memoryId, type: 'poisoned', detector: 'test', evidence: `${fault.from} became ${fault.to}` })
    const repair = await emend.repairs.openFor(id)
    let report = await emend.repairs.run(repair)
    let skipped = 0
    for (; report.waiting_for !== null; skipped++) {
      await emend.repairs.skip(repair)
      report = await emend.repairs.run(repair)
    }
    expect(changed, 'no tool that changes the world ran').toEqual([])
    const row = await db.selectFrom('tenant').select('tenant_id').where('name', '=', session).executeTakeFirstOrThrow()
    const says = await inTenant(db, { tenantId: row.tenant_id, role: 'auditor' }, async (trx) => {
      const answers = await trx.selectFrom('step').innerJoin('node', 'node.node_id', 'step.step_id')
        .leftJoin('step_state', 'step_state.step_id', 'step.step_id').select(['node.external_id', 'step.content'])
        .where('node.kind', '=', 'final_answer').where('step_state.validity', 'is', null).execute()
      return answers.filter(({ content }) => content.includes(fault.to)).map(({ external_id }) => external_id)
    })
    const active = (await emend.allMemories()).filter(({ status, content }) => status === 'active' && content.includes(fault.to))
    return {
      session, task, fault, report, skipped, left: [...says, ...active.map((memory) => memory.id)],
      violations: (await emend.status()).violations.length,
      remade: report.replayed.filter(({ step, state }) => state === 'done' && !step.endsWith('.write')).length,
    }
  } finally {
    await emend.close()
  }
}

describe.skipIf(log === null)('faults in recorded runs of a real agent', () => {
  test('A corrupted observation is repaired end to end in 32 runs of at least 10 tasks, with the airline\'s read-only tools', async () => {
    const candidates = readChatFile(log ?? '', 'airline').flatMap((run) => {
      const fault = corruptRun(convertRun(run, { remember: 'observations', context: 'values' }).items)
      return fault ? [{ session: run.session, task: run.session.split('/')[1] ?? '', fault }] : []
    }).sort((a, b) => a.fault.items.length - b.fault.items.length).slice(0, wanted)

    const repaired: Repaired[] = []
    const queue = [...candidates]
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) repaired.push(await repairOne(next.session, next.task, next.fault))
    }))

    const sums: Record<string, number> = {}
    for (const { report } of repaired) for (const row of report.plan.rows) sums[row.disposition] = (sums[row.disposition] ?? 0) + 1
    const total = (count: (one: Repaired) => number): number => repaired.reduce((sum, one) => sum + count(one), 0)
    console.log([
      `${repaired.length} runs of ${new Set(repaired.map(({ task }) => task)).size} tasks repaired`,
      `rows by disposition: ${Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)).map(([disposition, count]) => `${disposition} ${count}`).join(', ')}`,
      `replayed for real in ${repaired.filter(({ remade }) => remade > 0).length} runs: ${total(({ remade }) => remade)} plans, calls and answers made again`,
      `calls: model ${total(({ report }) => report.calls.model)}, probe ${total(({ report }) => report.calls.probe)}, tools ${total(({ report }) => Object.values(report.calls.tool).reduce((sum, count) => sum + count, 0))}, skipped by a person ${total(({ skipped }) => skipped)}`,
    ].join('\n'))

    expect(repaired.length).toBeGreaterThanOrEqual(30)
    expect(new Set(repaired.map(({ task }) => task)).size).toBeGreaterThanOrEqual(10)
    expect(repaired.filter(({ report }) => report.state !== 'done').map(({ session, report }) => [session, report.state, report.error])).toEqual([])
    expect(repaired.filter(({ left }) => left.length > 0).map(({ session, left }) => [session, left])).toEqual([])
    expect(total(({ violations }) => violations)).toBe(0)
    expect(repaired.filter(({ remade }) => remade > 0).length).toBeGreaterThanOrEqual(repaired.length / 2)
    for (const { fault } of repaired) expect(fault.carriers.length).toBeGreaterThan(0)
  }, 180_000)
})
