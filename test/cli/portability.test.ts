/** `emend erase`, `backup`, `restore`, `export` and `import` of memories, as a person runs them. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from '../../src/cli/run-cli.js'
import { openStore } from '../../src/index.js'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'emend-portability-'))
const path = (name: string) => join(folder, name)

async function emend(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const code = await runCli([...args, '--database-url', url], {
    stdout: { write: (text: string) => { written.out += text } }, stderr: { write: (text: string) => { written.err += text } },
  })
  return { code, ...written }
}

beforeAll(async () => {
  const store = await openStore({ databaseUrl: url })
  const tenant = await store.tenant('acme')
  await tenant.memories.add('The boat of Ana is green.', { id: 'm1', userId: 'ana' })
  await tenant.memories.add('The boat of Bob is red.', { id: 'm2', userId: 'bob' })
  await store.close()
})

test('memories of other stores come in, with an account of what did not', async () => {
  writeFileSync(path('mem0.json'), JSON.stringify({ results: [{ id: 'x1', memory: 'Prefers window seats', user_id: 'alex', metadata: {} }, { id: 'x2', memory: ' ' }] }))
  expect(await emend('import', path('mem0.json'), '--format', 'mem0', '--tenant', 'acme')).toMatchObject({
    code: 0, out: '2 entries = 1 placed + 1 not placed\nmemories 1: written 1, known before 0\nids: x1\nnot placed: entry 2: says nothing\nkeys that nothing is made of: metadata\n' })
  writeFileSync(path('memory.jsonl'), '{"type":"entity","name":"Ana","entityType":"person","observations":["Has a boat"]}\n{"type":"relation","from":"Ana","to":"Bob","relationType":"knows"}\n')
  const imported = await emend('import', path('memory.jsonl'), '--format', 'mcp-memory', '--user', 'ana', '--tenant', 'acme', '--json')
  expect(JSON.parse(imported.out)).toMatchObject({ entries: 2, memories: 3, written: 3 })
  writeFileSync(path('bad.jsonl'), '{"type":"entity"}\n')
  expect(await emend('import', path('bad.jsonl'), '--format', 'mcp-memory', '--tenant', 'acme')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('line 1') })
})

test('a tenant is written to a file that appears when it is whole, and restored from it or from stdout', async () => {
  const { code, out } = await emend('backup', path('acme.jsonl'), '--tenant', 'acme')
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ rows in .*acme\.jsonl\n$/)])
  expect(existsSync(path('acme.jsonl.part'))).toBe(false)
  const streamed = await emend('backup', '-', '--tenant', 'acme')
  expect(streamed.out).toBe(readFileSync(path('acme.jsonl'), 'utf8'))
  expect(await emend('restore', path('acme.jsonl'), '--tenant', 'copy')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows restored in tenant copy\n$/) })
  expect((await emend('backup', '-', '--tenant', 'copy')).out).toBe(streamed.out)

  expect(await emend('restore', path('acme.jsonl'), '--tenant', 'copy')).toMatchObject({ code: 4, err: expect.stringContaining('choose another --tenant') })
  writeFileSync(path('cut.jsonl'), streamed.out.slice(0, streamed.out.length / 2))
  expect(await emend('restore', path('cut.jsonl'), '--tenant', 'cut')).toMatchObject({ code: 2, err: expect.stringMatching(/line \d+ is/) })
  writeFileSync(path('odd.jsonl'), Buffer.concat([Buffer.from(streamed.out.slice(0, 100)), Buffer.from([0xff, 0x0a])]))
  expect(await emend('restore', path('odd.jsonl'), '--tenant', 'cut')).toMatchObject({ code: 2, err: expect.stringMatching(/line \d is not UTF-8/) })
  expect(await emend('restore', '/nowhere.jsonl', '--tenant', 'cut')).toMatchObject({ code: 3 })
  expect(await emend('backup', '/nowhere/acme.jsonl', '--tenant', 'acme')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be written') })
  expect(await emend('backup', path('nobody.jsonl'), '--tenant', 'nobody')).toMatchObject({ code: 3 })
  expect(existsSync(path('nobody.jsonl'))).toBe(false)
})

test('the record is exported in the terms of PROV, with or without its texts', async () => {
  expect(await emend('export', '--tenant', 'acme', path('acme.prov.json'))).toMatchObject({ code: 0, out: expect.stringMatching(/^6 entities, 6 activities, 4 agents in .*acme\.prov\.json\n$/) })
  expect(JSON.parse(readFileSync(path('acme.prov.json'), 'utf8'))).toMatchObject({ entity: { 'node:m1': { 'prov:value': 'The boat of Ana is green.' } } })
  const { out } = await emend('export', '--format', 'prov-json', '--without-text', '--tenant', 'acme')
  expect(JSON.parse(out)).toMatchObject({ entity: { 'node:m1': {} } })
  expect(out).not.toContain('boat')
  expect(await emend('export', '--format', 'csv', '--tenant', 'acme')).toMatchObject({ code: 2 })
})

test('a user is erased, and the report says what went', async () => {
  const erased = await emend('erase', 'ana', '--tenant', 'acme')
  expect(erased).toMatchObject({ code: 0, err: 'ana is erased\n' })
  expect(erased.out).toMatch(/^erasure 1: 0 inputs, 4 steps, 4 memories of the user; 0 nodes/)
  expect(erased.out).toMatch(/memory_search +│ 4/)
  expect(JSON.parse((await emend('erase', 'ana', '--tenant', 'acme', '--json')).out)).toMatchObject({ nodes: { memories: 0 }, isComplete: true, repair: null })
  expect(await emend('erase', 'nobody', '--tenant', 'acme')).toMatchObject({ code: 3, out: '' })
  expect(await emend('erase', 'ana', '--tenant', 'nowhere')).toMatchObject({ code: 3 })
  const { out } = await emend('backup', '-', '--tenant', 'acme')
  expect(out).not.toContain('green')
  expect(out).toContain('The boat of Bob is red.')
})
