import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reexecuteReads } from '../../src/retrieve/reexecute-reads.js'
import { testDatabase } from '../database.js'
import { memory, step } from '../record/items.js'
import { recorder } from '../record/recorder.js'

const database = await testDatabase()

test('recorded reads are asked again over the store as a plan leaves it', async () => {
  const tenant = await recorder(database)
  await tenant.importItems([
    memory('a', { content: 'red car' }), memory('b', { content: 'red bike' }), memory('old', { content: 'red boat', status: 'superseded' }),
    memory('anns', { content: 'red hat', user: 'ann' }),
    step('memory_read', 'r', { user: 'bob', used_ids: ['a', 'b'], query: { text: 'red', k: 5 } }),
    step('memory_read', 's', { user: 'bob', used_ids: ['a', 'anns'], query: { text: 'red', k: 2 } }),
    memory('young', { content: 'red' }),
  ])
  const { rows } = await tenant.run('auditor', (trx) => sql<{ id: number; name: string }>`select node_id as id, external_id as name from emend.node`.execute(trx))
  const id = (name: string) => rows.find((row) => row.name === name)!.id
  const ask = (removed: string[], reopened: string[]) => tenant.run('worker', async (trx) => {
    const reads = [['r', 5], ['s', 2]].map(([name, k]) => ({ id: id(String(name)), query: { text: 'red', k: Number(k), scope: null }, userId: 'bob' }))
    const results = await reexecuteReads(trx, tenant.tenantId, reads, { removed: removed.map(id), reopened: reopened.map(id) })
    return results.map((result) => [rows.find((row) => row.id === result.readId)?.name, result.results.map((node) => rows.find((row) => row.id === node)?.name)])
  })
  expect(await ask([], [])).toEqual([['r', ['a', 'b']], ['s', ['a', 'b']]])
  expect(await ask(['a'], ['old', 'young'])).toEqual([['r', ['b', 'old']], ['s', ['b', 'old']]])
  expect(await ask(['a', 'b'], [])).toEqual([['r', []], ['s', ['anns']]])
})
