/** Every example beside an adapter, run as it stands. */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../database.js'

const { url } = await testDatabase()

/** What each prints, line by line. */
const printed: Record<string, unknown[]> = {
  'otel/examples/import-spans.ts': ['16 spans, 20 nodes written'],
  'langgraph/examples/agent.ts': ['The router of Ana is an AX-200.', expect.stringContaining('BX-300'), 'The router of Ana is a BX-300.'],
  'mem0/examples/notes.ts': ['My router is a model BX-300.', 'My router is a model AX-200.'],
  'ai-sdk/examples/chat.ts': ['The router of Ana is an AX-200.', expect.stringContaining('BX-300')],
  'openai-agents/examples/desk.ts': ['The router of Ana is an AX-200.', expect.stringContaining('BX-300')],
  'anthropic-memory/examples/tool-calls.ts': [expect.stringContaining('     1\tThe router of Ana is a AX-200.'), expect.stringContaining('     1\tThe router of Ana is a BX-300.')],
}

beforeEach(() => { vi.stubEnv('DATABASE_URL', url) })
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('every example is run here', () => {
  const files = readdirSync('src/interop', { recursive: true, encoding: 'utf8' }).filter((name) => /examples\/[\w-]+\.ts$/.test(name))
  expect(files.sort()).toEqual(Object.keys(printed).sort())
})

for (const [file, lines] of Object.entries(printed)) {
  // Again it is the first time: what a repair deletes may not be said again in the same tenant. Spans are recorded once.
  test.each(file.startsWith('otel/') ? ['once'] : ['once', 'again'])(`${file} prints what it says, %s`, async (time) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const argv = process.argv.splice(2)
    try {
      await import(`${pathToFileURL(resolve('src/interop', file)).href}?${time}`)
    } finally {
      process.argv.push(...argv)
    }
    expect(log.mock.calls.map(([line]) => line as unknown)).toEqual(lines)
  })
}
