import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openEmend } from '../../src/index.js'
import { importChat } from '../../src/interop/openai-chat/import-chat.js'
import { readChatFile } from '../../src/interop/openai-chat/read-chat-file.js'
import { testDatabase } from '../database.js'
import { readShared } from './airline.js'

const { db, url } = await testDatabase()

async function fresh() {
  const { name, tenantId } = await tenant()
  const emend = await openEmend({ databaseUrl: url, tenant: name })
  return { emend, tenantId }
}
let count = 0
async function tenant() {
  const name = `import-${(count += 1)}`
  const emend = await openEmend({ databaseUrl: url, tenant: name })
  await emend.close()
  const row = await db.selectFrom('tenant').select('tenant_id').where('name', '=', name).executeTakeFirstOrThrow()
  return { name, tenantId: row.tenant_id }
}

const user = (content: string) => ({ role: 'user', content })
const says = (content: string) => ({ role: 'assistant', content })

describe('importing', () => {
  test('The same file again writes nothing, a longer version only what is new, a changed message is refused', async () => {
    const { emend } = await fresh()
    const messages = [user('a'), says('b'), user('c')]
    expect(await importChat(emend, JSON.stringify(messages), 'log')).toMatchObject({ written: 3, known: 0 })
    expect(await importChat(emend, JSON.stringify(messages), 'log')).toMatchObject({ written: 0, known: 3 })
    expect(await importChat(emend, JSON.stringify([...messages, says('d')]), 'log')).toMatchObject({ written: 1, known: 3 })
    await expect(importChat(emend, JSON.stringify([user('x')]), 'log')).rejects.toMatchObject({ code: 'duplicate_id' })
    await emend.close()
  })

  test('Edges that the log proves are observed, containment in the context is inferred', async () => {
    const { emend, tenantId } = await fresh()
    await importChat(emend, JSON.stringify([
      user('Where is ORD1?'),
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_order', arguments: '{"id":"ORD1"}' } }] },
      { role: 'tool', tool_call_id: 'c1', name: 'get_order', content: 'shipped' },
      says('It is shipped.'),
    ]), 'log', { remember: 'observations' })
    const edges = await inTenant(db, { tenantId, role: 'auditor' }, (trx) => trx.selectFrom('edge as e')
      .innerJoin('node as s', (join) => join.onRef('s.tenant_id', '=', 'e.tenant_id').onRef('s.node_id', '=', 'e.source_id'))
      .innerJoin('node as t', (join) => join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.node_id', '=', 'e.target_id'))
      .select(['s.external_id as source', 't.external_id as target', 'e.label', 'e.basis']).orderBy('e.source_id').orderBy('e.target_id').orderBy('e.label').execute())
    expect(edges.map((edge) => `${edge.source} -${edge.label}-> ${edge.target} (${edge.basis})`)).toEqual([
      expect.stringMatching(/^log:0 -initiate-> log:1 \((declared|observed)\)$/),
      'log:0 -support-> log:1 (inferred)',
      'log:0 -support-> log:3 (inferred)',
      'log:1 -initiate-> log:1.0 (observed)',
      'log:1 -support-> log:3 (inferred)',
      'log:1.0 -produce-> log:2 (observed)',
      'log:2 -support-> log:2.write (observed)',
      expect.stringMatching(/^log:2\.write -produce-> log:2\.memory \((declared|observed)\)$/),
      'log:2.memory -cite-> log:3 (inferred)',
    ])
    await emend.close()
  })

  test('A NUL in a message is refused, names the item and leaves no row', async () => {
    const { emend } = await fresh()
    await expect(importChat(emend, JSON.stringify([user('fine'), says('not \u0000 fine')]), 'log')).rejects.toMatchObject({ code: 'bad_text' })
    expect(await importChat(emend, JSON.stringify([user('fine')]), 'log')).toMatchObject({ written: 1 })
    await emend.close()
  })
})

const log = readShared('trajectories.json')

describe.skipIf(log === null)('recorded runs of a real agent', () => {
  test('All 100 runs are stored, and every message is in the store byte for byte', async () => {
    const { emend, tenantId } = await fresh()
    const report = await importChat(emend, log ?? '', 'airline', { remember: 'observations' })
    expect(report).toMatchObject({
      runs: 100, equation: '2962 messages + 621 tool calls = 3483 nodes + 100 not placed', written: 3483 + 2 * 621, remembered: 621, known: 0,
    })
    const rows = await inTenant(db, { tenantId, role: 'auditor' }, async (trx) => {
      const steps = await trx.selectFrom('step').innerJoin('node', 'node.node_id', 'step.step_id').select(['external_id', 'content']).execute()
      const inputs = await trx.selectFrom('input').innerJoin('node', 'node.node_id', 'input.input_id').select(['external_id', 'content']).execute()
      const memories = await trx.selectFrom('memory').innerJoin('node', 'node.node_id', 'memory.memory_id').select(['external_id', 'content']).execute()
      return [...steps, ...inputs, ...memories]
    })
    const stored = new Map(rows.map((row) => [row.external_id, row.content]))
    expect(stored.size).toBe(3483 + 2 * 621)
    const different: string[] = []
    for (const run of readChatFile(log ?? '', 'airline')) {
      for (const [position, message] of run.messages.entries()) {
        if (message.role === 'system' || message.content === null) continue
        const id = `${run.session}:${position}`
        if (stored.get(id) !== message.content) different.push(id)
        if (message.role === 'tool' && stored.get(`${id}.memory`) !== message.content) different.push(`${id}.memory`)
      }
    }
    expect(different).toEqual([])
    expect((await emend.status()).violations).toEqual([])
    await emend.close()
  })
})
