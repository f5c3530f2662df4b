import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openEmend } from '../../src/index.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()

test('an answer leads to what repairs have made in its place, until that is undone', async () => {
  const emend = await openEmend({ databaseUrl: database.url, tenant: 'answers' })
  for (const id of ['old', 'better', 'best']) await emend.steps.record({ type: 'final_answer', id, content: id, usedIds: [], sessionId: 's', turn: 1 })
  const { rows: [tenant] } = await sql<{ id: number }>`select emend.resolve_tenant('answers') as id`.execute(database.db)
  const asWorker = (statement: string) => inTenant(database.db, { tenantId: tenant!.id, role: 'worker' }, (trx) => sql.raw(statement).execute(trx))
  const node = (id: string) => `(select node_id from emend.node where external_id = '${id}')`
  const replace = (before: string, after: string) => asWorker(`
    insert into emend.replacement (tenant_id, new_node_id, old_node_id, repair_id) select ${tenant!.id}, ${node(after)}, ${node(before)}, 1;
    insert into emend.step_state (tenant_id, step_id, validity, repair_id) select ${tenant!.id}, ${node(before)}, 'invalid', 1`)
  await replace('old', 'better')
  expect(await emend.answers.current('old')).toEqual({ id: 'better', content: 'better', validity: 'valid', isStale: false, isReplaced: true })
  await replace('better', 'best')
  expect(await emend.answers.current('old')).toMatchObject({ id: 'best', isReplaced: true })
  await asWorker(`delete from emend.step_state where step_id in (${node('old')})`)
  expect(await emend.answers.current('old')).toMatchObject({ id: 'old', content: 'old', isReplaced: false })
  await asWorker(`insert into emend.step_state (tenant_id, step_id, validity, repair_id, is_stale_answer) select ${tenant!.id}, ${node('best')}, 'invalid', 2, true`)
  expect(await emend.answers.current('best')).toEqual({ id: 'best', content: null, validity: 'invalid', isStale: true, isReplaced: false })
  await emend.close()
})
