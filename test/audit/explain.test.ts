import { expect, test } from 'vitest'
import { explanationTree } from '../../src/api/explain-tree.js'
import { explainNode } from '../../src/api/explain.js'
import { inTenant } from '../../src/db/transaction.js'
import { testDatabase } from '../database.js'
import { drain, insertFaults, newLog, poisonedStore } from '../worker/store.js'

const database = await testDatabase()

test('explain draws why a node is affected, why it falls or stands, what was done, and its history', async () => {
  const tenantId = await poisonedStore(database)
  await insertFaults(database, tenantId, ['m1'])
  await drain(database, newLog())
  const tree = async (id: string) => explanationTree(await inTenant(database.db, { tenantId, role: 'auditor' }, (trx) => explainNode(trx, tenantId, id)))

  expect(await tree('c1')).toMatch(new RegExp([
    '^c1 {2}claim {2}\\[invalid] {2}"Lamp L-1 costs 45 euros\\."',
    '├─ repair 1 put c1\' in its place .*',
    '├─ repair 1 \\(done\\): replay by R8, invalid - .*',
    '│ {2}├─ affected: the fault reaches it',
    '│ {2}│ {2}└─ m1 {2}memory {2}"Lamp L-1 costs 45 euros\\."',
    '│ {2}│ {5}└─ -cite-> c1 {2}claim .*',
    '│ {2}└─ falls: no clean evidence holds some of its facts',
    '│ {5}├─ lacks support: 45 euros.*',
    '│ {5}├─ clean: m2 {2}memory .*',
    '│ {5}└─ withdrawn: m1 {2}memory .*',
    '└─ history',
    ' {3}└─ .*invalidate {2}valid -> invalid .*\\(repair 1\\)$',
  ].join('\n')))

  const faulty = await tree('m1')
  expect(faulty).toMatch(/^m1 {2}memory {2}\[deleted]/)
  expect(faulty).toMatch(/fault 1 names it \(emend_detector; done, repair 1\)/)
  expect(faulty).toMatch(/delete by R1/)
  expect(await tree('m3')).toMatch(/quarantine by R2/)
  expect(await tree("a1'")).toMatch(/repair 1 put it in the place of a1 {2}"Lamp L-1 costs 45 euros\."/)
})
