import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../database.js'
import { memory } from '../record/items.js'
import { recorder } from '../record/recorder.js'

const database = await testDatabase()

test('row security does not keep a search from the index of words, nor from that of trigrams', async () => {
  const tenant = await recorder(database)
  await tenant.record(Array.from({ length: 3000 }, (_, i) => memory(`m${i}`, { content: `order ${i} of customer c${i % 50} is on its way` })))
  await sql`vacuum analyze emend.memory_search`.execute(database.db) // also empties the list of entries that the index has yet to take in
  const plan = (condition: string) => database.db.transaction().execute(async (trx) => {
    await sql`select set_config('emend.tenant_id', ${String(tenant.tenantId)}, true), set_config('enable_seqscan', 'off', true)`.execute(trx)
    const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(
      `explain select memory_id from emend.memory_search where tenant_id = ${tenant.tenantId} and ${condition}`).execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(await plan(`words @@ '''2999'' | ''17'''`)).toMatch(/Bitmap Index Scan on memory_search_words/)
  expect(await plan(`segments ~ '\\mcust|omer\\M' and segments || '' ~ '\\mcust\\w?omer\\M'`)).toMatch(/Bitmap Index Scan on memory_search_trigrams/)
})
