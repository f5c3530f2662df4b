/** COPY is how a bulk detector writes: it goes through emend.fault_copy, because Postgres refuses it on a table with row security. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { testDatabase } from '../database.js'
import { memory } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()

async function detector(tenant: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('set role emend_detector')
  await client.query('select emend.use_tenant($1)', [tenant])
  return client
}

test('a thousand faults come in by COPY, each memory withheld, each fault open', async () => {
  const tenant = await recorder(database)
  const ids = Array.from({ length: 1000 }, (_, index) => `m${index}`)
  await tenant.record(ids.map((id) => memory(id)))
  const client = await detector(tenant.name)
  await pipeline(
    Readable.from(ids.map((id) => `${id}\tstale\tnightly\n`)),
    client.query(from('copy emend.fault_copy (memory_id, type, detector) from stdin')),
  )
  await client.end()
  const { rows } = await tenant.run('auditor', (trx) => sql<{ faults: number; withheld: number }>`
    select (select count(*) from emend.fault where state = 'open' and detector = 'nightly') as faults,
           (select count(*) from emend.memory_state where is_withheld) as withheld`.execute(trx))
  expect(rows).toEqual([{ faults: 1000, withheld: 1000 }])
})

test('one unknown memory among them leaves no fault at all', async () => {
  const tenant = await recorder(database)
  await tenant.record([memory('m')])
  const client = await detector(tenant.name)
  const copied = pipeline(Readable.from(['m\n', 'nobody\n']), client.query(from('copy emend.fault_copy (memory_id) from stdin')))
  await expect(copied).rejects.toThrow("'nobody'")
  await client.end()
  expect(await tenant.states()).toEqual(['m active'])
})
