import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { undoRepair } from '../../src/execute/undo-repair.js'
import { recordItems } from '../../src/record/record-items.js'
import { testDatabase } from '../database.js'
import { drain, endState, insertFaults, newLog, poisonedStore } from './store.js'

const database = await testDatabase()
const { db } = database

test('what an agent records on withdrawn evidence, and is accepted, enters the repair, and leaves with it', async () => {
  const tenantId = await poisonedStore(database)
  await insertFaults(database, tenantId, ['m1'])
  await drain(database, newLog())
  await inTenant(db, { tenantId, role: 'agent' }, (trx) => recordItems(trx, tenantId, [
    { kind: 'input', id: 'u9', session: 'L', turn: 1, content: 'And now?' },
    { kind: 'step', id: 'c9', session: 'L', turn: 1, type: 'claim', content: 'It costs 45 euros.', used_ids: ['m1'] },
    { kind: 'step', id: 'w9', session: 'L', turn: 1, type: 'memory_write', content: 'note', used_ids: ['c9'], generated_memory_ids: ['m9'] },
    { kind: 'memory', id: 'm9', content: 'The lamp is dear.' },
    { kind: 'step', id: 'a9', session: 'L', turn: 1, type: 'final_answer', content: 'It costs 45 euros.', used_ids: ['c9'] },
  ], { onWithdrawn: 'accept' }))
  const before = await endState(database, tenantId)
  expect(before.memories.find((line) => line.startsWith('m9'))).toBe('m9 | active | true | The lamp is dear.')
  expect(before.violations).toEqual([])

  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await drain(database, newLog())
  const after = await endState(database, tenantId)
  expect(after.memories.find((line) => line.startsWith('m9'))).toBe('m9 | quarantined | false | The lamp is dear.')
  expect(after.steps.filter((line) => /^[acw]9/.test(line)).map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual(['a9 invalid', 'c9 invalid', 'w9 invalid'])
  expect(after.plan.filter((line) => /^\w9/.test(line))).toEqual(['a9 | suspicious | R10 | ', 'c9 | suspicious | R10 | ', 'm9 | quarantine | R2 | ', 'w9 | suspicious | R10 | '])
  expect(after.answers).toContain('a9 | invalid | It costs 45 euros.')
  expect(after.violations).toEqual([])

  await undoRepair(db, tenantId, 1, 'ann')
  const undone = await endState(database, tenantId)
  expect(undone.memories.find((line) => line.startsWith('m9'))).toBe('m9 | active | false | The lamp is dear.')
  expect(undone.answers).toContain('a9 | valid | It costs 45 euros.')
  expect(undone.violations).toEqual([])
})
